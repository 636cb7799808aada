import type { Spill } from './types.js';

/** Past this many bytes on their way to the spill, a source that can wait is not read on. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** Writes to a spill, one chunk at a time, until it fails for the first time; never throws. */
export class Spiller {
  readonly #spill: Spill;
  #waitingBytes = 0;
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly reason: unknown } | undefined;
  #isTold = false;

  constructor(spill: Spill) {
    this.#spill = spill;
  }

  write(chunk: Uint8Array): void {
    const isIdle = this.#waitingBytes === 0;
    this.#waitingBytes += chunk.length;
    this.#last = isIdle ? this.#write(chunk) : this.#last.then(() => this.#write(chunk));
  }

  /** The first failure, once: a part of the result. */
  takeFailure(): { sinkError?: unknown } {
    if (!this.#failure || this.#isTold) return {};
    this.#isTold = true;
    return { sinkError: this.#failure.reason };
  }

  /** Settles when the source may be read on. */
  async room(): Promise<void> {
    if (this.#waitingBytes > MOST_WAITING_BYTES) await this.#last;
  }

  /** Waits for what was written, then closes. */
  async close(): Promise<void> {
    await this.#last;
    await this.#attempt(() => this.#spill.close?.());
  }

  async #write(chunk: Uint8Array): Promise<void> {
    if (!this.#failure) await this.#attempt(() => this.#spill.write(chunk));
    this.#waitingBytes -= chunk.length;
  }

  async #attempt(action: () => unknown): Promise<void> {
    try {
      await action();
    } catch (reason) {
      this.#failure ??= { reason };
    }
  }
}
