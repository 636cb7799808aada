import { writeSync } from 'node:fs';

/** A program that reads takes what waits within this; one that does not is asked again, and nothing else waits for it. */
const RETRY_MS = 5;

/**
 * Writes to the descriptor of a terminal, which does not block, in order. The platform's own stream for it waits inside of
 * one call until all is taken, which holds the whole host up for as long as the program does not read.
 */
export class TerminalWriter {
  readonly #fd: number;
  readonly #isClosed: () => boolean;
  #waiting: Uint8Array[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `isClosed` is asked before each write: another file may have the descriptor then. */
  constructor(fd: number, isClosed: () => boolean) {
    this.#fd = fd;
    this.#isClosed = isClosed;
  }

  write(chars: string): void {
    if (chars !== '') this.#waiting.push(Buffer.from(chars));
    if (this.#timer === undefined) this.#writeAll();
  }

  #writeAll(): void {
    this.#timer = undefined;
    for (let bytes = this.#waiting[0]; bytes; bytes = this.#waiting[0]) {
      const size = this.#isClosed() ? undefined : this.#writeSome(bytes);
      if (size === undefined) {
        this.#waiting = [];
        return;
      }
      if (size === 0) {
        this.#timer = setTimeout(() => this.#writeAll(), RETRY_MS).unref();
        return;
      }
      if (size === bytes.length) this.#waiting.shift();
      else this.#waiting[0] = bytes.subarray(size);
    }
  }

  /** How many bytes were taken; undefined if nobody is there to take any. */
  #writeSome(bytes: Uint8Array): number | undefined {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : undefined;
    }
  }
}
