import { checkPolicy } from '../checks.js';
import { checkTokenizer } from '../keep/count-tokens.js';
import { checkFunction, checkOptions } from '../options.js';
import type { TruncationPolicy } from '../text/policy.js';
import { approxTokenCount, approxTokensFromByteCount, type Tokenizer } from '../text/tokens.js';
import { utf8ByteLength } from '../text/utf8.js';
import { truncate } from '../transforms/budget-truncate.js';
import { chargeItems, type OmittedItems, textCosts } from './charge-items.js';
import {
  type AudioItem,
  type ContentItem,
  checkItems,
  type Modalities,
  type Passing,
  passingFor,
  type TextItem,
} from './content-items.js';

/** What a model takes, and what it costs. */
export interface ContentItemsOptions {
  /** What the model takes; all but images in their own size unless given. */
  modalities?: Modalities;
  /** Counts the tokens of texts and notes, in place of four bytes each; for a policy in tokens. */
  tokenizer?: Tokenizer;
  /** What an audio item costs, in tokens; estimated from the bytes of its `audio_url` unless given. */
  audioTokens?: (item: AudioItem) => number;
}

/** What became of the items. Bytes are those of their texts, notes apart. */
export interface ContentItemsReport {
  /** True if a text was cut, or an item left out. */
  truncated: boolean;
  totalBytes: number;
  keptBytes: number;
  omittedBytes: number;
  totalTokens: number;
  omittedTokens: number;
  /** How many items of each kind were left out as a whole. */
  omittedItems: OmittedItems;
}

/**
 * Cuts the items of a tool's output to one budget, in order. A text costs its bytes, or the estimate of its tokens: the one
 * that the budget ends in is cut to what is left, and the ones behind it are left out. An audio item costs `audioTokens`,
 * and is left out alone if it costs more than is left. Images and encrypted items cost nothing and keep their places, if
 * the modalities allow them; the detail that an image asks for becomes the nearest that is allowed. Notes at the end tell
 * how many items were left out: the budget pays for them, and where it could not pay for notes of all, there are none.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const items = [
 *   { type: 'input_text' as const, text: '0123456789'.repeat(9) },
 *   { type: 'input_image' as const, image_url: 'data:,', detail: 'original' as const },
 *   { type: 'input_text' as const, text: 'more' },
 * ];
 * const [cut, image, note] = truncateContentItems(items, TruncationPolicy.bytes(64)).items;
 * cut; // { type: 'input_text', text: '0123456…76 bytes truncated…3456789' }
 * image; // { type: 'input_image', image_url: 'data:,', detail: 'high' }
 * note; // { type: 'input_text', text: '[omitted 1 text items ...]' }
 */
export function truncateContentItems<C extends ContentItem>(
  items: readonly C[],
  policy: TruncationPolicy,
  options?: ContentItemsOptions,
): { items: (C | TextItem)[]; report: ContentItemsReport } {
  const owner = 'truncateContentItems';
  return chargedItems(owner, items, policy, options, passingFor(owner, checkOptions(owner, options).modalities));
}

export function chargedItems<C extends ContentItem>(
  owner: string,
  items: readonly C[],
  policy: TruncationPolicy,
  options: ContentItemsOptions | undefined,
  passing: Passing,
): { items: (C | TextItem)[]; report: ContentItemsReport } {
  const { tokenizer } = checkOptions(owner, options);
  const { mode } = checkPolicy(owner, policy);
  checkTokenizer(owner, mode, tokenizer);
  const { audioTokens = ({ audio_url }: AudioItem) => approxTokenCount(audio_url) } = checkOptions(owner, options);
  let totalBytes = 0;
  for (const item of checkItems(owner, items)) if (item.type === 'input_text') totalBytes += utf8ByteLength(item.text);
  const charged = chargeItems(items, {
    owner,
    policy,
    cut: (text, left) => {
      const { text: cut, report } = truncate(text, left, { wholeSequences: true, ...(tokenizer && { tokenizer }) });
      return { text: cut, isCut: report.truncated, keptBytes: report.keptBytes };
    },
    costOf: textCosts(owner, mode, tokenizer),
    audioTokens: checkFunction(owner, 'audioTokens', audioTokens),
    passing,
    paysNotes: true,
  });
  const { keptBytes } = charged;
  const omittedBytes = totalBytes - keptBytes;
  const report = {
    truncated: charged.isCut || Object.values(charged.omitted).some((count) => count > 0),
    totalBytes,
    keptBytes,
    omittedBytes,
    totalTokens: approxTokensFromByteCount(totalBytes),
    omittedTokens: approxTokensFromByteCount(omittedBytes),
    omittedItems: charged.omitted,
  };
  // What passes is of the caller's own types: only a text and a detail change.
  return { items: charged.items as (C | TextItem)[], report };
}
