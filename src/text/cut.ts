import { type CutAt, countPart, headEnd, type Part, type Room, tailStart } from './borders.js';
import type { TruncationPolicy } from './policy.js';
import { countText } from './scan.js';
import type { Cut, TextAmount, TextTotals, TruncationStyle } from './style.js';
import { approxTokensFromByteCount } from './tokens.js';
import { decodeUtf8, encodeUtf8, prefixLength, utf8ByteLength } from './utf8.js';

/** What is left of a text that may be too long: its beginning, its end, and the counts of all of it. */
export interface Remains {
  /** The first bytes: all there are, or at least as many as the budget. May end inside a scalar value. */
  readonly head: Part;
  /** The last bytes, from the beginning of a scalar value on. */
  readonly tail: Part;
  readonly total: TextTotals;
  /** Lines broken by LF. */
  readonly lines: number;
  /** Bytes of the text that are shown if nothing more is cut, the markers of cut lines included. */
  readonly shownBytes: number;
  /** True if something is missing between the two that the budget alone would not have cut. */
  readonly hasGap: boolean;
}

export interface CutSettings {
  readonly policy: TruncationPolicy;
  readonly style: TruncationStyle;
  readonly heading: boolean;
  readonly headShare: number;
  readonly maxLines: number;
  readonly maxLineBytes: number;
  readonly at: CutAt;
}

export interface CutText {
  readonly isCut: boolean;
  readonly heading: string;
  readonly head: string;
  readonly marker: string;
  readonly tail: string;
  readonly omitted: TextAmount;
  /** Bytes of the source behind `head` and `tail`. */
  readonly keptSourceBytes: number;
}

const ANYWHERE: CutAt = { wholeLines: false, graphemes: undefined, wholeSequences: false };
/** How many rounds a marker gets that grows when less is omitted; the built-in ones need one. */
const MOST_ROUNDS = 4;

/** The one truncation engine: head, marker and tail of a text, by the rules of a style. */
export function cutText(remains: Remains, settings: CutSettings): CutText {
  const { policy, style, maxLines } = settings;
  const { total } = remains;
  // No text is longer, and beyond it a difference of two counts is no longer exact.
  const budget = Math.min(policy.byteBudget(), Number.MAX_SAFE_INTEGER);
  const headingText = settings.heading ? wellFormed('heading', style.heading(total)) : '';
  const roomBeside = (...texts: string[]): Room => {
    const beside = texts.join('');
    const paidBytes = style.pays === 'kept' ? 0 : utf8ByteLength(beside);
    return { bytes: budget - paidBytes, lineFeeds: maxLines - 1 - countLineFeeds(beside) };
  };
  if (!remains.hasGap && remains.shownBytes <= budget && remains.lines <= maxLines) {
    const all = cutAt(remains, { end: remains.head.bytes.length, start: remains.tail.bytes.length });
    // Lines may have been cut all the same.
    const isCut = all.omitted.bytes > 0;
    const { bytes, lineFeeds } = roomBeside(headingText);
    const hasRoom = remains.shownBytes <= bytes && remains.lines <= lineFeeds + 1;
    return { ...all, isCut, heading: isCut && hasRoom ? headingText : '' };
  }
  const describe = (omitted: TextAmount): Cut => {
    return { mode: policy.mode, total, omitted, excessBytes: Math.max(0, total.bytes - budget) };
  };
  const nothingKept = describe(total);
  let reserved = wellFormed('marker', style.reservedMarker?.(nothingKept) ?? style.marker(nothingKept));
  const heading = isRoom(roomBeside(headingText, reserved)) ? headingText : '';
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const room = roomBeside(heading, reserved);
    if (!isRoom(room)) break;
    const kept = keep(remains, room, settings);
    const marker = wellFormed('marker', style.marker(describe(kept.omitted)));
    if (style.pays !== 'all' || isNoLarger(marker, reserved)) return { ...kept, heading, marker };
    reserved = marker;
  }
  const all = { bytes: budget, lineFeeds: maxLines - 1 };
  const at = { ...settings.at, wholeLines: false };
  if (style.tight === 'head') return keepHead(remains, all, at);
  const bytes = encodeUtf8(reserved);
  const nothing = keepHead(remains, { bytes: 0, lineFeeds: 0 }, at);
  const end = headEnd({ bytes, marks: [], illFormed: false }, all, ANYWHERE);
  return { ...nothing, marker: decodeUtf8(bytes.subarray(0, end)) };
}

/** What a function of a style gave. @throws {TypeError} If it is no string. */
function wellFormed(name: 'heading' | 'marker', text: unknown): string {
  if (typeof text === 'string') return text.toWellFormed();
  throw new TypeError(`A ${name} of a TruncationStyle must be a string, got ${text === null ? null : typeof text}`);
}

const isRoom = ({ bytes, lineFeeds }: Room) => bytes >= 0 && lineFeeds >= 0;

const isNoLarger = (text: string, other: string) =>
  utf8ByteLength(text) <= utf8ByteLength(other) && countLineFeeds(text) <= countLineFeeds(other);

const countLineFeeds = (text: string) => text.split('\n').length - 1;

/** A head and a tail that have the room together. What one side cannot use is for the other. */
function keep(remains: Remains, room: Room, settings: CutSettings): CutText {
  const head = wholeValues(remains.head);
  const { tail, hasGap } = remains;
  const { headShare } = settings;
  // Without a gap the head has all that the room allows: less than its share only because no more whole values fit it.
  const headBytes = hasGap ? countText(head.bytes).bytes : room.bytes;
  const tailCounts = countText(tail.bytes);
  const tailBytes = Math.min(room.bytes, tailCounts.bytes);
  const left = Math.min(headBytes, Math.max(Math.floor(room.bytes * headShare), room.bytes - tailBytes));
  const right = Math.min(tailBytes, room.bytes - left);
  const spareFeeds = room.lineFeeds - tailCounts.lineFeeds;
  const headFeeds = spareFeeds === Infinity ? spareFeeds : Math.max(Math.floor(room.lineFeeds * headShare), spareFeeds);
  const borders = (at: CutAt) => {
    const end = headEnd(head, { bytes: left, lineFeeds: headFeeds }, at);
    const lineFeeds = room.lineFeeds - countText(head.bytes.subarray(0, end)).lineFeeds;
    return { end, start: tailStart(tail, { bytes: right, lineFeeds }, at) };
  };
  const { end, start } = borders(settings.at);
  const isEmpty = end === 0 && start === tail.bytes.length;
  const { wholeLines } = settings.at;
  return cutAt(remains, isEmpty && wholeLines ? borders({ ...settings.at, wholeLines: false }) : { end, start });
}

/** The beginning alone. */
function keepHead(remains: Remains, room: Room, at: CutAt): CutText {
  return cutAt(remains, { end: headEnd(wholeValues(remains.head), room, at), start: remains.tail.bytes.length });
}

/** A head that was cut by its limit may end inside a scalar value. */
function wholeValues({ bytes, ...part }: Part): Part {
  return { ...part, bytes: bytes.subarray(0, prefixLength(bytes, bytes.length)) };
}

function cutAt({ head, tail, total }: Remains, { end, start }: { end: number; start: number }): CutText {
  const keptHead = countPart(head, 0, end);
  const keptTail = countPart(tail, start, tail.bytes.length);
  const bytes = total.bytes - keptHead.bytes - keptTail.bytes;
  const scalars = total.scalars - keptHead.scalars - keptTail.scalars;
  return {
    isCut: true,
    heading: '',
    head: decodeUtf8(head.bytes.subarray(0, end)),
    marker: '',
    tail: decodeUtf8(tail.bytes.subarray(start)),
    omitted: { bytes, tokens: approxTokensFromByteCount(bytes), scalars },
    keptSourceBytes: keptHead.source + keptTail.source,
  };
}
