import { type CutText, cutText } from '../text/cut.js';
import { estimateTokens } from '../text/estimate.js';
import { TruncationPolicy } from '../text/policy.js';
import type { CutSettings, Remains } from '../text/remains.js';
import type { Cut, TruncationStyle } from '../text/style.js';
import type { Tokenizer } from '../text/tokens.js';
import { utf8ByteLength } from '../text/utf8.js';
import { countTokens } from './count-tokens.js';
import { longRuns } from './long-runs.js';

/** A text that was cut to what a tokenizer counts. */
export interface TokenCut extends CutText {
  /** What the tokenizer counts in all of it: heading, marker and what is kept. */
  readonly tokens: number;
}

/**
 * Bytes that are held for a token. Text has two to five, tables and indented code ten; of one that has still more, rules
 * as long as a page for example, less is kept than the limit would allow.
 */
const HELD_BYTES_PER_TOKEN = 32;

/** What has to be held of a text that is to be cut to so many tokens. */
export function heldPolicy({ limit }: TruncationPolicy): TruncationPolicy {
  return TruncationPolicy.bytes(heldBytes(limit));
}

const heldBytes = (tokens: number) => Math.min(Number.MAX_SAFE_INTEGER, tokens * HELD_BYTES_PER_TOKEN);

/** So near the limit, as a part of it, no further count is worth its time. */
const NEAR = 1 / 200;

/**
 * The squares of the bytes of long runs, summed, that a tokenizer is given at most: a run of 46,340 letters, or two of
 * 32,768 on both sides of a marker. Of more, less is kept.
 */
const MOST_SQUARES = 2 ** 31;

/**
 * Cuts a text so that a tokenizer counts at most the limit in what is given, as a whole. While the cut is looked for, long
 * runs are counted in pieces, which is faster, and nearly the same: where it is less, the next cut aims lower by as much
 * as it was over, and by twice as much each time. Only what was counted is given: a tokenizer that contradicts itself makes
 * the text shorter, never longer than it counted.
 */
export function cutToTokens(owner: string, remains: Remains, settings: CutSettings, tokenizer: Tokenizer): TokenCut {
  const { limit } = settings.policy;
  const count = counterOf(owner, tokenizer);
  let less = 0;
  for (let aim = limit; ; aim = Math.max(0, aim - less)) {
    const { cut, text, isWhole, ...found } = bestCut(remains, settings, aim, count);
    const tokens = isWhole ? found.tokens : countTokens(owner, tokenizer, text);
    if (tokens <= limit) return { ...cut, tokens };
    less = Math.max(2 * less, tokens - limit);
  }
}

interface Tried {
  readonly bytes: number;
  readonly cut: CutText;
  readonly text: string;
}

/** Tokens of a whole text, or of its pieces. */
interface Count {
  readonly tokens: number;
  readonly isWhole: boolean;
}

/**
 * Looks for the budget of bytes with which the engine gives as much as it may. The first guess is by the estimate, each
 * other where the last two counts point to; at least every third one halves what is between what fitted and what did not,
 * as factors, so that no text is tried that is far too long.
 */
function bestCut(
  remains: Remains,
  settings: CutSettings,
  limit: number,
  count: (text: string) => Count,
): Tried & Count {
  const style = styleFor(settings.style, settings.policy.mode);
  const tryBytes = (bytes: number): Tried => {
    const cut = cutText(remains, { ...settings, style, policy: TruncationPolicy.bytes(bytes) });
    return { bytes, cut, text: textOf(cut) };
  };
  const counted = (tried: Tried) => ({ ...tried, ...count(tried.text) });
  const all = tryBytes(heldBytes(limit));
  let fits: Tried & Count = { bytes: 0, cut: nothingOf(tryBytes(0).cut), text: '', tokens: 0, isWhole: true };
  // Too much, as far as is known. All that there is may be less than what was allowed for it.
  let overBytes = Math.min(all.bytes, utf8ByteLength(all.text)) + 1;
  let last: Guess = { bytes: overBytes, tokens: estimateTokens(all.text) };
  if (!all.cut.isCut) {
    const found = counted(all);
    if (found.tokens <= limit) return found;
    overBytes--;
    last = { bytes: overBytes, tokens: found.tokens };
  }
  // With a marker first: of a text that has more tokens than the marker's letters, more bytes without it would fit.
  for (const bytes of leastBytes(remains, settings, style)) {
    const tried = tryBytes(bytes);
    if (bytes >= overBytes || tried.cut.marker === '') continue;
    const found = counted(tried);
    if (found.tokens > limit) continue;
    fits = found;
    break;
  }
  let guess = last.tokens <= limit ? overBytes - 1 : pointed(fits, last, limit);
  last = fits;
  for (let round = 1; overBytes - fits.bytes > 1 && limit - fits.tokens > limit * NEAR; round++) {
    const halved = Math.floor(Math.sqrt(fits.bytes * overBytes));
    const bytes = Math.min(overBytes - 1, Math.max(fits.bytes + 1, (round % 3 > 0 && guess) || halved));
    const found = counted(round === 1 && bytes === overBytes - 1 ? all : tryBytes(bytes));
    if (found.tokens <= limit) fits = { ...found, bytes };
    else overBytes = bytes;
    guess = pointed(last, found, limit);
    last = { bytes, tokens: found.tokens };
  }
  return fits;
}

/** Counts texts for the search: those with long runs in pieces, and those with too long ones not at all. */
function counterOf(owner: string, tokenizer: Tokenizer): (text: string) => Count {
  const tokensOf = (text: string) => countTokens(owner, tokenizer, text);
  // The estimate takes as long for any text.
  if (tokenizer.count === estimateTokens) return (text) => ({ tokens: tokensOf(text), isWhole: true });
  return (text) => {
    const { cuts, squares } = longRuns(text);
    if (squares > MOST_SQUARES) return { tokens: Infinity, isWhole: true };
    if (cuts.length === 0) return { tokens: tokensOf(text), isWhole: true };
    const ends = [...cuts, text.length];
    return {
      tokens: ends.reduce((sum, end, n) => sum + tokensOf(text.slice(cuts[n - 1] ?? 0, end)), 0),
      isWhole: false,
    };
  };
}

interface Guess {
  readonly bytes: number;
  readonly tokens: number;
}

/**
 * Where the limit would be if tokens were spread evenly from one guess to the other and on; a little less, to be on the right
 * side. Not a number where they point nowhere.
 */
function pointed(one: Guess, other: Guess, limit: number): number {
  const bytesPerToken = (other.bytes - one.bytes) / (other.tokens - one.tokens);
  return bytesPerToken > 0 ? Math.floor(other.bytes + (limit * (1 - NEAR / 2) - other.tokens) * bytesPerToken) : NaN;
}

/** The bytes from which on heading and marker show, and the marker alone. */
function leastBytes({ total }: Remains, { heading, policy }: CutSettings, style: TruncationStyle): number[] {
  const nothingKept = { mode: policy.mode, total, omitted: total, excessBytes: total.bytes };
  const markerBytes = utf8ByteLength(String(style.reservedMarker?.(nothingKept) ?? style.marker(nothingKept)));
  return heading ? [markerBytes + utf8ByteLength(String(style.heading(total))), markerBytes] : [markerBytes];
}

const textOf = ({ heading, head, middle, marker, tail }: CutText) => heading + head + middle + marker + tail;

/** A cut that shows nothing: what some styles show without any room was not counted. */
function nothingOf(cut: CutText): CutText {
  return { ...cut, heading: '', middle: '', marker: '' };
}

/** The engine is given bytes, and the style shall be told of tokens. */
function styleFor(style: TruncationStyle, mode: TruncationPolicy['mode']): TruncationStyle {
  const told = (cut: Cut) => ({ ...cut, mode });
  const reservedMarker = style.reservedMarker && ((cut: Cut) => style.reservedMarker!(told(cut)));
  return {
    heading: (total) => style.heading(total),
    marker: (cut) => style.marker(told(cut)),
    ...(reservedMarker && { reservedMarker }),
    pays: style.pays,
    tight: style.tight,
  };
}
