import type { TruncationPolicy } from './policy.js';
import { countText, sourcePrefix, sourceSkip } from './scan.js';
import type { Cut, TextAmount, TextTotals, TruncationStyle } from './style.js';
import { approxTokensFromByteCount } from './tokens.js';
import { decodeUtf8, encodeUtf8, prefixLength, suffixStart, utf8ByteLength } from './utf8.js';

/** What is left of a text that may be too long: its beginning, its end, and the counts of all of it. */
export interface Remains {
  /** The first bytes: all there are, or at least as many as the budget. May end inside a scalar value. */
  readonly head: Uint8Array;
  /** The last bytes, from the beginning of a scalar value on. */
  readonly tail: Uint8Array;
  readonly total: TextTotals;
  /** True if something is missing between the two that the budget alone would not have cut. */
  readonly hasGap: boolean;
  /** True if some bytes are ill-formed, so that the text and its source differ in length. */
  readonly illFormed: boolean;
}

export interface CutSettings {
  readonly policy: TruncationPolicy;
  readonly style: TruncationStyle;
  readonly heading: boolean;
  readonly headShare: number;
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

/** How many rounds a marker gets that grows when less is omitted; the built-in ones need one. */
const MOST_ROUNDS = 4;

/** The one truncation engine: head, marker and tail of a text, by the rules of a style. */
export function cutText(remains: Remains, settings: CutSettings): CutText {
  const { policy, style, headShare } = settings;
  const { total } = remains;
  const budget = policy.byteBudget();
  if (!remains.hasGap && total.bytes <= budget) {
    return { ...whole(decodeUtf8(remains.head)), keptSourceBytes: remains.head.length };
  }
  const describe = (omitted: TextAmount): Cut => {
    return { mode: policy.mode, total, omitted, excessBytes: Math.max(0, total.bytes - budget) };
  };
  const nothingKept = describe(total);
  const reserved = (style.reservedMarker?.(nothingKept) ?? style.marker(nothingKept)).toWellFormed();
  const headingText = settings.heading ? style.heading(total).toWellFormed() : '';

  if (style.pays === 'kept') {
    const kept = keep(remains, budget, headShare);
    return { ...kept, heading: headingText, marker: style.marker(describe(kept.omitted)).toWellFormed() };
  }
  let reservedBytes = utf8ByteLength(reserved);
  const headingFits = utf8ByteLength(headingText) + reservedBytes <= budget;
  const heading = headingFits ? headingText : '';
  for (let round = 0; round < MOST_ROUNDS && reservedBytes <= budget; round++) {
    const room = budget - reservedBytes - utf8ByteLength(heading);
    if (room < 0) break;
    const kept = keep(remains, room, headShare);
    const marker = style.marker(describe(kept.omitted)).toWellFormed();
    const markerBytes = utf8ByteLength(marker);
    if (markerBytes <= reservedBytes || style.pays === 'reserved') return { ...kept, heading, marker };
    reservedBytes = markerBytes;
  }
  if (style.tight === 'head') return keep(remains, budget, 1, 0);
  const bytes = encodeUtf8(reserved);
  return { ...keep(remains, 0, 1), marker: decodeUtf8(bytes.subarray(0, prefixLength(bytes, budget))) };
}

function whole(head: string) {
  return { isCut: false, heading: '', head, marker: '', tail: '', omitted: { bytes: 0, tokens: 0, scalars: 0 } };
}

/** A head and a tail that have at most `room` bytes together. What one side lacks bytes for is for the other. */
function keep(remains: Remains, room: number, headShare: number, most = room): CutText {
  const { tail, total, hasGap, illFormed } = remains;
  const head = remains.head.subarray(0, prefixLength(remains.head, remains.head.length));
  // Without a gap the head has all that the room allows: less than its share only because no more whole values fit it.
  const headBytes = hasGap ? countText(head).bytes : room;
  const tailBytes = Math.min(most, countText(tail).bytes);
  const left = Math.min(headBytes, Math.max(Math.floor(room * headShare), room - tailBytes));
  const right = Math.min(tailBytes, room - left);
  const headEnd = illFormed ? sourcePrefix(head, left) : prefixLength(head, left);
  const tailStart = illFormed ? sourceSkip(tail, right) : suffixStart(tail, right);
  const keptHead = head.subarray(0, headEnd);
  const keptTail = tail.subarray(tailStart);
  const counts = [countText(keptHead), countText(keptTail)] as const;
  const bytes = total.bytes - counts[0].bytes - counts[1].bytes;
  const scalars = total.scalars - counts[0].scalars - counts[1].scalars;
  return {
    isCut: true,
    heading: '',
    head: decodeUtf8(keptHead),
    marker: '',
    tail: decodeUtf8(keptTail),
    omitted: { bytes, tokens: approxTokensFromByteCount(bytes), scalars },
    keptSourceBytes: keptHead.length + keptTail.length,
  };
}
