import { utf8ByteLength } from '../text/utf8.js';
import type { WhenSlow } from './types.js';

/** Past this many bytes on their way, a source that can wait is not read on, or chunks are dropped. */
const MOST_WAITING_BYTES = 1024 * 1024;

interface Waiting<T> {
  readonly chunk: T;
  readonly label: string | undefined;
  readonly bytes: number;
}

/** Gives chunks to a side that may be slow, one at a time, until it fails for the first time; never throws. */
export class Outlet<T extends Uint8Array | string> {
  readonly #write: (chunk: T, label: string | undefined) => unknown;
  readonly #drops: boolean;
  readonly #failed: (reason: unknown) => void;
  #queue: Waiting<T>[] = [];
  #waitingBytes = 0;
  #waiters: (() => void)[] = [];
  #hasFailed = false;
  #done: Promise<void> = Promise.resolve();
  /** True while something waits, or is being written. */
  isRunning = false;
  /** Bytes that were dropped; strings count by their UTF-8. */
  omittedBytes = 0;

  constructor(
    write: (chunk: T, label: string | undefined) => unknown,
    whenSlow: WhenSlow | undefined,
    failed: (reason: unknown) => void,
  ) {
    this.#write = write;
    this.#drops = whenSlow === 'drop';
    this.#failed = failed;
  }

  /** Takes a chunk that nobody else has; what takes it at once is given it at once. */
  push(chunk: T, label?: string): void {
    if (this.#hasFailed) return;
    const bytes = typeof chunk === 'string' ? utf8ByteLength(chunk) : chunk.length;
    if (this.#drops && this.#waitingBytes > MOST_WAITING_BYTES) {
      this.omittedBytes += bytes;
      return;
    }
    this.#queue.push({ chunk, label, bytes });
    this.#waitingBytes += bytes;
    if (!this.isRunning) this.#done = this.#run();
  }

  /** Settles when a source that can wait may be read on; undefined if that is now. */
  room(): Promise<void> | undefined {
    return this.#isFull ? new Promise((resolve) => this.#waiters.push(resolve)) : undefined;
  }

  /** Settles when all is written that was pushed. */
  async done(): Promise<void> {
    while (this.isRunning) await this.#done;
  }

  async #run(): Promise<void> {
    this.isRunning = true;
    while (this.#queue.length > 0) {
      const queue = this.#queue;
      this.#queue = [];
      for (const { chunk, label, bytes } of queue) {
        try {
          const written = this.#write(chunk, label);
          if (written !== undefined) await written;
        } catch (reason) {
          this.fail(reason);
          break;
        }
        this.#waitingBytes -= bytes;
        this.#wake();
      }
    }
    this.isRunning = false;
  }

  /** Tells of the first failure; nothing is written after it. */
  fail(reason: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#failed(reason);
    this.#queue = [];
    this.#waitingBytes = 0;
    this.#wake();
  }

  get #isFull(): boolean {
    return !this.#drops && this.#waitingBytes > MOST_WAITING_BYTES;
  }

  #wake(): void {
    if (!this.#isFull) for (const wake of this.#waiters.splice(0)) wake();
  }
}
