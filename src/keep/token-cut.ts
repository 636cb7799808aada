import { type CutText, cutText } from '../text/cut.js';
import { estimateTokens } from '../text/estimate.js';
import { TruncationPolicy } from '../text/policy.js';
import type { CutSettings, Remains } from '../text/remains.js';
import type { Cut, TruncationStyle } from '../text/style.js';
import type { Tokenizer } from '../text/tokens.js';
import { utf8ByteLength } from '../text/utf8.js';
import { countTokens } from './count-tokens.js';

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
  return TruncationPolicy.bytes(Math.min(Number.MAX_SAFE_INTEGER, limit * HELD_BYTES_PER_TOKEN));
}

/** So near the limit, as a part of it, no further count is worth its time. */
const NEAR = 1 / 200;

/**
 * Cuts a text so that a tokenizer counts at most the limit: looks for the budget of bytes with which the engine gives as
 * much as it may. The first guess is by the estimate, each other between what fitted and what did not, and at least every
 * second one halves what is between. Only what was counted is given: a tokenizer that contradicts itself makes the text
 * shorter, never longer than it counted.
 */
export function cutToTokens(owner: string, remains: Remains, settings: CutSettings, tokenizer: Tokenizer): TokenCut {
  const { limit, mode } = settings.policy;
  const style = styleFor(settings.style, mode);
  const tryBytes = (bytes: number): Tried => {
    const cut = cutText(remains, { ...settings, style, policy: TruncationPolicy.bytes(bytes) });
    return { bytes, cut, text: textOf(cut) };
  };
  const count = ({ text }: Tried) => countTokens(owner, tokenizer, text);
  const all = tryBytes(heldPolicy(settings.policy).byteBudget());
  let fits = { bytes: 0, tokens: 0, cut: nothingOf(tryBytes(0).cut) };
  // Too much, as far as is known. All that there is may be less than what was allowed for it.
  let over = { bytes: Math.min(all.bytes, utf8ByteLength(all.text)) + 1, tokens: estimateTokens(all.text) };
  if (!all.cut.isCut) {
    const tokens = count(all);
    if (tokens <= limit) return { ...all.cut, tokens };
    over = { bytes: over.bytes - 1, tokens };
  }
  // With a marker first: of a text that has more tokens than the marker's letters, more bytes without it would fit.
  for (const bytes of leastBytes(remains, settings, style)) {
    const tried = tryBytes(bytes);
    if (bytes >= over.bytes || tried.cut.marker === '') continue;
    const tokens = count(tried);
    if (tokens > limit) continue;
    fits = { bytes, tokens, cut: tried.cut };
    break;
  }
  let guess = over.tokens <= limit ? over.bytes - 1 : between(over, fits, limit);
  for (let round = 0; over.bytes - fits.bytes > 1 && limit - fits.tokens > limit * NEAR; round++) {
    const bytes = Math.min(over.bytes - 1, Math.max(fits.bytes + 1, guess));
    const tried = round === 0 && bytes === over.bytes - 1 ? all : tryBytes(bytes);
    const tokens = count(tried);
    if (tokens <= limit) fits = { bytes, tokens, cut: tried.cut };
    else over = { bytes, tokens };
    guess = round % 2 === 0 ? between(over, fits, limit) : Math.floor((fits.bytes + over.bytes) / 2);
  }
  return { ...fits.cut, tokens: fits.tokens };
}

interface Tried {
  readonly bytes: number;
  readonly cut: CutText;
  readonly text: string;
}

interface Guess {
  readonly bytes: number;
  readonly tokens: number;
}

/** Where the limit would be if tokens were spread evenly between two guesses; a little less, to be on the right side. */
function between(over: Guess, fits: Guess, limit: number): number {
  const part = (limit * (1 - NEAR / 2) - fits.tokens) / (over.tokens - fits.tokens);
  return Math.floor(fits.bytes + (part > 0 && part < 1 ? part : 0.5) * (over.bytes - fits.bytes));
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
