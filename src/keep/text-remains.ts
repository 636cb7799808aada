import { ByteHead, ByteTail } from '../bytes.js';
import type { Omission } from '../omission.js';
import type { Mark } from '../text/borders.js';
import { LineCapping } from '../text/line-capping.js';
import type { CutSettings, Remains } from '../text/remains.js';
import { countText } from '../text/scan.js';
import { LOOK_BYTES } from '../text/soft-borders.js';
import type { TextTotals } from '../text/style.js';
import { approxTokensFromByteCount } from '../text/tokens.js';
import { decodeUtf8, encodeUtf8, leadingContinuations } from '../text/utf8.js';
import { LineKeeper } from './line-keeper.js';
import type { LineTest } from './line-test.js';

const LF = 0x0a;
/**
 * A head that ends inside a scalar value, and a tail that begins in one, lose up to three bytes, and must have enough
 * without them.
 */
const MOST_TRIMMED = 3;
/** Lines that are kept have their share of the budget and of this, and some room beside that. */
const MOST_KEPT_BYTES = 1 << 20;
const BESIDE_KEPT_BYTES = 8192;
/** A cluster goes on, or does not, by the scalar value behind it. */
const MOST_BEHIND = 4;

/** The beginning and the end of a text, as much of each as a cut may need, and the counts of all of it. */
export class TextRemains {
  readonly #budget: number;
  readonly #head: ByteHead;
  #tail: ByteTail;
  /** What a tail has beyond the budget, for its border. */
  readonly #spareTail: number;
  readonly #lineCounter;
  readonly #lineCap: LineCapping | undefined;
  readonly #keeper: LineKeeper | undefined;
  #textBytes = 0;
  #lineFeeds = 0;
  #scalars = 0;
  /** True while the last line has no break. */
  #lineIsOpen = false;
  /** True while the last line that head and tail were given has no break. One that may be cut waits, and is not theirs. */
  #shownIsOpen = false;
  #omittedLines = 0;
  #illFormed = false;
  #hasGap = false;
  #tailIsCut = false;
  /** Bytes that head and tail were given since the beginning, or since the last gap. */
  #shownBytes = 0;
  #headMarks: Mark[] = [];
  #tailMarks: Mark[] = [];
  sourceBytes = 0;

  /** `tests` tell the lines of each of the kinds that have shares. */
  constructor({ policy, style, headShare, maxLineBytes, at, keptShares }: CutSettings, tests: readonly LineTest[]) {
    const budget = policy.byteBudget();
    this.#budget = budget;
    const looks = at.graphemes !== undefined || at.wholeSequences;
    this.#head = new ByteHead(budget + MOST_TRIMMED + (looks ? MOST_BEHIND : 0));
    this.#spareTail = MOST_TRIMMED + (looks ? LOOK_BYTES : 0);
    this.#tail = new ByteTail(budget - Math.floor(budget * headShare) + this.#spareTail);
    this.#lineCounter = style.lineCounter?.();
    const kinds = tests.map((test, i) => {
      const roomOf = (bytes: number) => Math.min(bytes, MOST_KEPT_BYTES) * keptShares[i]! + BESIDE_KEPT_BYTES;
      return { test, textBytes: roomOf(budget), heldBytes: roomOf(MOST_KEPT_BYTES) };
    });
    if (kinds.length > 0) this.#keeper = new LineKeeper({ kinds, maxLineBytes, closesLooks: at.wholeSequences });
    if (maxLineBytes === Infinity) return;
    this.#lineCap = new LineCapping(maxLineBytes, {
      text: (bytes) => this.#show(bytes),
      marker: (bytes) => this.#mark(bytes),
    });
  }

  /** Takes a piece of UTF-8 that ends where a scalar value ends. */
  push(piece: Uint8Array): void {
    const counts = countText(piece);
    this.sourceBytes += piece.length;
    this.#textBytes += counts.bytes;
    this.#lineFeeds += counts.lineFeeds;
    this.#scalars += counts.scalars;
    this.#lineIsOpen = piece[piece.length - 1] !== LF;
    this.#lineCounter?.push(piece);
    this.#keeper?.push(piece);
    if (this.#lineCap) {
      const isAscii = counts.scalars === piece.length && counts.bytes === piece.length;
      // Limits of lines are limits of the text: what is ill-formed is measured, and kept, as its U+FFFD.
      this.#lineCap.push(isAscii ? piece : encodeUtf8(decodeUtf8(piece)));
    } else {
      if (!counts.isWellFormed) this.#illFormed = true;
      this.#show(piece);
    }
  }

  omit(omission: Omission): void {
    const { bytes, lines, scalars } = omission;
    if (bytes === 0) return;
    this.#lineCap?.endLine();
    this.#keeper?.omit(omission);
    this.sourceBytes += bytes;
    this.#textBytes += bytes;
    this.#lineFeeds += lines;
    this.#omittedLines += lines;
    this.#scalars += scalars;
    this.#lineIsOpen = true;
    this.#hasGap = true;
    // From here on the tail may get all of the room, if the head ended early.
    this.#tail = new ByteTail(this.#budget + this.#spareTail);
    this.#tailIsCut = true;
    this.#shownBytes = 0;
    this.#tailMarks = [];
  }

  /** Nothing more comes. */
  end(): void {
    this.#lineCap?.endLine();
  }

  get total(): TextTotals {
    const bytes = this.#textBytes;
    const lines = this.#lineCounter ? this.#lineCounter.lines + this.#omittedLines : this.#lines;
    return { bytes, tokens: approxTokensFromByteCount(bytes), scalars: this.#scalars, lines };
  }

  all(): Remains {
    const trimmed = this.#tailIsCut ? leadingContinuations((index) => this.#tail.at(index), this.#tail.length) : 0;
    const tailAt = this.#shownBytes - this.#tail.length + trimmed;
    const tailMarks = this.#tailMarks.map(({ start, end }) => ({ start: start - tailAt, end: end - tailAt }));
    const illFormed = this.#illFormed;
    return {
      head: { bytes: this.#head.view(), marks: this.#headMarks, illFormed },
      tail: { bytes: this.#tail.copy(trimmed), marks: tailMarks, illFormed },
      total: this.total,
      lines: this.#lineFeeds + (this.#shownIsOpen ? 1 : 0),
      lineFeeds: this.#lineFeeds,
      keptLines: this.#keeper?.lines ?? [],
      shownBytes: this.#lineCap ? this.#shownBytes : this.#textBytes,
      hasGap: this.#hasGap,
    };
  }

  get #lines(): number {
    return this.#lineFeeds + (this.#lineIsOpen ? 1 : 0);
  }

  #show(bytes: Uint8Array): void {
    if (!this.#hasGap) this.#head.push(bytes);
    if (this.#tail.length + bytes.length > this.#tail.limit) this.#tailIsCut = true;
    this.#tail.push(bytes);
    this.#shownBytes += bytes.length;
    this.#shownIsOpen = bytes[bytes.length - 1] !== LF;
  }

  #mark(bytes: Uint8Array): void {
    const mark = { start: this.#shownBytes, end: this.#shownBytes + bytes.length };
    this.#show(bytes);
    if (!this.#hasGap && mark.start < this.#head.limit) this.#headMarks.push(mark);
    const tailAt = this.#shownBytes - this.#tail.length;
    while (this.#tailMarks.length > 0 && this.#tailMarks[0]!.end <= tailAt) this.#tailMarks.shift();
    this.#tailMarks.push(mark);
  }
}
