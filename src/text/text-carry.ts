import { Utf8Carry } from './carry.js';
import { decodeUtf8, encodeUtf8, utf8ByteLength } from './utf8.js';

/** Takes well-formed text, and how many bytes it has in UTF-8: as many as it has code units if it is ASCII. */
export type UseText = (text: string, textBytes: number) => void;

const REPLACEMENT = '\ufffd';
/** From here on the engine encodes faster than a loop counts. */
const LONG_UNITS = 256;
/** Up to here its memory is not worth a thought. */
const MOST_UNITS = 65_536;

/** Bytes and strings in, well-formed text out. Holds at most three bytes, or one half of a surrogate pair. */
export class TextCarry {
  readonly #carry = new Utf8Carry();

  /** What is held, in bytes of the source; half of a pair as the U+FFFD that it would be. */
  get pendingBytes(): number {
    return this.#carry.pendingBytes;
  }

  write(chunk: Uint8Array | string, use: UseText): void {
    // A string that needs no mending is not taken apart.
    if (typeof chunk === 'string' && this.pendingBytes === 0 && chunk.isWellFormed()) {
      if (chunk !== '') use(chunk, byteLength(chunk));
    } else {
      this.#carry.write(chunk, (piece) => give(piece, use));
    }
  }

  flush(use: UseText): void {
    this.#carry.flush((piece) => give(piece, use));
  }
}

function byteLength(text: string): number {
  const isLong = text.length >= LONG_UNITS && text.length <= MOST_UNITS;
  return isLong ? encodeUtf8(text).length : utf8ByteLength(text);
}

function give(piece: Uint8Array, use: UseText): void {
  const text = decodeUtf8(piece);
  // Only where a part is replaced do text and source differ in length; the engine finds that out far faster than a loop.
  use(text, text.includes(REPLACEMENT) ? utf8ByteLength(text) : piece.length);
}
