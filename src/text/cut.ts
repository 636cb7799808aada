import { type CutAt, countPart, headEnd, type Room } from './borders.js';
import { chooseKept, type Ends, wholeValues } from './ends.js';
import { RESET } from './looks.js';
import { difference, type KeptLine, middleText, type TextPlace } from './middle.js';
import type { CutSettings, Remains } from './remains.js';
import type { Cut, TextAmount } from './style.js';
import { approxTokensFromByteCount } from './tokens.js';
import { decodeUtf8, encodeUtf8, utf8ByteLength } from './utf8.js';

export interface CutText {
  readonly isCut: boolean;
  readonly heading: string;
  readonly head: string;
  /** A reset if the head ends in an open look; kept lines, each group on lines of its own behind a marker. */
  readonly middle: string;
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
    const kept = chooseKept(remains, room, settings, sizeOf(reserved));
    const all = cutAt(remains, kept.ends, kept.lines);
    let largest = '';
    const markerOf = (omitted: TextPlace) => {
      const text = wellFormed('marker', style.marker(describe(amountOf(omitted))));
      if (!isNoLarger(text, largest)) largest = text;
      return text;
    };
    const lines = middleText(kept.lines, all.headEnd, markerOf);
    const middle = (kept.isOpen ? RESET : '') + lines;
    const marker = lines !== '' && all.lastGap.bytes === 0 ? '' : markerOf(all.lastGap);
    if (style.pays !== 'all' || isNoLarger(largest, reserved)) return { ...all, heading, middle, marker };
    reserved = largest;
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

const sizeOf = (text: string): Room => ({ bytes: utf8ByteLength(text), lineFeeds: countLineFeeds(text) });

const countLineFeeds = (text: string) => text.split('\n').length - 1;

/** The beginning alone. */
function keepHead(remains: Remains, room: Room, at: CutAt): CutText {
  return cutAt(remains, { end: headEnd(wholeValues(remains.head), room, at), start: remains.tail.bytes.length });
}

function cutAt({ head, tail, total }: Remains, { end, start }: Ends, lines: readonly KeptLine[] = []) {
  const keptHead = countPart(head, 0, end);
  const keptTail = countPart(tail, start, tail.bytes.length);
  const tailAt = difference(total, keptTail);
  const omitted = { ...difference(tailAt, keptHead) };
  let keptSourceBytes = keptHead.source + keptTail.source;
  for (const line of lines) {
    const shown = difference(difference(line.end, line.start), line.omitted);
    omitted.bytes -= shown.bytes;
    omitted.scalars -= shown.scalars;
    keptSourceBytes += line.sourceBytes;
  }
  return {
    isCut: true,
    heading: '',
    head: decodeUtf8(head.bytes.subarray(0, end)),
    middle: '',
    marker: '',
    tail: decodeUtf8(tail.bytes.subarray(start)),
    omitted: amountOf(omitted),
    keptSourceBytes,
    headEnd: keptHead,
    lastGap: difference(tailAt, lines.at(-1)?.end ?? keptHead),
  };
}

function amountOf({ bytes, scalars }: TextPlace): TextAmount {
  return { bytes, tokens: approxTokensFromByteCount(bytes), scalars };
}
