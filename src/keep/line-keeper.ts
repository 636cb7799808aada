import type { Bytes } from '../bytes.js';
import type { Omission } from '../omission.js';
import { LineCapping } from '../text/line-capping.js';
import type { KeptLine, TextPlace } from '../text/middle.js';
import { countText } from '../text/scan.js';
import { decodeUtf8, encodeUtf8 } from '../text/utf8.js';
import { HeldLine } from './held-line.js';
import type { LineTest } from './line-test.js';

/** A longer line is not looked at. */
const MOST_LINE_BYTES = 8192;
/** What a line takes beside its text. */
const LINE_OVERHEAD_BYTES = 128;
const LF = 0x0a;

/** Which lines are kept, and how much of them. */
export interface LineKeeping {
  readonly test: LineTest;
  readonly maxBytes: number;
  readonly maxLineBytes: number;
}

/** Finds the lines of a text that are to be kept, and holds as much of them as it may: the first and the last ones. */
export class LineKeeper {
  readonly #keeping: LineKeeping;
  readonly #held = new HeldLine(MOST_LINE_BYTES);
  #index = 0;
  #at: TextPlace = { bytes: 0, scalars: 0 };
  #lineStart = this.#at;
  #sourceBytes = 0;
  #lineSourceStart = 0;
  readonly #first: KeptLine[] = [];
  #firstBytes = 0;
  #last: KeptLine[] = [];
  #lastBytes = 0;

  constructor(keeping: LineKeeping) {
    this.#keeping = keeping;
  }

  get lines(): readonly KeptLine[] {
    return [...this.#first, ...this.#last];
  }

  /** Takes a piece of UTF-8 that ends where a scalar value ends. */
  push(piece: Bytes): void {
    for (let at = 0; at < piece.length; ) {
      const feed = piece.indexOf(LF, at);
      const part = piece.subarray(at, feed < 0 ? piece.length : feed);
      const { bytes, scalars } = countText(part);
      this.#move(bytes, scalars, part.length);
      if (feed < 0) {
        this.#held.push(part);
        return;
      }
      const line = this.#held.end(part);
      this.#move(1, 1, 1);
      if (line) this.#take(line);
      this.#index++;
      this.#beginLine();
      at = feed + 1;
    }
  }

  omit({ bytes, lines, scalars }: Omission): void {
    this.#move(bytes, scalars, bytes);
    this.#index += lines;
    // What is left of a line behind a gap is a line.
    this.#beginLine();
  }

  #beginLine(): void {
    this.#held.clear();
    this.#lineStart = this.#at;
    this.#lineSourceStart = this.#sourceBytes;
  }

  #move(bytes: number, scalars: number, sourceBytes: number): void {
    this.#at = { bytes: this.#at.bytes + bytes, scalars: this.#at.scalars + scalars };
    this.#sourceBytes += sourceBytes;
  }

  #take(line: Bytes): void {
    const text = decodeUtf8(line);
    if (!this.#keeping.test(text, this.#lineSourceStart)) return;
    const capped = cappedLine(text, this.#keeping.maxLineBytes);
    const sourceBytes = this.#sourceBytes - this.#lineSourceStart - capped.omitted.bytes;
    this.#keep({ index: this.#index, start: this.#lineStart, end: this.#at, sourceBytes, ...capped });
  }

  /** The first half of the room is for the first ones. */
  #keep(line: KeptLine): void {
    const { maxBytes } = this.#keeping;
    const bytes = costOf(line);
    if (this.#last.length === 0 && this.#firstBytes + bytes <= maxBytes / 2) {
      this.#first.push(line);
      this.#firstBytes += bytes;
      return;
    }
    this.#last.push(line);
    this.#lastBytes += bytes;
    while (this.#lastBytes > maxBytes / 2) this.#lastBytes -= costOf(this.#last.shift()!);
  }
}

const costOf = ({ text }: KeptLine) => text.length + LINE_OVERHEAD_BYTES;

function cappedLine(line: string, maxLineBytes: number): { text: string; omitted: TextPlace } {
  if (maxLineBytes === Infinity) return { text: line, omitted: { bytes: 0, scalars: 0 } };
  let text = '';
  let kept = 0;
  const cap = new LineCapping(maxLineBytes, {
    text: (bytes) => {
      const part = decodeUtf8(bytes);
      text += part;
      kept += [...part].length;
    },
    marker: (bytes) => {
      text += decodeUtf8(bytes);
    },
  });
  cap.push(encodeUtf8(line));
  cap.endLine();
  return { text, omitted: { bytes: cap.omittedBytes, scalars: [...line].length - kept } };
}
