import { ByteHead, type Bytes, NO_BYTES } from '../bytes.js';

/**
 * One line as it comes, without its break: its bytes while it has at most `maxBytes` and nothing is missing in it, and
 * its counts in any case. Holds at most `maxBytes` bytes, in a buffer that grows to that size.
 */
export class HeldLine {
  readonly maxBytes: number;
  readonly #held: ByteHead;
  #bytes = 0;
  #missingBytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
    this.#held = new ByteHead(maxBytes);
  }

  /** Bytes of the line that came. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes that were left out of it on the way here. */
  get missingBytes(): number {
    return this.#missingBytes;
  }

  push(part: Bytes): void {
    this.#bytes += part.length;
    if (this.#isWhole) this.#held.push(part);
    else this.#held.clear();
  }

  omit(bytes: number): void {
    if (bytes === 0) return;
    this.#missingBytes += bytes;
    this.#held.clear();
  }

  /**
   * Takes the last part and gives all of the line, which is good until the next push; undefined if it was not held.
   * The counts stay until `clear`.
   */
  end(lastPart: Bytes = NO_BYTES): Bytes | undefined {
    const isFirst = this.#bytes === 0;
    // Most lines come in one part, and that need not be copied.
    if (isFirst) this.#bytes = lastPart.length;
    else this.push(lastPart);
    if (!this.#isWhole) return undefined;
    return isFirst ? lastPart : this.#held.view();
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
    this.#missingBytes = 0;
  }

  get #isWhole(): boolean {
    return this.#missingBytes === 0 && this.#bytes <= this.maxBytes;
  }
}
