import { Omission } from '../omission.js';
import { countBreaksAndStarts } from '../text/scan.js';
import type { Piece } from './lane.js';
import type { Taken } from './lanes.js';
import type { MergedPlace } from './runs.js';

/** Bytes of a label, and where they stand in the merged text. */
interface Found {
  readonly start: MergedPlace;
  readonly end: MergedPlace;
  readonly bytes: Uint8Array;
}

const START: MergedPlace = { bytes: 0, lines: 0, scalars: 0 };

/**
 * The merged text with what some labels still hold of what it had to drop, where it stood: their lines are not pushed out
 * by those of others.
 */
export function refilled({ chunks, runs, lanes }: Taken, labels: ReadonlySet<string>): readonly Piece[] {
  const gapAt = chunks.findIndex((chunk) => chunk instanceof Omission);
  if (gapAt < 0 || labels.size === 0) return chunks;
  const start = chunks.slice(0, gapAt).reduce(behind, START);
  const gap = { start, end: behind(start, chunks[gapAt]!) };
  const out = chunks.slice(0, gapAt);
  let at = start;
  const skipTo = (to: MergedPlace) => {
    if (to.bytes > at.bytes) out.push(new Omission(difference(to, at)));
  };
  for (const [i, run] of runs.all.entries()) {
    const own = run.label !== undefined && labels.has(run.label) ? lanes.get(run.label) : undefined;
    const runEnd = runs.all[i + 1]?.at ?? gap.end;
    if (!own || runEnd.bytes <= gap.start.bytes || run.at.bytes >= gap.end.bytes) continue;
    const ends = { start: laterOf(run.at, gap.start), end: earlierOf(runEnd, gap.end) };
    for (const found of foundIn(own.chunks, run.ownAt - run.at.bytes, ends)) {
      skipTo(found.start);
      out.push(found.bytes);
      at = found.end;
    }
  }
  skipTo(gap.end);
  return [...out, ...chunks.slice(gapAt + 1)];
}

/** What of a part of the merged text stands in a label's own chunks, which lie at `shift` from it. */
function foundIn(own: readonly Piece[], shift: number, part: { start: MergedPlace; end: MergedPlace }): Found[] {
  const found: Found[] = [];
  let ownAt = 0;
  for (const chunk of own) {
    const from = Math.max(ownAt, part.start.bytes + shift);
    const chunkEnd = ownAt + (chunk instanceof Omission ? chunk.bytes : chunk.length);
    const to = Math.min(chunkEnd, part.end.bytes + shift);
    if (!(chunk instanceof Omission) && from < to) {
      const bytes = chunk.subarray(from - ownAt, to - ownAt);
      // One end at least is an end of the part: a label's own text has no more than one gap.
      const isFromStart = from === part.start.bytes + shift;
      const start = isFromStart ? part.start : difference(part.end, behind(START, bytes));
      found.push({ start, end: isFromStart ? behind(start, bytes) : part.end, bytes });
    }
    ownAt = chunkEnd;
  }
  return found;
}

function behind(at: MergedPlace, piece: Piece): MergedPlace {
  if (piece instanceof Omission) {
    return { bytes: at.bytes + piece.bytes, lines: at.lines + piece.lines, scalars: at.scalars + piece.scalars };
  }
  const { lineFeeds, starts } = countBreaksAndStarts(piece);
  return { bytes: at.bytes + piece.length, lines: at.lines + lineFeeds, scalars: at.scalars + starts };
}

function difference(a: MergedPlace, b: MergedPlace): MergedPlace {
  return { bytes: a.bytes - b.bytes, lines: a.lines - b.lines, scalars: a.scalars - b.scalars };
}

const laterOf = (a: MergedPlace, b: MergedPlace) => (a.bytes > b.bytes ? a : b);
const earlierOf = (a: MergedPlace, b: MergedPlace) => (a.bytes < b.bytes ? a : b);
