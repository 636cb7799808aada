import { copyBytes } from '../bytes.js';
import type { CollectorOptions } from './types.js';

/** Shows each chunk to the hook of a caller, until that fails for the first time. */
export class Tap {
  #onChunk: CollectorOptions['onChunk'];
  readonly #failed: (reason: unknown) => void;

  constructor(onChunk: CollectorOptions['onChunk'], failed: (reason: unknown) => void) {
    this.#onChunk = onChunk;
    this.#failed = failed;
  }

  show(chunk: Uint8Array | string, label: string | undefined): void {
    const onChunk = this.#onChunk;
    if (!onChunk) return;
    try {
      // Copied: a hook that writes into its chunk would write into the source's.
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
