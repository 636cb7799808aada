import { type Clock, nextTurn } from './clock.js';
import type { Feed } from './feeds.js';
import type { LabelledFeed } from './sources.js';

/** So many reads in one turn, or so long a turn, and the rest of the program has the next. */
const READS_A_TURN = 128;
const MOST_TURN_MS = 10;

/** Where pumps bring what they read. */
export interface PumpTarget {
  write(label: string | undefined, chunk: unknown): void;
  end(label: string | undefined): void;
  fail(reason: unknown): void;
  /** Settles when sources may be read on; undefined if that is now. */
  room(): Promise<void> | undefined;
}

/** Reads sources side by side, each to its end, unless they are given back or cancelled before. */
export class Pumps {
  readonly #target: PumpTarget;
  readonly #clock: Clock;
  readonly #open: Set<LabelledFeed>;
  #turn: { readonly start: number; reads: number; readonly next: Promise<void> } | undefined;
  #isStopped = false;
  /** Chunks read so far. */
  reads = 0;
  #awaited: { readonly reads: number; readonly resolve: () => void } | undefined;

  constructor(feeds: readonly LabelledFeed[], target: PumpTarget, clock: Clock) {
    this.#open = new Set(feeds);
    this.#target = target;
    this.#clock = clock;
  }

  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  get areStopped(): boolean {
    return this.#isStopped;
  }

  /** Settles with the next turn, or before it: as soon as so many chunks were read. One who waits at a time. */
  async turnOrReads(reads: number): Promise<void> {
    const isRead = new Promise<void>((resolve) => {
      this.#awaited = { reads, resolve };
    });
    await Promise.race([nextTurn(), isRead]);
    this.#awaited = undefined;
  }

  start(): void {
    for (const source of this.#open) void this.#pump(source);
  }

  /** Gives back what has not ended. What has left a source by now, but has not come here, comes within a turn. */
  release(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const { feed } of this.#open) feed.release();
  }

  /** Cancels what has not ended. Nothing is, once it was given back. */
  cancel(reason: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const source of this.#open) {
      void stop(source.feed, reason);
      this.#end(source);
    }
  }

  async #pump(source: LabelledFeed): Promise<void> {
    const { label, feed } = source;
    try {
      for (;;) {
        const result = await feed.read();
        if (result.done) break;
        if (this.#open.has(source)) this.#target.write(label, result.value);
        if (this.#isTurnOver()) await this.#turn?.next;
        const room = this.#target.room();
        if (room) await room;
        if (this.#isStopped) return;
      }
    } catch (reason) {
      if (this.#isStopped) return;
      this.#target.fail(reason);
    }
    this.#end(source);
  }

  /** Counts a read; true if the rest of the program is to have its turn. */
  #isTurnOver(): boolean {
    this.reads++;
    if (this.#awaited && this.reads >= this.#awaited.reads) this.#awaited.resolve();
    this.#turn ??= this.#beginTurn();
    this.#turn.reads++;
    return this.#turn.reads >= READS_A_TURN || this.#clock.now() - this.#turn.start > MOST_TURN_MS;
  }

  #beginTurn() {
    const next = nextTurn().then(() => {
      this.#turn = undefined;
    });
    return { start: this.#clock.now(), reads: 0, next };
  }

  #end(source: LabelledFeed): void {
    if (!this.#open.delete(source)) return;
    source.feed.release();
    this.#target.end(source.label);
  }
}

/** What a source does when it is told to stop is its own affair. */
async function stop(feed: Feed, reason: unknown): Promise<void> {
  try {
    await feed.cancel(reason);
  } catch {}
}
