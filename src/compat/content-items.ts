import { checkPolicy } from '../checks.js';
import { checkFunction, checkOptions } from '../options.js';
import { chargeItems as charge, textCosts } from '../surfaces/charge-items.js';
import { type AudioItem, type ContentItem, checkItems } from '../surfaces/content-items.js';
import type { TruncationPolicy } from '../text/policy.js';
import { approxTokenCount } from '../text/tokens.js';
import { type CountedText, cutInStyle, type Styles } from './truncate-text.js';

export type { ContentItem } from '../surfaces/content-items.js';

export interface TruncateContentItemsOptions {
  /** What an audio item costs, in tokens; estimated from the bytes of its `audio_url` unless given. */
  audioTokens?: (item: AudioItem) => number;
}

/** Charges items in order to one budget, by the rules of a style, with notes and markers on top of it. */
export function chargeItems(
  owner: string,
  items: readonly ContentItem[],
  policy: TruncationPolicy,
  styles: Styles,
  options: TruncateContentItemsOptions | undefined,
): ContentItem[] {
  const { audioTokens = ({ audio_url }: AudioItem) => approxTokenCount(audio_url) } = checkOptions(owner, options);
  checkPolicy(owner, policy);
  return charge(checkItems(owner, items), {
    owner,
    policy,
    cut: (text, left) => {
      const { text: cut, originalTokenCount } = cutInStyle(owner, text, left, styles);
      return { text: cut, isCut: originalTokenCount !== null, keptBytes: 0 };
    },
    costOf: textCosts(owner, policy.mode),
    audioTokens: checkFunction(owner, 'audioTokens', audioTokens),
    passing: (item) => item,
    paysNotes: false,
  }).items;
}

/** Joins the texts by LF, none before the first that is not empty, and cuts them as one where they do not fit. */
export function joinItems(
  owner: string,
  items: readonly ContentItem[],
  policy: TruncationPolicy,
  styles: Styles,
): { items: ContentItem[]; originalTokenCount: number | null } {
  const all = checkItems(owner, items);
  let joined = '';
  for (const item of all) {
    if (item.type === 'input_text') joined += joined === '' ? item.text : `\n${item.text}`;
  }
  const { text, originalTokenCount }: CountedText = cutInStyle(owner, joined, policy, styles, true);
  if (originalTokenCount === null) return { items: all.map(wellFormed), originalTokenCount };
  return {
    items: [{ type: 'input_text', text }, ...all.filter(({ type }) => type !== 'input_text')],
    originalTokenCount,
  };
}

function wellFormed(item: ContentItem): ContentItem {
  return item.type === 'input_text' ? { ...item, text: item.text.toWellFormed() } : item;
}
