import { closedBeginning, Looks, RESET, sequenceEnd } from './looks.js';
import { MOST_SEQUENCE_BYTES } from './sequences.js';
import { encodeUtf8, prefixLength } from './utf8.js';

const LF = 0x0a;
/** Bytes of a reset, and of the marker of a line of 2 ** 53 - 1 bytes. */
const MOST_NOTE_BYTES = 4 + 38;
/** A line waits from the last place that is sure to stay, which is inside no scalar value and no sequence. */
const MOST_UNEVEN_BYTES = 3 + MOST_SEQUENCE_BYTES;

const lineMarker = (omittedBytes: number) => `…${omittedBytes} bytes truncated…`;

/** Takes what comes out of a {@link LineCapping}. */
export interface LineSink {
  text(bytes: Uint8Array): void;
  /** Stands for what was cut off a line: a reset where a look is open, and a marker where the limit has room for one. */
  marker(bytes: Uint8Array): void;
}

/**
 * Cuts each line to a number of bytes, its marker included, and no escape sequence. Takes well-formed pieces that end
 * where a scalar value ends. What is sure to stay goes out at once; the rest of a line that may still fit waits: no more
 * than a marker and a sequence have bytes.
 */
export class LineCapping {
  readonly #maxLineBytes: number;
  readonly #sink: LineSink;
  /** This much of a line stays, even if the longest marker comes behind it. */
  readonly #sureBytes: number;
  readonly #held: Uint8Array;
  #heldBytes = 0;
  #givenBytes = 0;
  #droppedBytes = 0;
  /** At the end of what was given. */
  readonly #looks = new Looks();
  /** Bytes of all lines that were left out. */
  omittedBytes = 0;

  constructor(maxLineBytes: number, sink: LineSink) {
    this.#maxLineBytes = maxLineBytes;
    this.#sink = sink;
    this.#sureBytes = Math.max(0, maxLineBytes - MOST_NOTE_BYTES);
    this.#held = new Uint8Array(Math.min(maxLineBytes, MOST_NOTE_BYTES + MOST_UNEVEN_BYTES));
  }

  push(piece: Uint8Array): void {
    /** Where whole lines begin that fit, and so go out together. */
    let from = 0;
    let at = 0;
    while (at < piece.length) {
      const feed = piece.indexOf(LF, at);
      const isWhole = feed >= 0 && this.#isNew && feed - at <= this.#maxLineBytes;
      if (!isWhole) {
        this.#show(piece.subarray(from, at));
        this.#take(piece.subarray(at, feed < 0 ? piece.length : feed));
        if (feed < 0) return;
        this.endLine();
        from = feed;
      }
      at = feed + 1;
    }
    this.#show(piece.subarray(from, at));
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
      const room = this.#maxLineBytes - this.#givenBytes;
      const marked = closedBeginning(held, room - encodeUtf8(lineMarker(lineBytes)).length, this.#looks);
      const { end, isOpen } = marked ?? closedBeginning(held, room, this.#looks) ?? NOTHING;
      this.#give(held.subarray(0, end));
      if (isOpen) this.#looks.clear();
      const note = (isOpen ? RESET : '') + (marked ? lineMarker(lineBytes - this.#givenBytes) : '');
      if (note !== '') this.#sink.marker(encodeUtf8(note));
      // What was dropped is counted; what waited in vain is not.
      this.omittedBytes += lineBytes - this.#givenBytes - this.#droppedBytes;
    }
    this.#heldBytes = 0;
    this.#givenBytes = 0;
    this.#droppedBytes = 0;
  }

  /** Part of a line: the first bytes go out, the next ones wait, and the rest is dropped. */
  #take(part: Uint8Array): void {
    const roomLeft = this.#droppedBytes > 0 ? 0 : this.#maxLineBytes - this.#givenBytes - this.#heldBytes;
    const fits = prefixLength(part, roomLeft);
    if (fits > 0) this.#hold(part.subarray(0, fits));
    this.#droppedBytes += part.length - fits;
    this.omittedBytes += part.length - fits;
  }

  #hold(part: Uint8Array): void {
    const waiting = this.#heldBytes === 0 ? part : this.#joined(part);
    const sure = sequenceEnd(waiting, this.#sureBytes - this.#givenBytes);
    this.#give(waiting.subarray(0, sure));
    this.#held.set(waiting.subarray(sure));
    this.#heldBytes = waiting.length - sure;
  }

  #joined(part: Uint8Array): Uint8Array {
    const all = new Uint8Array(this.#heldBytes + part.length);
    all.set(this.#held.subarray(0, this.#heldBytes));
    all.set(part, this.#heldBytes);
    return all;
  }

  /** Part of the line in hand. */
  #give(bytes: Uint8Array): void {
    this.#givenBytes += bytes.length;
    this.#show(bytes);
  }

  #show(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#looks.read(bytes);
    this.#sink.text(bytes);
  }
}

/** A limit of less bytes than a reset has shows nothing where a look is open. */
const NOTHING = { end: 0, isOpen: false };
