import { copyBytes } from '../bytes.js';
import type { CollectorOptions } from './types.js';

type OnChunk = NonNullable<CollectorOptions['onChunk']>;

/** Shows each chunk to the caller's hook. What it throws or rejects with is told once, and it sees no more. */
export class Tap {
  #onChunk: OnChunk | undefined;
  readonly #failed: (reason: unknown) => void;

  constructor(onChunk: OnChunk, failed: (reason: unknown) => void) {
    this.#onChunk = onChunk;
    this.#failed = failed;
  }

  show(chunk: Uint8Array | string, label: string | undefined): void {
    const onChunk = this.#onChunk;
    if (!onChunk) return;
    try {
      const result: unknown = onChunk(typeof chunk === 'string' ? chunk : copyBytes(chunk), label);
      if (result !== undefined) Promise.resolve(result).catch((reason) => this.#fail(reason));
    } catch (reason) {
      this.#fail(reason);
    }
  }

  #fail(reason: unknown): void {
    if (this.#onChunk) this.#failed(reason);
    this.#onChunk = undefined;
  }
}
