import { expect } from 'vitest';
import {
  type Collected,
  type Collector,
  strictStyle,
  TruncationPolicy,
  type WindowOptions,
} from '../../../src/index.js';
import { byteLength, decode } from './sources.js';
import { outcomeOf } from './turns.js';
import type { VirtualClock } from './virtual-clock.js';
import { SCISSORS } from './window-checks.js';

export type Limits = Pick<WindowOptions, 'yieldTimeMs' | 'deadlineMs' | 'idleMs' | 'onAbort'> & {
  readonly budget?: number;
};

export interface Failure {
  readonly reason: unknown;
}

/** The exit of a producer, which is told to windows. */
export class ExitModel {
  readonly promise: Promise<unknown>;
  #tell!: { resolve(status: unknown): void; reject(reason: unknown): void };
  #isWatched = false;
  #failure: Failure | undefined;
  hasSettled = false;
  /** When the collector could see that it had settled. */
  seenAt = Infinity;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#tell = { resolve, reject };
    });
    // Windows may never be told of it.
    this.promise.catch(() => {});
  }

  get status(): unknown[] {
    return this.hasSettled && !this.#failure ? ['status'] : [];
  }

  /** Happens; gives its failure if that is seen now. */
  settle(now: number, fails: boolean): Failure | undefined {
    const reason = Object.freeze(new Error('exit'));
    if (fails) this.#failure = { reason };
    this.hasSettled = true;
    if (fails) this.#tell.reject(reason);
    else this.#tell.resolve('status');
    return this.#isWatched ? this.#see(now) : undefined;
  }

  /** A window is told of it; gives its failure if that is seen now. */
  watch(now: number): Failure | undefined {
    const isNew = this.hasSettled && !this.#isWatched;
    this.#isWatched = true;
    return isNew ? this.#see(now) : undefined;
  }

  #see(now: number): Failure | undefined {
    this.seenAt = now;
    return this.#failure;
  }
}

const GRACE_MS = 100;
const GRACE_MAX_MS = 2000;

/** A window that was opened, and when and how it must end. */
export class OpenWindow {
  readonly #clock: VirtualClock;
  readonly #limits: Limits;
  readonly #exit: ExitModel | undefined;
  /** A failure from before, which nothing comes before. */
  readonly #due: Failure | undefined;
  readonly #controller = new AbortController();
  readonly #outcome: ReturnType<typeof outcomeOf<Collected>>;
  readonly #start: number;
  readonly #chunksAt: number[] = [-Infinity];
  #abortedAt = Infinity;
  #endedAt = Infinity;

  constructor(
    collector: Collector,
    clock: VirtualClock,
    limits: Limits,
    exit: ExitModel | undefined,
    due: Failure | undefined,
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#exit = exit;
    this.#due = due;
    this.#start = clock.now();
    const { budget, ...times } = limits;
    const window = collector.collect({
      ...times,
      signal: this.signal,
      truncate: { heading: false, style: { ...strictStyle, marker: () => SCISSORS } },
      ...(budget !== undefined && { policy: TruncationPolicy.bytes(budget) }),
      ...(exit && { exited: exit.promise }),
    });
    const mark = () => {
      this.#endedAt = clock.now();
    };
    window.then(mark, mark);
    this.#outcome = outcomeOf(window);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get settled() {
    return this.#outcome.settled;
  }

  abort(): void {
    this.#abortedAt = Math.min(this.#abortedAt, this.#clock.now());
    this.#controller.abort(Object.freeze(new Error('stop')));
  }

  chunk(now: number): void {
    this.#chunksAt.push(now);
  }

  fits(merged: Uint8Array, maxBytes: number): boolean {
    return merged.length <= maxBytes && byteLength(decode(merged)) <= (this.#limits.budget ?? Infinity);
  }

  /** Nothing that would end it has happened. `closedAt` is when the last source ended. */
  checkOpen(closedAt: number, failure: Failure | undefined): void {
    expect({ failure, due: this.#due, abortedAt: this.#abortedAt }).toEqual({ abortedAt: Infinity });
    for (const end of Object.values(this.#ends(closedAt))) expect(end).toBeGreaterThan(this.#clock.now());
  }

  /** True if it was the failure that it rejected with. */
  checkRejection(reason: unknown, failure: Failure | undefined): boolean {
    if (this.#due) expect(reason).toBe(this.#due.reason);
    else if (this.signal.aborted && reason === this.signal.reason) expect(this.#limits.onAbort).not.toBe('return');
    else {
      expect(failure).toBeDefined();
      expect(reason).toBe(failure?.reason);
      return true;
    }
    return false;
  }

  checkEnd({ endedBy, closed, ...result }: Collected, isClosed: boolean, closedAt: number): void {
    expect([this.#due, closed]).toEqual([undefined, isClosed]);
    if (endedBy === 'abort') expect([this.#limits.onAbort, this.#abortedAt]).toEqual(['return', this.#endedAt]);
    else {
      // What comes at the very moment of the end may come before it or behind it.
      const ends = [this.#ends(closedAt)[endedBy], this.#ends(closedAt, this.#endedAt)[endedBy]];
      expect(ends.map((end) => Math.max(this.#start, end))).toContain(this.#endedAt);
      expect(this.#abortedAt).toBeGreaterThanOrEqual(this.#endedAt);
    }
    expect('exit' in result ? [result.exit] : []).toEqual(this.#exit?.status ?? []);
  }

  /** When each limit ends it, by the chunks that came before a moment. */
  #ends(closedAt: number, before = Infinity) {
    const { yieldTimeMs = Infinity, deadlineMs = Infinity, idleMs = Infinity } = this.#limits;
    const lastChunkAt = Math.max(...this.#chunksAt.filter((at) => at < before));
    const seenAt = this.#exit?.seenAt ?? Infinity;
    const end = Math.max(this.#start, closedAt);
    return {
      // An exit that is asked for is waited for a little.
      end: this.#exit ? Math.max(end, Math.min(seenAt, end + GRACE_MS)) : end,
      window: this.#start + yieldTimeMs,
      deadline: this.#start + deadlineMs,
      idle: Math.max(this.#start, lastChunkAt) + idleMs,
      exit: Math.min(seenAt + GRACE_MAX_MS, Math.max(seenAt, lastChunkAt) + GRACE_MS),
    };
  }
}
