import { copyBytes } from '../bytes.js';
import { Outlet } from './outlet.js';
import type { ChunkTap } from './types.js';

/** Shows each chunk to the caller's tap. What it throws or rejects with is told once, and it sees no more. */
export class Tap {
  readonly #outlet: Outlet<Uint8Array | string>;

  constructor(tap: ChunkTap | ChunkTap['write'], failed: (reason: unknown) => void) {
    const isHook = typeof tap === 'function';
    const write: ChunkTap['write'] = isHook
      ? (chunk, label) => this.#call(tap, chunk, label)
      : (chunk, label) => tap.write(chunk, label);
    this.#outlet = new Outlet(write, isHook ? undefined : tap.whenSlow, failed);
  }

  /** Of a promise that is not waited for, only a failure counts. */
  #call(hook: ChunkTap['write'], ...args: Parameters<ChunkTap['write']>): void {
    const result = hook(...args);
    if (result !== undefined) Promise.resolve(result).catch((reason) => this.#outlet.fail(reason));
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
