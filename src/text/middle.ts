import type { Room } from './borders.js';
import { utf8ByteLength } from './utf8.js';

/** A place in a text, by what stands before it. */
export interface TextPlace {
  readonly bytes: number;
  readonly scalars: number;
}

/** A line that is worth a place between head and tail. */
export interface KeptLine {
  /** Line feeds before it. */
  readonly index: number;
  readonly start: TextPlace;
  /** Behind its line feed. */
  readonly end: TextPlace;
  /** As it shows: cut to the limit of a line, without its line feed. */
  readonly text: string;
  /** What that limit left out of it. */
  readonly omitted: TextPlace;
  /** Bytes of the source behind what is shown. */
  readonly sourceBytes: number;
}

/** The lines that fit a room, in order: the first ones and the last ones. Before each group stands a marker. */
export function chooseLines(lines: readonly KeptLine[], room: Room, marker: Room): KeptLine[] {
  const first: KeptLine[] = [];
  const last: KeptLine[] = [];
  let { bytes, lineFeeds } = room;
  const take = (line: KeptLine, isNext: boolean): boolean => {
    const size = sizeOfLine(line, isNext ? NOTHING : marker);
    if (size.bytes > bytes || size.lineFeeds > lineFeeds) return false;
    bytes -= size.bytes;
    lineFeeds -= size.lineFeeds;
    return true;
  };
  let low = 0;
  let high = lines.length - 1;
  while (low <= high) {
    if (first.length <= last.length) {
      const line = lines[low++]!;
      if (take(line, first.at(-1)?.end.bytes === line.start.bytes)) first.push(line);
    } else {
      const line = lines[high--]!;
      if (take(line, last[0]?.start.bytes === line.end.bytes)) last.unshift(line);
    }
  }
  return [...first, ...last];
}

const NOTHING: Room = { bytes: 0, lineFeeds: 0 };

/** What some lines take, with a marker before each group of them. */
export function sizeOfLines(lines: readonly KeptLine[], marker: Room): Room {
  let { bytes, lineFeeds } = NOTHING;
  lines.forEach((line, i) => {
    const size = sizeOfLine(line, i > 0 && lines[i - 1]!.end.bytes === line.start.bytes ? NOTHING : marker);
    bytes += size.bytes;
    lineFeeds += size.lineFeeds;
  });
  return { bytes, lineFeeds };
}

function sizeOfLine({ text }: KeptLine, marker: Room): Room {
  const markerFeed = marker === NOTHING ? 0 : 1;
  return {
    bytes: utf8ByteLength(text) + 1 + marker.bytes + markerFeed,
    lineFeeds: 1 + marker.lineFeeds + markerFeed,
  };
}

/** Lines behind a head that ends at a place, each group on lines of its own behind a marker. */
export function middleText(
  lines: readonly KeptLine[],
  headEnd: TextPlace,
  marker: (omitted: TextPlace) => string,
): string {
  let at = headEnd;
  let text = '';
  for (const line of lines) {
    const omitted = difference(line.start, at);
    if (omitted.bytes > 0) text += `${marker(omitted)}\n`;
    text += `${line.text}\n`;
    at = line.end;
  }
  return text;
}

export function difference(a: TextPlace, b: TextPlace): TextPlace {
  return { bytes: a.bytes - b.bytes, scalars: a.scalars - b.scalars };
}
