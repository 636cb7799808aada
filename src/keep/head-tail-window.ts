import { ByteHead, ByteTail, copyBytes, type OwnedBytes } from '../bytes.js';
import { Omission } from '../omission.js';
import { countBreaksAndStarts } from '../text/scan.js';
import { leadingContinuations } from '../text/utf8.js';

/** Head and tail since the last drain, and the counts of all that came. */
export class HeadTailWindow {
  readonly #head: ByteHead;
  readonly #tail: ByteTail;
  readonly #aligned: boolean;
  readonly #counted: boolean;
  /** True once an `Omission` came: what comes now belongs to the tail. */
  #headEnded = false;
  #lines = 0;
  #scalars = 0;
  totalBytes = 0;
  /** The part of the head that stays, whatever comes. */
  settledHeadLength = 0;

  constructor(headBytes: number, tailBytes: number, aligned: boolean, counted: boolean) {
    this.#head = new ByteHead(headBytes);
    this.#tail = new ByteTail(tailBytes);
    this.#aligned = aligned;
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
    return this.totalBytes > this.#head.length + this.#tail.length;
  }

  get headLength(): number {
    return this.#isCut ? this.settledHeadLength : this.#head.length;
  }

  #settleHead(): void {
    const { length } = this.#head;
    this.settledHeadLength = this.#aligned ? this.#head.wholeLength : length;
  }

  get #tailStart(): number {
    if (!this.#isCut || !this.#aligned) return 0;
    return leadingContinuations((index) => this.#tail.at(index), this.#tail.length);
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
