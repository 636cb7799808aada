import type { TruncationPolicy } from '../text/policy.js';
import type { TruncationStyle } from '../text/style.js';
import { approxTokensFromByteCount } from '../text/tokens.js';
import { type ContentItem, chargeItems, joinItems, type TruncateContentItemsOptions } from './content-items.js';
import { HeadTail } from './head-tail.js';
import { telemetryPreview } from './telemetry-preview.js';
import { type CountedText, cutInStyle, cutToTokens, markerText, type Styles } from './truncate-text.js';

/** Heading and marker come on top of the budget, and the marker counts tokens beyond it, removed or not. */
const style: TruncationStyle = {
  marker: ({ mode, omitted, excessBytes }) =>
    markerText(mode, mode === 'tokens' ? approxTokensFromByteCount(excessBytes) : omitted.scalars),
  heading: ({ tokens, lines }) =>
    `Warning: truncated output (original token count: ${tokens})\nTotal output lines: ${lines}\n\n`,
  pays: 'kept',
  tight: 'marker',
};
const styles: Styles = { tokens: style, bytes: style };

/**
 * Cuts a text as the Rust original does: keeps a beginning and an end that have the budget together, with a marker
 * between them on top of it.
 *
 * @throws {TypeError} If an argument is of the wrong kind.
 * @example
 * codex.truncateText('0123456789'.repeat(3), TruncationPolicy.tokens(2)); // '0123…6 tokens truncated…6789'
 * codex.truncateText('0123456789'.repeat(3), TruncationPolicy.bytes(8)); // '0123…22 chars truncated…6789'
 */
function truncateText(text: string, policy: TruncationPolicy): string {
  return cutInStyle('codex.truncateText', text, policy, styles).text;
}

/**
 * {@link truncateText} with a heading on top: the estimated tokens and the lines of the whole. LF ends a line.
 *
 * @throws {TypeError} If an argument is of the wrong kind.
 * @example
 * codex.formattedTruncateText('one\ntwo', TruncationPolicy.bytes(4)); // 'Warning: truncated output (original token count: 2)\nTotal output lines: 2\n\non…3 chars truncated…wo'
 */
function formattedTruncateText(text: string, policy: TruncationPolicy): string {
  return cutInStyle('codex.formattedTruncateText', text, policy, styles, true).text;
}

/**
 * {@link truncateText} with the estimated tokens of the whole if something was cut. In bytes mode a text that fits the
 * limit rounded up to whole tokens stays whole.
 *
 * @throws {TypeError} If an argument is of the wrong kind.
 * @example
 * codex.truncateWithTokenBudget('a'.repeat(21), TruncationPolicy.tokens(1)); // { text: 'aa…5 tokens truncated…aa', originalTokenCount: 6 }
 * codex.truncateWithTokenBudget('a'.repeat(21), TruncationPolicy.tokens(6)).originalTokenCount; // null
 */
function truncateWithTokenBudget(text: string, policy: TruncationPolicy): CountedText {
  return cutToTokens('codex.truncateWithTokenBudget', text, policy, styles);
}

/**
 * Cuts the items of a tool's output to one budget, in order. A text is charged its bytes or tokens: the one that the
 * budget ends in is cut to what is left, and the ones behind it are left out. An audio item is charged `audioTokens`, and
 * is left out alone if it costs more than is left. Images, encrypted content and items of other types pass, and cost
 * nothing. Notes at the end tell how many items were left out; an empty text is left out without.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind, or an audio item costs no integer >= 0.
 * @example
 * const items = [
 *   { type: 'input_text' as const, text: '0123456789' },
 *   { type: 'input_image' as const, image_url: 'data:,' },
 *   { type: 'input_text' as const, text: 'more' },
 * ];
 * const [cut, image, note] = codex.truncateContentItems(items, TruncationPolicy.bytes(4));
 * cut; // { type: 'input_text', text: '01…6 chars truncated…89' }
 * image; // { type: 'input_image', image_url: 'data:,' }
 * note; // { type: 'input_text', text: '[omitted 1 text items ...]' }
 */
function truncateContentItems(
  items: readonly ContentItem[],
  policy: TruncationPolicy,
  options?: TruncateContentItemsOptions,
): ContentItem[] {
  return chargeItems('codex.truncateContentItems', items, policy, styles, options);
}

/**
 * Cuts the texts among the items of a tool's output as one, joined by LF, by the rules of {@link formattedTruncateText}.
 * Where they do not fit, the cut text comes first and the other items, which cost nothing, behind it; its estimated
 * tokens come along. Where they fit, the items are as they were.
 *
 * @throws {TypeError} If an argument is of the wrong kind.
 * @example
 * const items = [{ type: 'input_text' as const, text: 'one' }, { type: 'input_text' as const, text: 'two' }];
 * codex.formattedTruncateContentItems(items, TruncationPolicy.tokens(1)).originalTokenCount; // 2
 * codex.formattedTruncateContentItems(items, TruncationPolicy.tokens(2)).items.length; // 2
 */
function formattedTruncateContentItems(
  items: readonly ContentItem[],
  policy: TruncationPolicy,
): { items: ContentItem[]; originalTokenCount: number | null } {
  return joinItems('codex.formattedTruncateContentItems', items, policy, styles);
}

/** The truncation of a coding agent in Rust, result for result, but for lone surrogates, which are U+FFFD here. */
export const codex = {
  truncateText,
  formattedTruncateText,
  truncateWithTokenBudget,
  truncateContentItems,
  formattedTruncateContentItems,
  HeadTail,
  telemetryPreview,
};
