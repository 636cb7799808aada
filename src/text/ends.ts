import { type CutAt, headEnd, type Part, type Room, tailStart } from './borders.js';
import { Looks, RESET_BYTES } from './looks.js';
import { chooseLines, type KeptLine, sizeOfLines } from './middle.js';
import type { CutSettings, Remains } from './remains.js';
import { countText } from './scan.js';
import { prefixLength } from './utf8.js';

/** Where the head ends and the tail starts. */
export interface Ends {
  readonly end: number;
  readonly start: number;
}

/** A head and a tail that have the room together. What one side cannot use is for the other. */
function chooseEnds(remains: Remains, room: Room, settings: CutSettings, marker: Room): Ends {
  const { headShare, at } = settings;
  const head = wholeValues(remains.head);
  const { tail, hasGap } = remains;
  // Without a gap the head has all that the room allows: less than its share only because no more whole values fit it.
  const headBytes = hasGap ? countText(head.bytes).bytes : room.bytes;
  const tailCounts = countText(tail.bytes);
  const tailBytes = Math.min(room.bytes, tailCounts.bytes);
  const left = Math.min(headBytes, Math.max(Math.floor(room.bytes * headShare), room.bytes - tailBytes));
  const right = Math.min(tailBytes, room.bytes - left);
  const spareFeeds = room.lineFeeds - tailCounts.lineFeeds;
  const headFeeds = spareFeeds === Infinity ? spareFeeds : Math.max(Math.floor(room.lineFeeds * headShare), spareFeeds);
  const borders = (places: CutAt) => {
    const end = headEnd(head, { bytes: left, lineFeeds: headFeeds }, places);
    const lineFeeds = room.lineFeeds - countText(head.bytes.subarray(0, end)).lineFeeds;
    const start = tailStart(tail, { bytes: right, lineFeeds }, places);
    return joinedWithin(remains, { end, start }, { ...settings, at: places }, marker);
  };
  const { end, start } = borders(at);
  const isEmpty = end === 0 && start === tail.bytes.length;
  return isEmpty && at.wholeLines ? borders({ ...at, wholeLines: false }) : { end, start };
}

/** The last line of the head, the marker and the first line of the tail are one line, and have the limit of one. */
function joinedWithin({ head, tail }: Remains, { end, start }: Ends, settings: CutSettings, marker: Room): Ends {
  const { maxLineBytes, headShare } = settings;
  if (maxLineBytes === Infinity) return { end, start };
  const lineStart = end === 0 ? 0 : head.bytes.lastIndexOf(LF, end - 1) + 1;
  const feed = tail.bytes.indexOf(LF, start);
  const lineEnd = feed < 0 ? tail.bytes.length : feed;
  const [headBytes, tailBytes] = [end - lineStart, lineEnd - start];
  const room = Math.max(0, maxLineBytes - marker.bytes);
  if (headBytes + tailBytes <= room) return { end, start };
  // A line that shows whole or not at all does not; its line feed may then end that of the marker.
  if (settings.at.wholeLines) return { end: lineStart, start: lineEnd };
  const forHead = Math.min(headBytes, Math.max(room - tailBytes, Math.floor(room * headShare)));
  const forTail = Math.min(tailBytes, room - forHead);
  const anyLines = { lineFeeds: Infinity };
  return {
    end: headEnd(head, { ...anyLines, bytes: lineStart + forHead }, settings.at),
    start: tailStart(tail, { ...anyLines, bytes: tail.bytes.length - lineEnd + forTail }, settings.at),
  };
}

/** A head that was cut by its limit may end inside a scalar value. */
export function wholeValues({ bytes, ...part }: Part): Part {
  return { ...part, bytes: bytes.subarray(0, prefixLength(bytes, bytes.length)) };
}

/** What of a text is kept. */
export interface Kept {
  readonly ends: Ends;
  readonly lines: readonly KeptLine[];
  /** True if a look is open at the end of the head, so that a reset has to stand there. */
  readonly isOpen: boolean;
}

/** What is kept, with room for a reset where sequences are whole and the head needs one. */
export function chooseKept(remains: Remains, room: Room, settings: CutSettings, marker: Room): Kept {
  const kept = chooseParts(remains, room, settings, marker);
  if (!kept.isOpen) return kept;
  return chooseParts(remains, { ...room, bytes: room.bytes - RESET_BYTES }, settings, marker);
}

/** Head, tail, and the kept lines between them, which have their shares of the room as far as they need them. */
function chooseParts(remains: Remains, room: Room, settings: CutSettings, marker: Room): Kept {
  const shares = settings.keptShares.map((share) => part(room, share));
  const smallest = chooseEnds(remains, shares.reduce(without, room), settings, marker);
  const chosen = new Set<KeptLine>();
  for (const [kind, share] of shares.entries()) {
    const lines = linesBetween(remains, smallest, remains.keptLines[kind]!).filter((line) => !chosen.has(line));
    for (const line of chooseLines(lines, share, marker)) chosen.add(line);
  }
  const candidates = [...chosen].sort((a, b) => a.index - b.index);
  const largest = chooseEnds(remains, without(room, sizeOfLines(candidates, marker)), settings, marker);
  const lines = linesBetween(remains, largest, candidates);
  const ends = beside(remains, largest, lines);
  const isOpen = settings.at.wholeSequences && new Looks().areOpenBehind(remains.head.bytes.subarray(0, ends.end));
  return { ends, lines, isOpen };
}

function part({ bytes, lineFeeds }: Room, share: number): Room {
  return {
    bytes: Math.floor(bytes * share),
    lineFeeds: lineFeeds === Infinity ? Infinity : Math.floor(lineFeeds * share),
  };
}

function without(room: Room, used: Room): Room {
  const lineFeeds = room.lineFeeds === Infinity ? Infinity : room.lineFeeds - used.lineFeeds;
  return { bytes: room.bytes - used.bytes, lineFeeds };
}

const LF = 0x0a;

/** The lines that neither head nor tail has as a whole. */
function linesBetween(remains: Remains, ends: Ends, lines: readonly KeptLine[]): readonly KeptLine[] {
  if (lines.length === 0) return lines;
  const { first, last } = cutLines(remains, ends);
  return lines.filter(({ index }) => index >= first && index <= last);
}

/** Head and tail without their parts of the lines between them. */
function beside(remains: Remains, ends: Ends, lines: readonly KeptLine[]): Ends {
  if (lines.length === 0) return ends;
  const { head, tail } = remains;
  const { first, last, isTailWhole } = cutLines(remains, ends);
  const isKept = (wanted: number) => lines.some(({ index }) => index === wanted);
  const feed = tail.bytes.indexOf(LF, ends.start);
  return {
    end: ends.end > 0 && isKept(first) ? head.bytes.lastIndexOf(LF, ends.end - 1) + 1 : ends.end,
    start: isTailWhole || !isKept(last) ? ends.start : feed < 0 ? tail.bytes.length : feed + 1,
  };
}

/** By the line feeds before it, the first line that the head has not as a whole, and the last one that the tail has not. */
function cutLines({ head, tail, lineFeeds }: Remains, { end, start }: Ends) {
  const first = countText(head.bytes.subarray(0, end)).lineFeeds;
  if (start === tail.bytes.length) return { first, last: Infinity, isTailWhole: true };
  const tailFirst = lineFeeds - countText(tail.bytes.subarray(start)).lineFeeds;
  const isTailWhole = tail.bytes[start - 1] === LF;
  return { first, last: isTailWhole ? tailFirst - 1 : tailFirst, isTailWhole };
}
