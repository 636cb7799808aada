import { checkBoolean, checkChoice, checkInteger, checkNumber, checkOptions, show } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import type { CutSettings } from '../text/remains.js';
import { strictStyle, type TruncationStyle } from '../text/style.js';
import type { Tokenizer } from '../text/tokens.js';
import { tokenizerOf } from './count-tokens.js';
import { checkLineTest } from './line-test.js';

export const DEFAULT_KEPT_SHARE = 0.25;

/** How a text is cut to its policy. */
export interface TruncateOptions {
  /** Puts the heading of the style before a cut text: how many lines the whole has. Off unless asked for. */
  heading?: boolean;
  /** {@link strictStyle} unless given. */
  style?: TruncationStyle;
  /** The part of the room that is for the head, from 0 to 1; 0.5 unless given. */
  headShare?: number;
  /** Lines of the text at most, heading and marker included; LF ends a line. */
  maxLines?: number;
  /**
   * Bytes of each line at most: a longer one keeps its beginning, and a marker with the bytes that are missing. The line
   * that the marker of the cut is in keeps to it as well, if the marker itself is not longer.
   */
  maxLineBytes?: number;
  /**
   * Where the text is cut: between scalar values, the default; between clusters of them that are read as one, by
   * `Intl.Segmenter`, which not every runtime has (a cluster of more than 256 bytes is still cut); or between lines (of a
   * text without a line that fits, still between scalar values).
   */
  cut?: 'scalar' | 'grapheme' | 'line';
  /**
   * Cuts no escape sequence, as `AnsiStrip` may keep them (one of more than 256 bytes is still cut), and ends a look, a
   * colour for example, that is open where the head or a kept line ends: a reset (`ESC [0m`, 4 bytes of the budget) stands
   * before the marker. Where no marker fits, the head is alone, without a reset. `maxLineBytes` does so in any case.
   */
  wholeSequences?: boolean;
  /**
   * Counts the tokens of a policy in tokens, in place of four bytes each: it is given the text as a whole, heading and
   * marker included, and counts at most the limit. The text comes within 2 percent of the limit, or 8 tokens, if the
   * marker fits. Holds 32 bytes a token: of a text that has more, less is kept. Is asked some ten times, for no more than
   * what is held; never for what was left out, whose tokens are still estimated.
   *
   * Many tokenizers take the square of the length of a run of one kind, letters or spaces for example. While the cut is
   * looked for, longer runs than 1,024 bytes are counted in pieces; what is given has runs of 46,340 bytes, or of 32,768 on
   * both sides of the marker, at most, and less is kept of longer ones. One of 40,000 letters takes `gpt-tokenizer` a
   * second; `js-tiktoken`, which takes minutes for it, is better asked through a wrapper of yours that cuts runs.
   */
  tokenizer?: Tokenizer;
  /** Lines that stay, wherever they stand; several kinds of them each have a share of their own. */
  keepLines?: KeepLinesOptions | readonly KeepLinesOptions[];
}

/** Which lines stay when a text is cut: the first and the last ones that fit their share, each group behind a marker. */
export interface KeepLinesOptions {
  /** Tried on each line without its break, up to 8,192 bytes: one that is longer does not stay for it. */
  pattern?: RegExp;
  /** Tried in place of a pattern; also told at which byte of the source the line begins. */
  test?: (line: string, startBytes: number) => boolean;
  /**
   * The part of the room that they may have, from 0 to 1; 0.25 unless given. All shares have a sum of 1 at most. What they do
   * not need is for head and tail.
   */
  share?: number;
}

export function checkedTruncation(owner: string, policy: TruncationPolicy, options: TruncateOptions | undefined) {
  if (!(policy instanceof TruncationPolicy)) {
    throw new TypeError(`${owner}: policy must be a TruncationPolicy, got ${show(policy)}`);
  }
  const given = checkOptions(owner, options);
  const { heading = false, style = strictStyle, headShare = 0.5, cut = 'scalar', wholeSequences = false } = given;
  const { maxLines = Infinity, maxLineBytes = Infinity } = given;
  checkBoolean(owner, 'heading', heading);
  checkNumber(owner, 'headShare', headShare, 0, 1);
  if (typeof style?.marker !== 'function' || typeof style.heading !== 'function') {
    throw new TypeError(`${owner}: style must be a TruncationStyle, got ${show(style)}`);
  }
  if (maxLines !== Infinity) checkInteger(owner, 'maxLines', maxLines, 1);
  if (maxLineBytes !== Infinity) checkInteger(owner, 'maxLineBytes', maxLineBytes, 1);
  checkBoolean(owner, 'wholeSequences', wholeSequences);
  const unit = checkChoice(owner, 'cut', cut, ['scalar', 'grapheme', 'line']);
  const graphemes = unit === 'grapheme' ? segmenter(owner) : undefined;
  const at = { wholeLines: unit === 'line', graphemes, wholeSequences };
  const { tests, keptShares } = checkedKeepLines(owner, given.keepLines);
  const settings: CutSettings = { policy, style, heading, headShare, maxLines, maxLineBytes, at, keptShares };
  return { settings, tests, tokenizer: tokenizerOf(owner, settings, given.tokenizer) };
}

/** The kinds of lines that stay, as a list. */
export function kindsOf(keepLines: TruncateOptions['keepLines']): readonly KeepLinesOptions[] {
  if (keepLines === undefined) return [];
  return Array.isArray(keepLines) ? keepLines : [keepLines as KeepLinesOptions];
}

function checkedKeepLines(owner: string, given: TruncateOptions['keepLines']) {
  const name = `${owner}: keepLines`;
  const kinds = kindsOf(given).map((kind) => {
    const options = checkOptions(name, kind);
    const { share = DEFAULT_KEPT_SHARE } = options;
    return { test: checkLineTest(name, options), share: checkNumber(name, 'share', share, 0, 1) };
  });
  const keptShares = kinds.map(({ share }) => share);
  checkSum(`${owner}: shares of keepLines`, keptShares);
  return { tests: kinds.map(({ test }) => test), keptShares };
}

/** @throws {RangeError} If shares are more than there is. */
export function checkSum(what: string, shares: readonly number[]): void {
  const sum = shares.reduce((total, share) => total + share, 0);
  // Sums of fractions drift.
  if (sum > 1 + 1e-9) throw new RangeError(`${what} must have a sum of 1 at most, got ${sum}`);
}

function segmenter(owner: string): Intl.Segmenter {
  if (typeof Intl === 'object' && typeof Intl.Segmenter === 'function') return new Intl.Segmenter();
  throw new TypeError(`${owner}: cut cannot be 'grapheme': this runtime has no Intl.Segmenter`);
}
