import { checkPolicy, checkText, checkWhole } from '../checks.js';
import { UnicodeLineCounter } from '../text/lines.js';
import { TruncationPolicy } from '../text/policy.js';
import { countText } from '../text/scan.js';
import { strictStyle, type TruncationStyle } from '../text/style.js';
import { approxTokensFromByteCount, checkLimit } from '../text/tokens.js';
import { decodeUtf8, encodeUtf8, prefixLength, suffixStart } from '../text/utf8.js';
import { type CountedText, cutInStyle, cutToTokens, markerText, type Styles } from './truncate-text.js';

/** Keeps room for a marker that counts all tokens, whatever the marker then counts. */
const paid: TruncationStyle = {
  marker: ({ mode, omitted }) => markerText(mode, mode === 'tokens' ? omitted.tokens : omitted.scalars),
  reservedMarker: ({ mode, total }) => markerText(mode, total.tokens),
  heading: strictStyle.heading,
  lineCounter: () => new UnicodeLineCounter(),
  pays: 'reserved',
  tight: 'marker',
};

const styles: Styles = { tokens: paid, bytes: { ...paid, pays: 'kept' } };
const paidStyles: Styles = { tokens: paid, bytes: paid };

/**
 * Cuts a text as the Python original does. In tokens mode the marker comes out of the budget of four bytes a token, and
 * where it does not fit it stands alone, cut to the budget. In bytes mode it comes on top.
 *
 * @throws {TypeError} If an argument is of the wrong kind.
 * @example
 * agentsPython.truncateText('0123456789'.repeat(6), TruncationPolicy.tokens(8)); // '012…14 tokens truncated…6789'
 * agentsPython.truncateText('0123456789'.repeat(6), TruncationPolicy.bytes(8)); // '0123…52 chars truncated…6789'
 */
function truncateText(text: string, policy: TruncationPolicy): string {
  return cutInStyle('agentsPython.truncateText', text, policy, styles).text;
}

/**
 * {@link truncateText} with a heading that tells how many lines the whole has, by Python's rule for lines. In tokens mode
 * the budget pays for the heading, which is left out where it does not fit beside the marker.
 *
 * @throws {TypeError} If an argument is of the wrong kind.
 * @example
 * agentsPython.formattedTruncateText('one\rtwo\rthree', TruncationPolicy.bytes(6)); // 'Total output lines: 3\n\none…7 chars truncated…ree'
 */
function formattedTruncateText(text: string, policy: TruncationPolicy): string {
  return cutInStyle('agentsPython.formattedTruncateText', text, policy, styles, true).text;
}

/**
 * {@link formattedTruncateText} to a number of tokens, or of the whole text where it is null, with the estimated tokens
 * of the whole if something was cut.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind, or `maxTokens` is no integer.
 * @example
 * agentsPython.formattedTruncateTextWithTokenCount('a'.repeat(99), 6); // { text: '…25 tokens truncated', originalTokenCount: 25 }
 * agentsPython.formattedTruncateTextWithTokenCount('a'.repeat(9), null); // { text: 'aaaaaaaaa', originalTokenCount: null }
 */
function formattedTruncateTextWithTokenCount(text: string, maxTokens: number | null): CountedText {
  const owner = 'agentsPython.formattedTruncateTextWithTokenCount';
  if (maxTokens === null) return { text: checkText(owner, 'text', text).toWellFormed(), originalTokenCount: null };
  return cutInStyle(owner, text, TruncationPolicy.tokens(checkLimit(owner, 'maxTokens', maxTokens)), styles, true);
}

/**
 * Cuts a text to whole tokens, with its estimated tokens if something was cut. In bytes mode a text that fits the limit
 * rounded up to whole tokens stays whole. The budget pays for a marker with the number of all tokens; the number of
 * scalar values that the bytes mode shows may have more digits, and these come on top.
 *
 * @throws {TypeError} If an argument is of the wrong kind.
 * @example
 * agentsPython.truncateWithTokenBudget('a'.repeat(40), TruncationPolicy.tokens(8)); // { text: 'aaa…9 tokens truncated…aaaa', originalTokenCount: 10 }
 * agentsPython.truncateWithTokenBudget('a'.repeat(40), TruncationPolicy.bytes(37)).originalTokenCount; // null
 */
function truncateWithTokenBudget(text: string, policy: TruncationPolicy): CountedText {
  return cutToTokens('agentsPython.truncateWithTokenBudget', text, policy, paidStyles);
}

/**
 * The longest beginning and end of a text that have at most so many bytes of UTF-8, cut between scalar values, and how
 * many scalar values are between. What the beginning holds is not in the end; a negative limit is 0.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind, or a limit is no integer.
 * @example
 * agentsPython.splitString('a🦊bc🦊d', 3, 6); // { removedChars: 2, prefix: 'a', suffix: 'c🦊d' }
 */
function splitString(
  text: string,
  beginningBytes: number,
  endBytes: number,
): { removedChars: number; prefix: string; suffix: string } {
  const owner = 'agentsPython.splitString';
  const bytes = encodeUtf8(checkText(owner, 'text', text));
  const end = prefixLength(bytes, checkLimit(owner, 'beginningBytes', beginningBytes));
  const start = Math.max(end, suffixStart(bytes, checkLimit(owner, 'endBytes', endBytes)));
  const removedChars = countText(bytes.subarray(end, start)).scalars;
  return { removedChars, prefix: decodeUtf8(bytes.subarray(0, end)), suffix: decodeUtf8(bytes.subarray(start)) };
}

/**
 * Halves a budget; the end gets the odd byte.
 *
 * @throws {TypeError} If `budget` is no number. @throws {RangeError} If it is no integer.
 * @example
 * agentsPython.splitBudget(7); // { left: 3, right: 4 }
 */
function splitBudget(budget: number): { left: number; right: number } {
  const left = Math.floor(checkWhole('agentsPython.splitBudget', 'budget', budget) / 2);
  return { left, right: budget - left };
}

/**
 * What a marker counts: tokens, estimated from the bytes removed, or the scalar values removed.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind, or a count is no integer.
 * @example
 * agentsPython.removedUnitsForSource(TruncationPolicy.tokens(1), 9, 5); // 3
 * agentsPython.removedUnitsForSource(TruncationPolicy.bytes(1), 9, 5); // 5
 */
function removedUnitsForSource(policy: TruncationPolicy, removedBytes: number, removedChars: number): number {
  const owner = 'agentsPython.removedUnitsForSource';
  const bytes = checkWhole(owner, 'removedBytes', removedBytes);
  const chars = checkWhole(owner, 'removedChars', removedChars);
  return checkPolicy(owner, policy).mode === 'tokens' ? approxTokensFromByteCount(bytes) : chars;
}

/**
 * The marker for so many tokens or scalar values, by the mode of the policy.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind, or the count is no integer.
 * @example
 * agentsPython.formatTruncationMarker(TruncationPolicy.bytes(1), 12); // '…12 chars truncated…'
 */
function formatTruncationMarker(policy: TruncationPolicy, removedCount: number): string {
  const owner = 'agentsPython.formatTruncationMarker';
  return markerText(checkPolicy(owner, policy).mode, checkWhole(owner, 'removedCount', removedCount));
}

/**
 * Puts a cut text together.
 *
 * @throws {TypeError} If an argument is no string.
 * @example
 * agentsPython.assembleTruncatedOutput('be', 'nd', '…3 chars truncated…'); // 'be…3 chars truncated…nd'
 */
function assembleTruncatedOutput(prefix: string, suffix: string, marker: string): string {
  const owner = 'agentsPython.assembleTruncatedOutput';
  const text =
    checkText(owner, 'prefix', prefix) + checkText(owner, 'marker', marker) + checkText(owner, 'suffix', suffix);
  return text.toWellFormed();
}

/** The truncation of an agents SDK in Python, result for result, but for lone surrogates, which are U+FFFD here. */
export const agentsPython = {
  truncateText,
  formattedTruncateText,
  formattedTruncateTextWithTokenCount,
  truncateWithTokenBudget,
  splitString,
  splitBudget,
  removedUnitsForSource,
  formatTruncationMarker,
  assembleTruncatedOutput,
};
