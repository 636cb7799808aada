import type { Clock } from '../../../src/index.js';
import { outcomeOf, settle } from './turns.js';

interface Timer {
  readonly at: number;
  readonly ring: () => void;
  readonly isOurs: boolean;
}

/** A clock that stands still until it is moved. It does not begin at 0, so that no other clock's time passes for its. */
export class VirtualClock implements Clock {
  static readonly #EPOCH = 5_000_000;
  #time = VirtualClock.#EPOCH;
  #timers: Timer[] = [];

  readonly now = () => this.#time;
  readonly setTimeout = (ring: () => void, ms: number): unknown => this.#add(this.#time + ms, ring, false);
  readonly clearTimeout = (id: unknown) => {
    this.#timers = this.#timers.filter((timer) => timer !== id);
  };

  /** Milliseconds since it was made. */
  get elapsed(): number {
    return this.#time - VirtualClock.#EPOCH;
  }

  /** Timers that were set by the code under test and are still there. */
  get timers(): number {
    return this.#timers.filter(({ isOurs }) => !isOurs).length;
  }

  /** Lets a thing happen at a moment, in milliseconds since the clock was made. */
  at(ms: number, happen: () => void): void {
    this.#add(VirtualClock.#EPOCH + ms, happen, true);
  }

  /** A promise that is fulfilled at a moment. */
  when<T>(ms: number, value: T): Promise<T> {
    return new Promise((resolve) => this.at(ms, () => resolve(value)));
  }

  /** Moves to a moment, from timer to timer; after each everything runs that can. */
  async moveTo(ms: number, react: () => Promise<void> = settle): Promise<void> {
    await settle();
    while (this.#ringNext(VirtualClock.#EPOCH + ms)) await react();
    this.#time = Math.max(this.#time, VirtualClock.#EPOCH + ms);
  }

  /** Moves until the promise has settled. */
  async run<T>(promise: Promise<T>): Promise<T> {
    const outcome = outcomeOf(promise);
    await settle();
    for (let patience = 100; !outcome.settled && patience > 0; patience--) {
      // Timers far in the future are met in steps, each of which is at most as long as a timer of the platform.
      if (this.#ringNext(Infinity)) patience = 100;
      await settle();
    }
    if (!outcome.settled) throw new Error(`still pending after ${this.elapsed} ms, and nothing is to come`);
    return promise;
  }

  /** Sets the time back, as a wall clock may be; timers stay where they are. */
  turnBack(ms: number): void {
    this.#time -= ms;
  }

  /** Calls off what the test has planned; what the code under test waits for goes on. */
  callOff(): void {
    this.#timers = this.#timers.filter(({ isOurs }) => !isOurs);
  }

  #add(at: number, ring: () => void, isOurs: boolean): Timer {
    const timer = { at, ring, isOurs };
    this.#timers.push(timer);
    return timer;
  }

  /** Rings what is due next: all that is due at one moment, before anything can react to it. */
  #ringNext(until: number): boolean {
    const next = Math.min(...this.#timers.map(({ at }) => at));
    if (this.#timers.length === 0 || next > until) return false;
    this.#time = Math.max(this.#time, next);
    for (const timer of this.#timers.filter(({ at }) => at <= next)) {
      // One that rang before may have stopped it.
      if (!this.#timers.includes(timer)) continue;
      this.clearTimeout(timer);
      timer.ring();
    }
    return true;
  }
}
