import type { Spill } from './types.js';

/** Past this many bytes on their way to the spill, a source that can wait is not read on. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** Writes to a spill until it fails for the first time; never throws. */
export class Spiller {
  readonly #spill: Spill;
  #waitingBytes = 0;
  #settled: (() => void)[] = [];
  #failure: { readonly reason: unknown } | undefined;
  #isTold = false;

  constructor(spill: Spill) {
    this.#spill = spill;
  }

  write(chunk: Uint8Array): void {
    if (this.#failure) return;
    this.#waitingBytes += chunk.length;
    this.#attempt(() => this.#spill.write(chunk)).then(() => {
      this.#waitingBytes -= chunk.length;
      for (const wake of this.#settled.splice(0)) wake();
    });
  }

  /** The first failure, once: a part of the result. */
  takeFailure(): { sinkError?: unknown } {
    if (!this.#failure || this.#isTold) return {};
    this.#isTold = true;
    return { sinkError: this.#failure.reason };
  }

  /** Settles when the source may be read on. */
  async room(): Promise<void> {
    while (!this.#failure && this.#waitingBytes > MOST_WAITING_BYTES) await this.#nextSettled();
  }

  /** Waits for what was written, then closes. */
  async close(): Promise<void> {
    while (this.#waitingBytes > 0) await this.#nextSettled();
    await this.#attempt(() => this.#spill.close?.());
  }

  #nextSettled(): Promise<void> {
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  async #attempt(action: () => unknown): Promise<void> {
    try {
      await action();
    } catch (reason) {
      this.#failure ??= { reason };
    }
  }
}
