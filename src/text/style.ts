import { estimateTokens } from './estimate.js';
import type { LineCounter } from './lines.js';
import type { Tokenizer } from './tokens.js';

/** An amount of text, in every unit that a marker may name. */
export interface TextAmount {
  readonly bytes: number;
  /** `bytes` / 4, rounded up. */
  readonly tokens: number;
  readonly scalars: number;
}

/** All of a text: what a heading may name. */
export interface TextTotals extends TextAmount {
  /** By the line rule of the style. */
  readonly lines: number;
}

/** What a {@link TruncationStyle} is told of a cut. */
export interface Cut {
  readonly mode: 'bytes' | 'tokens';
  readonly total: TextTotals;
  readonly omitted: TextAmount;
  /** Bytes of the text beyond the budget, which is less than what is omitted where a cut falls inside a scalar value. */
  readonly excessBytes: number;
}

/** How a cut text looks, and what its budget pays for. */
export interface TruncationStyle {
  /** Stands where the text is cut. */
  marker(cut: Cut): string;
  /** The marker that room is kept for. The marker of a cut that omits everything, unless given. */
  reservedMarker?(cut: Cut): string;
  /** Stands before a cut text, where the caller asks for it. */
  heading(total: TextTotals): string;
  /** Makes the counter of `total.lines`: LF ends a line and a final LF opens none, unless given. */
  lineCounter?(): LineCounter;
  /**
   * What comes out of the budget. `'all'`: heading and marker. `'reserved'`: the heading and the reserved marker, however
   * long the marker turns out to be. `'kept'`: neither, both come on top.
   */
  readonly pays: 'all' | 'reserved' | 'kept';
  /** Counts the tokens of a policy in tokens, unless the caller gives another tokenizer; four bytes each without. */
  readonly tokenizer?: Tokenizer;
  /** What stands alone where the budget has no room for the reserved marker: the head, or as much of the marker as fits. */
  readonly tight: 'head' | 'marker';
}

/**
 * The default: the text with heading and marker is never larger than the budget, and a marker is whole or absent.
 *
 * @example
 * const style = { ...strictStyle, marker: ({ omitted }: { omitted: { bytes: number } }) => `[${omitted.bytes} bytes cut]` };
 * truncate('0123456789abcdefghij', TruncationPolicy.bytes(18), { style }).text; // '01[16 bytes cut]ij'
 */
export const strictStyle: TruncationStyle = {
  marker: ({ mode, omitted }) => `…${omitted[mode]} ${mode} truncated…`,
  heading: ({ lines }) => `Total output lines: ${lines}\n\n`,
  pays: 'all',
  tight: 'head',
};

/**
 * {@link strictStyle}, with {@link estimateTokens} for what a token is: the text has at most the limit by it, and so, of
 * nearly all texts, by a tokenizer too.
 *
 * @example
 * const text = '老磨坊立在河湾旁'.repeat(9);
 * truncate(text, TruncationPolicy.tokens(40), { style: estimateStyle }).text; // '老磨坊立在河湾旁老…40 tokens truncated…湾旁老磨坊立在河湾旁'
 * estimateTokens(truncate(text, TruncationPolicy.tokens(40), { style: estimateStyle }).text); // 39
 */
export const estimateStyle: TruncationStyle = {
  marker: strictStyle.marker,
  heading: strictStyle.heading,
  pays: 'all',
  tight: 'head',
  tokenizer: { name: 'estimate', count: estimateTokens },
};
