import { checkFunction, checkInteger, checkOptions, show } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import { approxBytesForTokens, approxTokenCount } from '../text/tokens.js';
import { utf8ByteLength } from '../text/utf8.js';
import { checkPolicy } from './checks.js';
import { type CountedText, cutInStyle, type Styles } from './truncate-text.js';

/** One part of a tool's output. */
export type ContentItem = TextItem | ImageItem | AudioItem | EncryptedItem;

interface TextItem {
  type: 'input_text';
  text: string;
}

interface ImageItem {
  type: 'input_image';
  image_url: string;
  detail?: string;
}

interface AudioItem {
  type: 'input_audio';
  audio_url: string;
}

interface EncryptedItem {
  type: 'encrypted_content';
  encrypted_content: string;
}

export interface TruncateContentItemsOptions {
  /** What an audio item costs, in tokens; estimated from the bytes of its `audio_url` unless given. */
  audioTokens?: (item: AudioItem) => number;
}

/**
 * Charges items in order to one budget. An empty text is left out; the text that the budget ends in is cut to what is
 * left; texts behind it, and each audio item that costs more than is left, become a note at the end. Others pass.
 */
export function chargeItems(
  owner: string,
  items: readonly ContentItem[],
  policy: TruncationPolicy,
  styles: Styles,
  options: TruncateContentItemsOptions | undefined,
): ContentItem[] {
  const { mode, limit } = checkPolicy(owner, policy);
  const { audioTokens = ({ audio_url }: AudioItem) => approxTokenCount(audio_url) } = checkOptions(owner, options);
  checkFunction(owner, 'audioTokens', audioTokens);
  const out: ContentItem[] = [];
  const omitted = { text: 0, audio: 0 };
  let left = limit;
  for (const item of checkItems(owner, items)) {
    if (item.type === 'input_text') {
      if (item.text === '') continue;
      if (left === 0) {
        omitted.text++;
        continue;
      }
      const cost = mode === 'tokens' ? approxTokenCount(item.text) : utf8ByteLength(item.text);
      out.push({ ...item, text: cutInStyle(owner, item.text, TruncationPolicy[mode](left), styles).text });
      left = Math.max(0, left - cost);
    } else if (item.type === 'input_audio') {
      const tokens = checkInteger(owner, 'audioTokens(item)', audioTokens(item));
      const cost = mode === 'tokens' ? tokens : approxBytesForTokens(tokens);
      if (cost > left) {
        omitted.audio++;
        continue;
      }
      out.push(item);
      left -= cost;
    } else {
      out.push(item);
    }
  }
  for (const kind of ['text', 'audio'] as const) {
    if (omitted[kind] > 0) out.push({ type: 'input_text', text: `[omitted ${omitted[kind]} ${kind} items ...]` });
  }
  return out;
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

/** @throws {TypeError} If it is no array of objects, or a text is no string. */
function checkItems(owner: string, items: readonly ContentItem[]): readonly ContentItem[] {
  if (!Array.isArray(items)) throw new TypeError(`${owner}: items must be an array, got ${show(items)}`);
  for (const item of items) {
    if (typeof item !== 'object' || item === null) {
      throw new TypeError(`${owner}: an item must be an object, got ${show(item)}`);
    }
    if (item.type === 'input_text' && typeof item.text !== 'string') {
      throw new TypeError(`${owner}: text must be a string, got ${show(item.text)}`);
    }
  }
  return items;
}
