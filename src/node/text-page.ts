import { sourcePrefix } from '../text/scan.js';
import { utf8ByteLength } from '../text/utf8.js';
import type { SpillReader } from './spill-reader.js';

export interface PageLimits {
  readonly from: number;
  readonly maxBytes: number;
  readonly lines: number;
}

export interface PageText {
  readonly text: string;
  readonly next: number;
}

const LF = 0x0a;
/** So much of a scalar value may be behind what fits. */
const MOST_CUT_BYTES = 3;

export const omissionMarker = (bytes: number) => `…${bytes} bytes omitted…`;

export const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What fits, from one position on. */
export async function textPage(spill: SpillReader, { from, maxBytes, lines }: PageLimits): Promise<PageText> {
  let text = '';
  let at = from;
  let room = maxBytes;
  let linesLeft = lines;
  while (at < spill.totalBytes && linesLeft > 0) {
    const [piece, next] = spill.isOmitted(at)
      ? [omissionMarker(spill.gapEnd - at), spill.gapEnd]
      : await keptPiece(spill, at, room, linesLeft);
    const length = utf8ByteLength(piece);
    if (next === at || length > room) break;
    text += piece;
    room -= length;
    linesLeft -= piece.split('\n').length - 1;
    at = next;
  }
  return { text, next: at };
}

async function keptPiece(spill: SpillReader, at: number, room: number, lines: number): Promise<[string, number]> {
  const bytes = await spill.read(at, room + MOST_CUT_BYTES);
  // What is cut at the end of these bytes is behind what fits.
  const fitting = bytes.subarray(0, sourcePrefix(bytes, room));
  const piece = fitting.subarray(0, endOfLines(fitting, lines));
  return [decode(piece), at + piece.length];
}

/** Where so many lines end. */
function endOfLines(bytes: Uint8Array, lines: number): number {
  let end = 0;
  for (let left = lines; left > 0; left--) {
    const feed = bytes.indexOf(LF, end);
    if (feed === -1) return bytes.length;
    end = feed + 1;
  }
  return end;
}
