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
  #droppedBytes = 0;

  constructor(spill: Spill) {
    this.#spill = spill;
  }

  write(chunk: Uint8Array): void {
    if (this.#drops && this.#waitingBytes > MOST_WAITING_BYTES) {
      this.#droppedBytes += chunk.length;
      return;
    }
    const isIdle = this.#waitingBytes === 0;
    this.#waitingBytes += chunk.length;
    this.#last = isIdle ? this.#write(chunk) : this.#last.then(() => this.#write(chunk));
  }

  get #drops(): boolean {
    return this.#spill.whenSlow === 'drop';
  }

  /** The first failure, once, and what was dropped so far: a part of the result. */
  tell(): { sinkError?: unknown; spillOmittedBytes?: number } {
    const isNew = this.#failure && !this.#isTold;
    this.#isTold ||= this.#failure !== undefined;
    return {
      ...(isNew && { sinkError: this.#failure?.reason }),
      ...(this.#droppedBytes > 0 && { spillOmittedBytes: this.#droppedBytes }),
    };
  }

  /** Settles when the source may be read on. */
  async room(): Promise<void> {
    if (!this.#drops && this.#waitingBytes > MOST_WAITING_BYTES) await this.#last;
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
