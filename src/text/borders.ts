import { countText, sourcePrefix, sourceSkip } from './scan.js';
import { type CutPlaces, softEnd, softStart } from './soft-borders.js';
import { prefixLength, suffixStart } from './utf8.js';

/** Bytes that stand for others: the marker of a line that was cut. Never cut themselves. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** What head and tail may have together, or one of them. */
export interface Room {
  readonly bytes: number;
  readonly lineFeeds: number;
}

/** One end of a text, and how it may be cut. */
export interface Part {
  readonly bytes: Uint8Array;
  readonly marks: readonly Mark[];
  /** True if some bytes are ill-formed, so that the text and its source differ in length. */
  readonly illFormed: boolean;
}

/** Where a text may be cut, beyond not inside a scalar value. */
export interface CutAt extends CutPlaces {
  readonly wholeLines: boolean;
}

const LF = 0x0a;

/** Where a head that has the room ends; behind a line feed if whole lines are wanted and there is one. */
export function headEnd({ bytes, marks, illFormed }: Part, room: Room, at: CutAt): number {
  let end = illFormed ? sourcePrefix(bytes, room.bytes) : prefixLength(bytes, room.bytes);
  end = Math.min(end, beforeLineFeed(bytes, room.lineFeeds));
  end = softEnd(bytes, end, at);
  if (at.wholeLines && end < bytes.length) end = end === 0 ? 0 : bytes.lastIndexOf(LF, end - 1) + 1;
  return marks.find((mark) => mark.start < end && end < mark.end)?.start ?? end;
}

/** Where a tail that has the room starts; a line feed at its very end is not counted. */
export function tailStart({ bytes, marks, illFormed }: Part, room: Room, at: CutAt): number {
  let start = illFormed ? sourceSkip(bytes, room.bytes) : suffixStart(bytes, room.bytes);
  start = Math.max(start, behindLineFeed(bytes, room.lineFeeds));
  start = softStart(bytes, start, at);
  if (at.wholeLines && (start === 0 || bytes[start - 1] !== LF)) {
    const feed = bytes.indexOf(LF, start);
    start = feed < 0 ? bytes.length : feed + 1;
  }
  return marks.find((mark) => mark.start < start && start < mark.end)?.end ?? start;
}

/** Where the line feed stands that is one too many. */
function beforeLineFeed(bytes: Uint8Array, most: number): number {
  if (most >= bytes.length) return bytes.length;
  let at = -1;
  for (let feeds = 0; feeds <= most; feeds++) {
    at = bytes.indexOf(LF, at + 1);
    if (at < 0) return bytes.length;
  }
  return at;
}

/** Behind the line feed that is one too many, from the end. */
function behindLineFeed(bytes: Uint8Array, most: number): number {
  if (most >= bytes.length) return 0;
  let at = bytes[bytes.length - 1] === LF ? bytes.length - 1 : bytes.length;
  for (let feeds = 0; feeds <= most; feeds++) {
    if (at === 0) return 0;
    at = bytes.lastIndexOf(LF, at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

/** What the kept part of one end counts, marks apart. */
export function countPart({ bytes, marks }: Part, start: number, end: number) {
  const counts = countText(bytes.subarray(start, end));
  const kept = { bytes: counts.bytes, scalars: counts.scalars, lineFeeds: counts.lineFeeds, source: end - start };
  for (const mark of marks) {
    if (mark.start < start || mark.end > end) continue;
    const markCounts = countText(bytes.subarray(mark.start, mark.end));
    kept.bytes -= markCounts.bytes;
    kept.scalars -= markCounts.scalars;
    kept.source -= mark.end - mark.start;
  }
  return kept;
}
