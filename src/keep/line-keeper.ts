import type { Bytes } from '../bytes.js';
import type { Omission } from '../omission.js';
import { LineCapping } from '../text/line-capping.js';
import { Looks, RESET, RESET_BYTES } from '../text/looks.js';
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

/** One kind of lines that are kept, and how much of them. */
export interface LineKind {
  readonly test: LineTest;
  /** Bytes of their text. */
  readonly textBytes: number;
  /** Bytes of their text with what is held beside it. */
  readonly heldBytes: number;
}

/** How lines are kept. */
export interface LineKeeping {
  readonly kinds: readonly LineKind[];
  readonly maxLineBytes: number;
  /** True if no look of a line goes on behind it. */
  readonly closesLooks: boolean;
}

/** Finds the lines of a text that are to be kept, and holds as much of each kind as it may: the first and the last ones. */
export class LineKeeper {
  readonly #keeping: LineKeeping;
  readonly #kept: readonly KeptLines[];
  readonly #held = new HeldLine(MOST_LINE_BYTES);
  #index = 0;
  #at: TextPlace = { bytes: 0, scalars: 0 };
  #lineStart = this.#at;
  #sourceBytes = 0;
  #lineSourceStart = 0;

  constructor(keeping: LineKeeping) {
    this.#keeping = keeping;
    this.#kept = keeping.kinds.map((kind) => new KeptLines(kind));
  }

  /** The lines of each kind. */
  get lines(): readonly (readonly KeptLine[])[] {
    return this.#kept.map(({ lines }) => lines);
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
    const { kinds, maxLineBytes, closesLooks } = this.#keeping;
    const takers = this.#kept.filter((_, i) => kinds[i]!.test(text, this.#lineSourceStart));
    if (takers.length === 0) return;
    const shown = closesLooks ? closedLine(text, maxLineBytes) : cappedLine(text, maxLineBytes);
    const sourceBytes = this.#sourceBytes - this.#lineSourceStart - shown.omitted.bytes;
    const kept = { index: this.#index, start: this.#lineStart, end: this.#at, sourceBytes, ...shown };
    for (const lines of takers) lines.add(kept);
  }
}

/** The first lines of one kind that fit half of the room, and the last ones that fit the other half. */
class KeptLines {
  readonly #kind: LineKind;
  readonly #first: KeptLine[] = [];
  #firstPart = 0;
  #last: KeptLine[] = [];
  #lastPart = 0;

  constructor(kind: LineKind) {
    this.#kind = kind;
  }

  get lines(): readonly KeptLine[] {
    return [...this.#first, ...this.#last];
  }

  add(line: KeptLine): void {
    const part = this.#partOf(line);
    if (this.#last.length === 0 && this.#firstPart + part <= 1 / 2) {
      this.#first.push(line);
      this.#firstPart += part;
      return;
    }
    this.#last.push(line);
    this.#lastPart += part;
    while (this.#lastPart > 1 / 2) this.#lastPart -= this.#partOf(this.#last.shift()!);
    // Sums of fractions drift.
    if (this.#last.length === 0) this.#lastPart = 0;
  }

  /** What a line takes of the room: of that for text, or of that for all that is held, whichever is tighter. */
  #partOf({ text }: KeptLine): number {
    const { textBytes, heldBytes } = this.#kind;
    return Math.max((text.length + 1) / textBytes, (text.length + LINE_OVERHEAD_BYTES) / heldBytes);
  }
}

interface ShownLine {
  readonly text: string;
  readonly omitted: TextPlace;
}

/** A line that no look leaves: what shows behind it stood elsewhere. */
function closedLine(line: string, maxLineBytes: number): ShownLine {
  const capped = cappedLine(line, maxLineBytes);
  const bytes = encodeUtf8(capped.text);
  if (!new Looks().areOpenBehind(bytes)) return capped;
  if (bytes.length + RESET_BYTES <= maxLineBytes) return { ...capped, text: capped.text + RESET };
  return cappedLine(line, Math.max(1, maxLineBytes - RESET_BYTES));
}

function cappedLine(line: string, maxLineBytes: number): ShownLine {
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
