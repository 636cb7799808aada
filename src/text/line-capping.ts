import { encodeUtf8, prefixLength } from './utf8.js';

const LF = 0x0a;
/** Bytes of the marker of a line of 2 ** 53 - 1 bytes. */
const MOST_MARKER_BYTES = 38;
/** A line waits from the last scalar value that is sure to stay, which may end this much before the limit. */
const MOST_UNEVEN_BYTES = 3;

const lineMarker = (omittedBytes: number) => encodeUtf8(`…${omittedBytes} bytes truncated…`);

/** Takes what comes out of a {@link LineCapping}. */
export interface LineSink {
  text(bytes: Uint8Array): void;
  /** The marker of a line that was cut, where the limit has room for one. */
  marker(bytes: Uint8Array): void;
}

/**
 * Cuts each line to a number of bytes, its marker included. Takes well-formed pieces that end where a scalar value ends.
 * What is sure to stay goes out at once; the rest of a line that may still fit waits, no more than a marker has bytes.
 */
export class LineCapping {
  readonly #maxLineBytes: number;
  readonly #sink: LineSink;
  /** This much of a line stays, even if the longest marker comes behind it. */
  readonly #sureBytes: number;
  readonly #held = new Uint8Array(MOST_MARKER_BYTES + MOST_UNEVEN_BYTES);
  #heldBytes = 0;
  #givenBytes = 0;
  #droppedBytes = 0;
  /** Bytes of all lines that were left out. */
  omittedBytes = 0;

  constructor(maxLineBytes: number, sink: LineSink) {
    this.#maxLineBytes = maxLineBytes;
    this.#sink = sink;
    this.#sureBytes = Math.max(0, maxLineBytes - MOST_MARKER_BYTES);
  }

  push(piece: Uint8Array): void {
    /** Where whole lines begin that fit, and so go out together. */
    let from = 0;
    let at = 0;
    while (at < piece.length) {
      const feed = piece.indexOf(LF, at);
      const isWhole = feed >= 0 && this.#isNew && feed - at <= this.#maxLineBytes;
      if (!isWhole) {
        if (at > from) this.#sink.text(piece.subarray(from, at));
        this.#take(piece.subarray(at, feed < 0 ? piece.length : feed));
        if (feed < 0) return;
        this.endLine();
        from = feed;
      }
      at = feed + 1;
    }
    if (at > from) this.#sink.text(piece.subarray(from, at));
  }

  /** True while nothing came of the line. */
  get #isNew(): boolean {
    return this.#givenBytes + this.#heldBytes + this.#droppedBytes === 0;
  }

  /** Bytes that wait. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Gives what waits of the last line. */
  endLine(): void {
    const held = this.#held.subarray(0, this.#heldBytes);
    if (this.#droppedBytes === 0) this.#give(held);
    else {
      const lineBytes = this.#givenBytes + held.length + this.#droppedBytes;
      const markerBytes = lineMarker(lineBytes).length;
      const hasRoom = markerBytes <= this.#maxLineBytes;
      const room = this.#maxLineBytes - (hasRoom ? markerBytes : 0);
      this.#give(held.subarray(0, prefixLength(held, room - this.#givenBytes)));
      if (hasRoom) this.#sink.marker(lineMarker(lineBytes - this.#givenBytes));
      // What was dropped is counted; what waited in vain is not.
      this.omittedBytes += lineBytes - this.#givenBytes - this.#droppedBytes;
    }
    this.#heldBytes = 0;
    this.#givenBytes = 0;
    this.#droppedBytes = 0;
  }

  /** Part of a line: the first bytes go out, the next ones wait, and the rest is dropped. */
  #take(part: Uint8Array): void {
    let rest = part;
    if (this.#heldBytes === 0 && this.#droppedBytes === 0) {
      const sure = prefixLength(rest, this.#sureBytes - this.#givenBytes);
      this.#give(rest.subarray(0, sure));
      rest = rest.subarray(sure);
    }
    if (this.#droppedBytes === 0) {
      const fits = prefixLength(rest, this.#maxLineBytes - this.#givenBytes - this.#heldBytes);
      this.#held.set(rest.subarray(0, fits), this.#heldBytes);
      this.#heldBytes += fits;
      rest = rest.subarray(fits);
    }
    this.#droppedBytes += rest.length;
    this.omittedBytes += rest.length;
  }

  #give(bytes: Uint8Array): void {
    this.#givenBytes += bytes.length;
    if (bytes.length > 0) this.#sink.text(bytes);
  }
}
