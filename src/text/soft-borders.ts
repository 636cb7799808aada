import { sourcePrefix } from './scan.js';
import { MOST_SEQUENCE_BYTES, openSequence, restOfSequence } from './sequences.js';
import { decodeUtf8, isContinuation, utf8ByteLength } from './utf8.js';

/** Where a text may be cut, beyond not inside a scalar value. */
export interface CutPlaces {
  /** Finds clusters of scalar values that are read as one. */
  readonly graphemes: Intl.Segmenter | undefined;
  /** True if no escape sequence is cut. */
  readonly wholeSequences: boolean;
}

/** How far around a border is looked, in bytes: a longer cluster is cut. */
export const LOOK_BYTES = MOST_SEQUENCE_BYTES;

/** The last place for the end of a head that is not behind `end`. */
export function softEnd(bytes: Uint8Array, end: number, { graphemes, wholeSequences }: CutPlaces): number {
  let soft = end;
  if (graphemes && end < bytes.length) soft = clusterStart(bytes, end, graphemes) ?? end;
  return wholeSequences ? soft - openSequence(bytes, soft) : soft;
}

/** The first place for the start of a tail that is not before `start`. */
export function softStart(bytes: Uint8Array, start: number, { graphemes, wholeSequences }: CutPlaces): number {
  const soft = wholeSequences ? start + restOfSequence(bytes, start) : start;
  return graphemes && soft > 0 && soft < bytes.length ? (clusterEnd(bytes, soft, graphemes) ?? soft) : soft;
}

/** Where the cluster begins that stands around a border; undefined if it is too long. */
function clusterStart(bytes: Uint8Array, border: number, graphemes: Intl.Segmenter): number | undefined {
  const { from, text, offset } = around(bytes, border);
  const { index } = graphemes.segment(text).containing(offset)!;
  return index === 0 && from > 0
    ? undefined
    : from + sourcePrefix(bytes.subarray(from), utf8ByteLength(text.slice(0, index)));
}

/** Where the cluster ends that stands around a border; the border itself if one begins there. */
function clusterEnd(bytes: Uint8Array, border: number, graphemes: Intl.Segmenter): number | undefined {
  const { text, offset } = around(bytes, border);
  const { index, segment } = graphemes.segment(text).containing(offset)!;
  if (index === offset) return border;
  const end = index + segment.length;
  if (end === text.length && border + LOOK_BYTES < bytes.length) return undefined;
  return border + sourcePrefix(bytes.subarray(border), utf8ByteLength(text.slice(offset, end)));
}

/** The text around a border, and where the border is in it. */
function around(bytes: Uint8Array, border: number) {
  const from = borderIn(bytes, Math.max(0, border - LOOK_BYTES));
  const before = decodeUtf8(bytes.subarray(from, border));
  const after = decodeUtf8(bytes.subarray(border, borderIn(bytes, Math.min(bytes.length, border + LOOK_BYTES))));
  return { from, text: before + after, offset: before.length };
}

/** The next place that is not inside a scalar value. */
function borderIn(bytes: Uint8Array, at: number): number {
  let border = at;
  while (border > 0 && border < bytes.length && border < at + 3 && isContinuation(bytes[border]!)) border++;
  return border;
}
