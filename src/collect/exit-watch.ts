import type { CheckedWindow } from './options.js';

/** Watches the `exited` promise of a window; the same promise in the next window is not watched twice. */
export class ExitWatch {
  #promise: PromiseLike<unknown> | undefined;
  /** When it was seen to have settled, on the clock of the window that saw it. */
  settledAt = Infinity;
  /** `{ exit }` once the promise is fulfilled: a part of the result. */
  result: { exit?: unknown } = {};

  /** True while a settlement would still tell something. */
  get isAwaited(): boolean {
    return this.#promise !== undefined && this.settledAt === Infinity;
  }

  watch({ exited, clock }: CheckedWindow, settled: (failure?: { reason: unknown }) => void): void {
    if (exited === this.#promise) return;
    this.#promise = exited;
    this.settledAt = Infinity;
    this.result = {};
    const finish = (result: { exit?: unknown }, failure?: { reason: unknown }) => {
      if (this.#promise !== exited) return;
      this.settledAt = clock.now();
      this.result = result;
      settled(failure);
    };
    if (exited === undefined) return;
    // Not by a "then" of its own: that may throw, or call back more than once.
    Promise.resolve(exited).then(
      (exit) => finish({ exit }),
      (reason) => finish({}, { reason }),
    );
  }
}
