/** Counts the lines of a text that comes in pieces of UTF-8, none of which ends inside a scalar value. */
export interface LineCounter {
  push(piece: Uint8Array): void;
  /** Lines so far; a break at the very end opens none. */
  readonly lines: number;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Lines as Python's `str.splitlines` sees them: broken at LF, CR, CRLF, VT, FF, FS, GS, RS, NEL (U+0085),
 * U+2028 and U+2029.
 */
export class UnicodeLineCounter implements LineCounter {
  #breaks = 0;
  /** True while something stands behind the last break. */
  #open = false;
  #afterCr = false;

  get lines(): number {
    return this.#breaks + (this.#open ? 1 : 0);
  }

  push(piece: Uint8Array): void {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]!;
      const length = breakLength(piece, i);
      // The LF of a CRLF belongs to the break that its CR made.
      if (byte === LF && this.#afterCr) this.#breaks--;
      this.#afterCr = byte === CR;
      this.#open = length === 0;
      if (length > 0) {
        this.#breaks++;
        i += length - 1;
      }
    }
  }
}

/** How many bytes the line break at `at` has; 0 where there is none. */
function breakLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (byte >= LF && byte <= CR) return 1;
  if (byte >= 0x1c && byte <= 0x1e) return 1;
  if (byte === 0xc2 && bytes[at + 1] === 0x85) return 2;
  if (byte === 0xe2 && bytes[at + 1] === 0x80 && (bytes[at + 2]! | 1) === 0xa9) return 3;
  return 0;
}
