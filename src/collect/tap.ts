import { copyBytes } from '../bytes.js';
import { Outlet } from './outlet.js';
import type { CollectorOptions } from './types.js';

/** Shows each chunk to the caller's hook. What it throws or rejects with is told once, and it sees no more. */
export class Tap {
  readonly #outlet: Outlet<Uint8Array | string>;

  constructor(onChunk: NonNullable<CollectorOptions['onChunk']>, failed: (reason: unknown) => void) {
    this.#outlet =
      typeof onChunk === 'function'
        ? new Outlet((chunk, label) => this.#watch(onChunk(chunk, label)), undefined, failed)
        : new Outlet((chunk, label) => onChunk.write(chunk, label), onChunk.whenSlow, failed);
  }

  /** What a function gives is not waited for. */
  #watch(shown: unknown): void {
    if (shown !== undefined) Promise.resolve(shown).catch((reason) => this.#outlet.fail(reason));
  }

  show(chunk: Uint8Array | string, label: string | undefined): void {
    this.#outlet.push(typeof chunk === 'string' ? chunk : copyBytes(chunk), label);
  }

  /** What was dropped so far: a part of the result. */
  tell(): { onChunkOmittedBytes?: number } {
    const { omittedBytes } = this.#outlet;
    return omittedBytes > 0 ? { onChunkOmittedBytes: omittedBytes } : {};
  }

  /** Settles when the source may be read on; undefined if that is now. */
  room(): Promise<void> | undefined {
    return this.#outlet.room();
  }

  /** Settles when all was shown; undefined if that is now. */
  close(): Promise<void> | undefined {
    return this.#outlet.isRunning ? this.#outlet.done() : undefined;
  }
}
