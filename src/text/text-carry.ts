import { Utf8Carry } from './carry.js';
import { decodeUtf8, encodeUtf8, prefixLength, utf8ByteLength } from './utf8.js';

/** Takes well-formed text, and how many bytes it has in UTF-8: as many as it has code units if it is ASCII. */
export type UseText = (text: string, textBytes: number) => void;

const REPLACEMENT = '\ufffd';
/**
 * The most that is used at a time, in bytes and in code units. Engines keep the last text alive that a regular expression
 * matched in, and a slice all of its text: this bounds both.
 */
const MOST_UNITS = 65_536;
/** From here on the engine encodes faster than a loop counts. */
const LONG_UNITS = 256;

/** Bytes and strings in, pieces of well-formed text out. Holds at most three bytes, or one half of a surrogate pair. */
export class TextCarry {
  readonly #carry = new Utf8Carry();

  /** What is held, in bytes of the source; half of a pair as the U+FFFD that it would be. */
  get pendingBytes(): number {
    return this.#carry.pendingBytes;
  }

  write(chunk: Uint8Array | string, use: UseText): void {
    // A string that needs no mending is not taken apart.
    if (typeof chunk === 'string' && chunk.length <= MOST_UNITS && this.pendingBytes === 0 && chunk.isWellFormed()) {
      if (chunk !== '') use(chunk, chunk.length < LONG_UNITS ? utf8ByteLength(chunk) : encodeUtf8(chunk).length);
    } else {
      this.#carry.write(chunk, (piece) => giveParts(piece, use));
    }
  }

  flush(use: UseText): void {
    this.#carry.flush((piece) => giveParts(piece, use));
  }
}

function giveParts(piece: Uint8Array, use: UseText): void {
  for (let at = 0; at < piece.length; ) {
    const rest = at === 0 ? piece : piece.subarray(at);
    const end = rest.length <= MOST_UNITS ? rest.length : prefixLength(rest, MOST_UNITS);
    give(rest.subarray(0, end), use);
    at += end;
  }
}

function give(piece: Uint8Array, use: UseText): void {
  const text = decodeUtf8(piece);
  // Only where a part is replaced do text and source differ in length; the engine finds that out far faster than a loop.
  use(text, text.includes(REPLACEMENT) ? utf8ByteLength(text) : piece.length);
}
