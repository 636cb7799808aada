import { decodeUtf8 } from './utf8.js';

/** So much of a source tells what it is. */
const LOOKED_AT_BYTES = 8192;
/** One in so many, and it is no text. */
const MOST_TEXT_PER_CONTROL = 10;
/** Controls that text does not have; terminals have BEL, BS, TAB, LF, VT, FF, CR and ESC. */
const NO_TEXT = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;

/**
 * Tells binary data from text by its first 8,192 bytes: there are two NULs, and more than a tenth of the scalar values are
 * controls that no terminal gets, or U+FFFD for what is ill-formed. A NUL alone is no sign: terminals pad with it.
 */
export class BinarySniffer {
  #leftBytes = LOOKED_AT_BYTES;
  #scalars = 0;
  #controls = 0;
  #nuls = 0;

  get isBinary(): boolean {
    return this.#nuls > 1 && this.#controls * MOST_TEXT_PER_CONTROL > this.#scalars;
  }

  /** Takes a piece that ends where a scalar value ends. */
  push(piece: Uint8Array): void {
    if (this.#leftBytes === 0) return;
    const seen = piece.subarray(0, this.#leftBytes);
    this.#leftBytes -= seen.length;
    const text = decodeUtf8(seen);
    for (const _ of text) this.#scalars++;
    this.#nuls += text.split('\0').length - 1;
    this.#controls += text.match(NO_TEXT)?.length ?? 0;
  }
}
