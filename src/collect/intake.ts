import { Omission } from '../omission.js';
import { type Clock, nextTurn } from './clock.js';
import { ExitWatch } from './exit-watch.js';
import { ownedPiece } from './lane.js';
import { Lanes } from './lanes.js';
import type { CheckedCollector, CheckedWindow } from './options.js';
import { Pumps, type PumpTarget } from './pumps.js';
import { restStream } from './rest.js';
import { collected } from './result.js';
import { Sides } from './sides.js';
import type { LabelledFeed } from './sources.js';
import type { Collected, EndedBy } from './types.js';
import { Window, type WindowState } from './window.js';

/** A last drain ends with a turn that brings nothing, or after 64 chunks (8 if the last one ended so) or 50 ms. */
const MOST_LAST_READS = 64;
const MOST_READS_AGAIN = 8;
const MOST_LAST_MS = 50;

/**
 * Drains sources into bounded buffers, at all times, and gives what these hold window by window. Without feeds it takes
 * what is written to it.
 */
export class Intake implements WindowState, PumpTarget {
  readonly #pumps: Pumps;
  readonly #lanes: Lanes;
  readonly #maxBytes: number;
  readonly #sides: Sides;
  readonly #exit = new ExitWatch();
  #openLanes: number;
  #failure: { readonly reason: unknown } | undefined;
  #window: Window | undefined;
  #isCollecting = false;
  #isDetached = false;
  #readBytes = 0;
  /** True while a source has more than last drains may take. */
  #hasMore = false;
  #waiters: (() => void)[] = [];
  closed = false;

  constructor(feeds: readonly LabelledFeed[], options: CheckedCollector) {
    this.#maxBytes = options.maxBytes;
    this.#sides = new Sides(options, (reason) => this.fail(reason));
    const labels = feeds.length > 0 ? feeds.map(({ label }) => label) : [undefined];
    this.#lanes = new Lanes(labels, options, this.#sides);
    this.#openLanes = labels.length;
    this.#pumps = new Pumps(feeds, this, options.clock);
  }

  start(): void {
    this.#pumps.start();
  }

  /** @throws {TypeError} If the chunk is neither bytes, a string, nor an `Omission`. */
  write(label: string | undefined, chunk: unknown): void {
    this.#lanes.push(label, chunk);
    const bytes = chunk instanceof Omission ? chunk.bytes : (chunk as Uint8Array | string).length;
    this.#readBytes += bytes;
    if (bytes > 0) this.#window?.chunk();
    this.#changed();
  }

  /** The source behind a label has ended. */
  end(label: string | undefined): void {
    if (this.#openLanes === 0) return;
    this.#lanes.end(label);
    this.#openLanes--;
    if (this.#openLanes > 0) return;
    const closing = this.#sides.close();
    if (closing) void closing.then(() => this.#close());
    else this.#close();
  }

  /** The next window that is waited for rejects with the reason; only the first one is told. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#changed();
  }

  takeFailure(): { readonly reason: unknown } | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  room(): Promise<void> | undefined {
    const waits = this.#sides.room();
    return waits || this.#isDetached ? this.#waitForRoom(waits) : undefined;
  }

  async #waitForRoom(slow: Promise<void> | undefined): Promise<void> {
    for (let waits = slow; waits; waits = this.#sides.room()) await waits;
    while (this.#isDetached && this.#lanes.hasMerged && !this.#pumps.areStopped) await this.#change();
  }

  /** With `givesBack` the sources are given back at the end of the window, unless it ends by an abort. */
  async collect(options: CheckedWindow, givesBack = false): Promise<Collected> {
    if (this.#isCollecting) throw new TypeError('Cannot collect: another collect() of this Collector is not finished');
    if (this.#isDetached) throw new TypeError('Cannot collect: this Collector was detached');
    this.#isCollecting = true;
    try {
      this.#exit.watch(options, (failure) => (failure ? this.fail(failure.reason) : this.#changed()));
      this.#window = new Window(options, this, this.#exit);
      const end = await this.#window.ended;
      if ('failure' in end) throw end.failure.reason;
      const { endedBy } = end;
      await this.#drainLast(options.clock, endedBy);
      if (givesBack && endedBy !== 'abort') await this.#giveBack();
      // After an end nobody asks again; after a limit, the next window tells of it.
      const failure = endedBy === 'end' ? this.takeFailure() : undefined;
      if (failure) throw failure.reason;
      const closed = this.closed && !this.#failure;
      if (closed) this.#lanes.endAll();
      const { text, ...counts } = collected(this.#lanes, options);
      return { text, closed, endedBy, ...this.#exit.result, ...this.#sides.tell(), ...counts };
    } finally {
      this.#window = undefined;
      this.#isCollecting = false;
    }
  }

  /** Gives the sources back, unlocked where the engine can. */
  release(): void {
    this.#pumps.release();
  }

  cancel(reason: unknown): void {
    this.#pumps.cancel(reason);
  }

  /** What is left, as a stream: what is held first. The sources are read no faster than it is. */
  detach(): ReadableStream<Uint8Array> {
    if (this.#isCollecting) throw new TypeError('Cannot detach: a collect() of this Collector is not finished');
    if (this.#isDetached) throw new TypeError('Cannot detach: this Collector was detached');
    this.#isDetached = true;
    if (this.#pumps.areOpen) this.#lanes.unbindMerged();
    return restStream({ next: () => this.#nextRest(), cancel: (reason) => this.cancel(reason) });
  }

  async #nextRest() {
    while (!this.#lanes.hasMerged && !this.#failure && !this.closed) await this.#change();
    // A failure is told behind what has come, not behind what is still to come.
    if (this.#failure) await this.#giveBack();
    if (this.#failure || this.closed) {
      // Nothing will complete what is not finished.
      this.#lanes.endAll();
      this.#lanes.mergeAll();
    }
    if (this.#lanes.hasMerged) {
      const chunks = this.#lanes.takeMerged().map(ownedPiece);
      this.#changed();
      return chunks;
    }
    const failure = this.takeFailure();
    if (failure) throw failure.reason;
    return undefined;
  }

  /** Lets what has come already in at the end of a window, so that the last bytes and the end come together. */
  async #drainLast(clock: Clock, endedBy: EndedBy): Promise<void> {
    // An exit is told in the middle of a turn of the platform, which sees what the pipes have only in the next.
    if (endedBy === 'exit') await nextTurn();
    const from = this.#readBytes;
    const until = clock.now() + MOST_LAST_MS;
    const mostReads = this.#pumps.reads + (this.#hasMore ? MOST_READS_AGAIN : MOST_LAST_READS);
    this.#hasMore = false;
    for (;;) {
      // What is written needs no turn to come in, and nothing comes once all has ended and the spill is closed.
      const isClosing = this.#openLanes === 0 && !this.closed;
      if (!this.#pumps.areOpen && !isClosing && !this.#exit.isAwaited) return;
      const { reads } = this.#pumps;
      await this.#pumps.turnOrReads(mostReads);
      this.#hasMore = this.#pumps.reads >= mostReads;
      if (endedBy === 'abort' || this.#pumps.reads === reads || this.#hasMore) return;
      if (this.#readBytes - from > this.#maxBytes || clock.now() > until) return;
    }
  }

  /** What has left a source but is not here yet is waited for: nobody else can read it. */
  async #giveBack(): Promise<void> {
    if (!this.#pumps.areOpen) return;
    this.release();
    await nextTurn();
  }

  #close(): void {
    this.closed = true;
    this.#changed();
  }

  #changed(): void {
    this.#window?.check();
    if (this.#waiters.length > 0) for (const wake of this.#waiters.splice(0)) wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }
}
