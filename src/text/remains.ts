import type { CutAt, Part } from './borders.js';
import type { KeptLine } from './middle.js';
import type { TruncationPolicy } from './policy.js';
import type { TextTotals, TruncationStyle } from './style.js';

/** What is left of a text that may be too long: its beginning, its end, and the counts of all of it. */
export interface Remains {
  /** The first bytes: all there are, or at least as many as the budget. May end inside a scalar value. */
  readonly head: Part;
  /** The last bytes, from the beginning of a scalar value on. */
  readonly tail: Part;
  readonly total: TextTotals;
  /** Lines of what is shown if nothing more is cut, broken by LF. */
  readonly lines: number;
  readonly lineFeeds: number;
  /** Lines that are kept between head and tail if they can be, of each kind; one may be of several. */
  readonly keptLines: readonly (readonly KeptLine[])[];
  /** Bytes of the text that are shown if nothing more is cut, the markers of cut lines included. */
  readonly shownBytes: number;
  /** True if something is missing between the two that the budget alone would not have cut. */
  readonly hasGap: boolean;
}

export interface CutSettings {
  readonly policy: TruncationPolicy;
  readonly style: TruncationStyle;
  readonly heading: boolean;
  readonly headShare: number;
  readonly maxLines: number;
  readonly maxLineBytes: number;
  readonly at: CutAt;
  /** The parts of the room that the kept lines of each kind may have. */
  readonly keptShares: readonly number[];
}
