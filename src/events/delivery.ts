import type { SessionEvent } from './event.js';
import type { EventSink } from './sink.js';

/** What waits for a sink at most, and what goes when there is more. */
export interface QueueLimits {
  readonly maxQueuedEvents: number;
  readonly maxQueuedBytes: number;
  readonly dropPolicy: 'newest' | 'oldest';
}

/** An event that waits; made at the last moment, so that what waits is small. */
export interface Waiting {
  readonly bytes: number;
  make(): SessionEvent;
}

interface Entry extends Waiting {
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * An event that was dropped, since too many wait for the sink already.
 *
 * @example
 * new QueueFullError('a sink is behind').name; // 'QueueFullError'
 */
export class QueueFullError extends Error {
  override get name(): string {
    return 'QueueFullError';
  }
}

/** Serves one sink, one call at a time, from a bounded queue. */
export class Delivery {
  readonly sink: EventSink;
  readonly #limits: QueueLimits;
  #queue: Entry[] = [];
  #queuedBytes = 0;
  #run: Promise<void> | undefined;
  #isServing = false;
  droppedEvents = 0;

  constructor(sink: EventSink, limits: QueueLimits) {
    this.sink = sink;
    this.#limits = limits;
  }

  /** Settles when the sink has taken the event. Rejects with the sink's error, or if the event was dropped. */
  push(waiting: Waiting): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...waiting, resolve, reject });
      this.#queuedBytes += waiting.bytes;
      this.#dropExcess();
      // One that runs takes this as well, also when the sink emits from inside its `handle`.
      if (this.#isServing) return;
      const run = this.#serve();
      // A sink that throws, and does not reject, is done already.
      this.#run = this.#isServing ? run : undefined;
    });
  }

  /** Settles when nothing waits and nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#run) await this.#run;
  }

  #dropExcess(): void {
    const { maxQueuedEvents, maxQueuedBytes, dropPolicy } = this.#limits;
    // One alone is taken whatever its size: it is in memory already.
    while (this.#queue.length > 1 && (this.#queue.length > maxQueuedEvents || this.#queuedBytes > maxQueuedBytes)) {
      const dropped = (dropPolicy === 'newest' ? this.#queue.pop() : this.#queue.shift())!;
      this.#queuedBytes -= dropped.bytes;
      this.droppedEvents++;
      dropped.reject(new QueueFullError(`Cannot emit: ${this.#queue.length} events wait for a sink already`));
    }
  }

  /** Never rejects. The first call is made at once, inside of `push`. */
  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#queue.length > 0) {
      const entries = this.#queue.splice(0, this.sink.handleAll ? this.#queue.length : 1);
      for (const { bytes } of entries) this.#queuedBytes -= bytes;
      try {
        await this.#hand(entries);
        for (const entry of entries) entry.resolve();
      } catch (reason) {
        for (const entry of entries) entry.reject(reason);
      }
    }
    this.#isServing = false;
    this.#run = undefined;
  }

  #hand(entries: readonly Entry[]): Promise<void> | void {
    const events = entries.map((entry) => entry.make());
    return this.sink.handleAll ? this.sink.handleAll(events) : this.sink.handle(events[0]!);
  }
}
