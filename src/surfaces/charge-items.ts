import { countTokens } from '../keep/count-tokens.js';
import { checkInteger } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import { approxBytesForTokens, approxTokenCount, type Tokenizer } from '../text/tokens.js';
import { utf8ByteLength } from '../text/utf8.js';
import type { AudioItem, ContentItem, Passing, TextItem } from './content-items.js';

/** How items are charged to a budget. */
export interface Charging {
  readonly owner: string;
  readonly policy: TruncationPolicy;
  /** Cuts a text to what is left of the budget. */
  cut(text: string, left: TruncationPolicy): CutItem;
  /** What a text costs, in the unit of the policy. */
  costOf(text: string): number;
  audioTokens(item: AudioItem): number;
  readonly passing: Passing;
  /** True if the notes come out of the budget; else they come on top of it. */
  readonly paysNotes: boolean;
}

export interface CutItem {
  readonly text: string;
  readonly isCut: boolean;
  readonly keptBytes: number;
}

/** How many items of each kind were left out. */
export interface OmittedItems {
  text: number;
  image: number;
  audio: number;
  encrypted: number;
  /** Items of types that are not ours, where the shape has no form for them. */
  other: number;
}

export interface Charged {
  readonly items: ContentItem[];
  readonly omitted: OmittedItems;
  /** True if a text was cut. */
  readonly isCut: boolean;
  /** Bytes of the texts that are shown, markers and notes apart. */
  readonly keptBytes: number;
}

/**
 * Charges items in order to one budget, and gives them in order. An empty text is left out; the text that the budget ends
 * in is cut to what is left; texts behind it, and each audio item that costs more than is left, become a note at the end.
 * Others pass, or are noted if they may not.
 */
export function chargeItems(items: readonly ContentItem[], charging: Charging): Charged {
  const { policy, passing, paysNotes } = charging;
  const { limit } = policy;
  const refused = noneOmitted();
  for (const item of items) if (!passing(item)) refused[kindOf(item)]++;
  const reserve = (omitted: OmittedItems) =>
    paysNotes ? notes(omitted).reduce((sum, { text }) => sum + charging.costOf(text), 0) : 0;
  if (reserve(refused) <= limit) {
    const charged = charge(items, limit - reserve(refused), charging);
    if (!paysNotes || isSame(charged.omitted, refused)) return withNotes(charged);
  }
  // More is left out: room is kept for notes of all that might be, so that a note always fits.
  const worst = { ...refused };
  for (const item of items) if (passing(item) && isCharged(item)) worst[kindOf(item)]++;
  return reserve(worst) <= limit
    ? withNotes(charge(items, limit - reserve(worst), charging))
    : charge(items, limit, charging);
}

function charge(items: readonly ContentItem[], limit: number, { owner, policy, cut, ...charging }: Charging): Charged {
  const { mode } = policy;
  const out: ContentItem[] = [];
  const omitted = noneOmitted();
  let isCut = false;
  let keptBytes = 0;
  let left = limit;
  for (const given of items) {
    const item = charging.passing(given);
    if (item === undefined) {
      omitted[kindOf(given)]++;
    } else if (item.type === 'input_text') {
      if (item.text === '') continue;
      const shown = left === 0 ? { text: '', isCut: true, keptBytes: 0 } : cut(item.text, TruncationPolicy[mode](left));
      if (shown.text === '') omitted.text++;
      else out.push({ ...item, text: shown.text });
      isCut ||= shown.isCut;
      keptBytes += shown.keptBytes;
      left = shown.isCut ? 0 : left - charging.costOf(item.text);
    } else if (item.type === 'input_audio') {
      const tokens = checkInteger(owner, 'audioTokens(item)', charging.audioTokens(item));
      const cost = mode === 'tokens' ? tokens : approxBytesForTokens(tokens);
      if (cost <= left) out.push(item);
      else omitted.audio++;
      if (cost <= left) left -= cost;
    } else {
      out.push(item);
    }
  }
  return { items: out, omitted, isCut, keptBytes };
}

export const noneOmitted = (): OmittedItems => ({ text: 0, image: 0, audio: 0, encrypted: 0, other: 0 });

function kindOf({ type }: ContentItem): keyof OmittedItems {
  if (type === 'input_text') return 'text';
  if (type === 'input_image') return 'image';
  if (type === 'input_audio') return 'audio';
  return type === 'encrypted_content' ? 'encrypted' : 'other';
}

const isCharged = ({ type }: ContentItem) => type === 'input_text' || type === 'input_audio';

const isSame = (a: OmittedItems, b: OmittedItems) =>
  Object.entries(a).every(([kind, count]) => b[kind as keyof OmittedItems] === count);

function notes(omitted: OmittedItems): TextItem[] {
  return Object.entries(omitted)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({ type: 'input_text', text: `[omitted ${count} ${kind} items ...]` }));
}

function withNotes(charged: Charged): Charged {
  return { ...charged, items: [...charged.items, ...notes(charged.omitted)] };
}

/** What a text costs: bytes, or tokens by a tokenizer, or by the estimate of four bytes each. */
export function textCosts(owner: string, mode: TruncationPolicy['mode'], tokenizer?: Tokenizer) {
  if (mode === 'bytes') return utf8ByteLength;
  return tokenizer ? (text: string) => countTokens(owner, tokenizer, text) : approxTokenCount;
}
