import { ByteHead, ByteTail } from '../bytes.js';
import type { Omission } from '../omission.js';
import type { CutSettings } from '../text/cut.js';
import { countText } from '../text/scan.js';
import type { TextTotals } from '../text/style.js';
import { approxTokensFromByteCount } from '../text/tokens.js';
import { leadingContinuations } from '../text/utf8.js';

/** The beginning and the end of a text, and its counts. */
export class TextRemains {
  readonly #budget: number;
  readonly #head: ByteHead;
  #tail: ByteTail;
  readonly #lineCounter;
  #textBytes = 0;
  #lineFeeds = 0;
  #scalars = 0;
  /** True while the last line has no break. */
  #lineIsOpen = false;
  #omittedLines = 0;
  #illFormed = false;
  #hasGap = false;
  #tailIsCut = false;
  sourceBytes = 0;

  constructor({ policy, style, headShare }: CutSettings) {
    const budget = policy.byteBudget();
    this.#budget = budget;
    this.#head = new ByteHead(budget + MOST_TRIMMED);
    this.#tail = new ByteTail(budget - Math.floor(budget * headShare) + MOST_TRIMMED);
    this.#lineCounter = style.lineCounter?.();
  }

  push(piece: Uint8Array): void {
    const counts = countText(piece);
    this.sourceBytes += piece.length;
    this.#textBytes += counts.bytes;
    this.#lineFeeds += counts.lineFeeds;
    this.#scalars += counts.scalars;
    this.#lineIsOpen = piece[piece.length - 1] !== LF;
    if (counts.bytes !== piece.length) this.#illFormed = true;
    this.#lineCounter?.push(piece);
    if (!this.#hasGap) this.#head.push(piece);
    if (this.#tail.length + piece.length > this.#tail.limit) this.#tailIsCut = true;
    this.#tail.push(piece);
  }

  omit({ bytes, lines, scalars }: Omission): void {
    if (bytes === 0) return;
    this.sourceBytes += bytes;
    this.#textBytes += bytes;
    this.#lineFeeds += lines;
    this.#omittedLines += lines;
    this.#scalars += scalars;
    this.#lineIsOpen = true;
    this.#hasGap = true;
    // From here on the tail may get all of the room, if the head ended early.
    this.#tail = new ByteTail(this.#budget + MOST_TRIMMED);
    this.#tailIsCut = true;
  }

  get total(): TextTotals {
    const lines = this.#lineCounter
      ? this.#lineCounter.lines + this.#omittedLines
      : this.#lineFeeds + (this.#lineIsOpen ? 1 : 0);
    const bytes = this.#textBytes;
    return { bytes, tokens: approxTokensFromByteCount(bytes), scalars: this.#scalars, lines };
  }

  all() {
    const trimmed = this.#tailIsCut ? leadingContinuations((index) => this.#tail.at(index), this.#tail.length) : 0;
    const { total } = this;
    const [hasGap, illFormed] = [this.#hasGap, this.#illFormed];
    return { head: this.#head.view(), tail: this.#tail.copy(trimmed), total, hasGap, illFormed };
  }
}

const LF = 0x0a;
/** A head that ends inside a scalar value, and a tail that begins in one, lose up to three bytes, and must have enough without them. */
const MOST_TRIMMED = 3;
