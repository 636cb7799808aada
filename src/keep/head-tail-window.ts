import { ByteHead, ByteTail, concatBytes, copyBytes, NO_BYTES, type OwnedBytes } from '../bytes.js';
import { Omission } from '../omission.js';
import { Looks, sequenceEnd } from '../text/looks.js';
import { countBreaksAndStarts } from '../text/scan.js';
import { MOST_SEQUENCE_BYTES, restOfSequence } from '../text/sequences.js';
import { leadingContinuations } from '../text/utf8.js';

/** Head and tail since the last drain, and the counts of all that came. */
export class HeadTailWindow {
  readonly #head: ByteHead;
  readonly #tail: ByteTail;
  readonly #tailBytes: number;
  readonly #align: 'scalar' | 'sequence' | 'byte';
  readonly #counted: boolean;
  /** True once an `Omission` came: what comes now belongs to the tail. */
  #headEnded = false;
  #lines = 0;
  #scalars = 0;
  totalBytes = 0;
  /** The part of the head that stays, whatever comes. */
  settledHeadLength = 0;

  constructor(headBytes: number, tailBytes: number, align: 'scalar' | 'sequence' | 'byte', counted: boolean) {
    this.#head = new ByteHead(headBytes);
    // What stands before a tail tells whether it starts inside a sequence.
    this.#tail = new ByteTail(tailBytes + (align === 'sequence' ? MOST_SEQUENCE_BYTES : 0));
    this.#tailBytes = tailBytes;
    this.#align = align;
    this.#counted = counted;
  }

  push(bytes: Uint8Array): void {
    this.totalBytes += bytes.length;
    if (this.#counted) {
      const { lineFeeds, starts } = countBreaksAndStarts(bytes);
      this.#lines += lineFeeds;
      this.#scalars += starts;
    }
    const taken = this.#headEnded ? 0 : this.#head.push(bytes);
    if (taken > 0) this.#settleHead();
    if (taken < bytes.length) this.#tail.push(taken === 0 ? bytes : bytes.subarray(taken));
  }

  omit({ bytes, lines, scalars }: Omission): void {
    if (bytes === 0) return;
    this.totalBytes += bytes;
    this.#lines += lines;
    this.#scalars += scalars;
    this.#headEnded = true;
    this.#tail.clear();
  }

  get #isCut(): boolean {
    return this.totalBytes > this.#head.length + Math.min(this.#tailBytes, this.#tail.length);
  }

  get headLength(): number {
    return this.#isCut ? this.settledHeadLength : this.#head.length;
  }

  #settleHead(): void {
    const { length, wholeLength } = this.#head;
    if (this.#align === 'sequence') this.settledHeadLength = sequenceEnd(this.#head.view(), length);
    else this.settledHeadLength = this.#align === 'scalar' ? wholeLength : length;
  }

  get #tailStart(): number {
    if (!this.#isCut) return 0;
    const tail = this.#tail;
    const start = Math.max(0, tail.length - this.#tailBytes);
    if (this.#align === 'byte') return start;
    const whole = start + leadingContinuations((index) => tail.at(start + index), tail.length - start);
    if (this.#align === 'scalar') return whole;
    return whole + this.#restOfSequence(whole);
  }

  /** Bytes of the tail behind `start` that end a sequence which begins before it, in the head perhaps. */
  #restOfSequence(start: number): number {
    const [head, tail] = [this.#head, this.#tail];
    const from = Math.max(0, start - MOST_SEQUENCE_BYTES);
    const length = Math.min(tail.length, start + MOST_SEQUENCE_BYTES) - from;
    const around = Uint8Array.from({ length }, (_, index) => tail.at(from + index));
    const isJoined = this.totalBytes === head.length + tail.length;
    const before = isJoined ? head.view(Math.max(0, head.length - MOST_SEQUENCE_BYTES)) : NO_BYTES;
    return restOfSequence(concatBytes([before, around]), before.length + start - from);
  }

  /** True if the head ends in a look that goes on behind it, where sequences count. */
  get leavesLookOpen(): boolean {
    return this.#align === 'sequence' && new Looks().areOpenBehind(this.viewHead(0, this.headLength));
  }

  get tailLength(): number {
    return this.#tail.length - this.#tailStart;
  }

  /** Good until the next push. */
  viewHead(start: number, end: number): OwnedBytes {
    return this.#head.view(start, end);
  }

  copyHead(start = 0, end = this.headLength): OwnedBytes {
    return copyBytes(this.#head.view(), start, end);
  }

  copyTail(): OwnedBytes {
    return this.#tail.copy(this.#tailStart);
  }

  /** All that came since the last drain. */
  get came() {
    return { bytes: this.totalBytes, lines: this.#lines, scalars: this.#scalars };
  }

  /** Head and tail in chunks that hold something: copies, or views that are good until the next push. */
  ends(asViews: boolean) {
    const head = asViews ? this.viewHead(0, this.headLength) : this.copyHead();
    const tail = asViews ? this.#tail.views(this.#tailStart) : [this.copyTail()];
    return { head: head.length > 0 ? [head] : [], tail: tail.filter(({ length }) => length > 0) };
  }

  omission(): Omission {
    const bytes = this.totalBytes - this.headLength - this.tailLength;
    if (!this.#counted) return new Omission({ bytes, lines: 0, scalars: 0 });
    let lines = this.#lines;
    let scalars = this.#scalars;
    for (const kept of [this.#head.view(0, this.headLength), ...this.#tail.views(this.#tailStart)]) {
      const { lineFeeds, starts } = countBreaksAndStarts(kept);
      lines -= lineFeeds;
      scalars -= starts;
    }
    return new Omission({ bytes, lines, scalars });
  }

  clear(): void {
    this.#head.clear();
    this.#tail.clear();
    this.#headEnded = false;
    this.#lines = 0;
    this.#scalars = 0;
    this.totalBytes = 0;
    this.settledHeadLength = 0;
  }
}
