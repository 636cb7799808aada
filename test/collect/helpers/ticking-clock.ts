import type { Clock } from '../../../src/index.js';

/** A clock that goes on only while the program has its turns: a timer of its own moves it by 10 ms. */
export class TickingClock implements Clock {
  #ticks = 0;
  readonly #timer = setInterval(() => {
    this.#ticks++;
  }, 1);

  readonly now = () => this.#ticks * 10;
  readonly setTimeout = (ring: () => void, ms: number) => setTimeout(ring, ms);
  readonly clearTimeout = (id: unknown) => clearTimeout(id as number);

  stop(): void {
    clearInterval(this.#timer);
  }
}
