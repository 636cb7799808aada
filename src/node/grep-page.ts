import { concatBytes } from '../bytes.js';
import type { LineTest } from '../keep/line-test.js';
import { sourcePrefix } from '../text/scan.js';
import { incompleteUtf8SuffixLength, utf8ByteLength } from '../text/utf8.js';
import type { SpillReader } from './spill-reader.js';
import { decode, omissionMarker, type PageLimits, type PageText } from './text-page.js';

const LF = 0x0a;
const BLOCK_BYTES = 64 * 1024;
const MOST_LINE_BYTES = 8192;

/** A line, or the beginning of a long one; a gap, if there is no text. */
interface Line {
  readonly start: number;
  /** Behind its break. */
  readonly end: number;
  readonly bytes: Uint8Array | undefined;
}

/** The lines that pass the test, as many as fit, each behind its position. */
export async function grepPage(
  spill: SpillReader,
  { from, maxBytes, lines }: PageLimits,
  test: LineTest,
): Promise<PageText> {
  let text = '';
  let room = maxBytes;
  let found = 0;
  for await (const { start, end, bytes } of linesFrom(spill, from)) {
    if (bytes && !test(decode(bytes), start)) continue;
    // Whoever goes on from here finds the next one, however far it is.
    if (found === lines) return { text, next: start };
    const label = bytes ? `${start}:` : '';
    const body = bytes ? decode(bytes) : omissionMarker(end - start);
    const entry = `${label}${body}\n`;
    const isFirst = text === '';
    const fits = utf8ByteLength(entry) <= room;
    if (!fits && !isFirst) return { text, next: start };
    // One that is larger than a page would never be given.
    text += fits ? entry : `${label}${decode(bytes!.subarray(0, sourcePrefix(bytes!, room - label.length - 1)))}\n`;
    if (!fits) return { text, next: end };
    room -= utf8ByteLength(entry);
    if (bytes) found++;
  }
  return { text, next: spill.totalBytes };
}

async function* linesFrom(spill: SpillReader, from: number): AsyncGenerator<Line> {
  let start = from;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (bytes: Uint8Array) => {
    const part = bytes.subarray(0, MOST_LINE_BYTES - heldBytes);
    if (part.length > 0) held.push(part);
    heldBytes += part.length;
  };
  const take = (end: number, contentEnd: number): Line => {
    const all = concatBytes(held);
    const isCut = all.length < contentEnd - start;
    const bytes = isCut ? all.subarray(0, all.length - incompleteUtf8SuffixLength(all)) : all;
    const line = { start, end, bytes };
    [start, held, heldBytes] = [end, [], 0];
    return line;
  };
  for (let at = from; at < spill.totalBytes; ) {
    if (spill.isOmitted(at)) {
      if (at > start) yield take(at, at);
      yield { start: at, end: spill.gapEnd, bytes: undefined };
      at = spill.gapEnd;
      start = at;
      continue;
    }
    const block = await spill.read(at, BLOCK_BYTES);
    let done = 0;
    for (let feed = block.indexOf(LF); feed !== -1; feed = block.indexOf(LF, done)) {
      hold(block.subarray(done, feed));
      done = feed + 1;
      yield take(at + done, at + feed);
    }
    hold(block.subarray(done));
    at += block.length;
  }
  if (spill.totalBytes > start) yield take(spill.totalBytes, spill.totalBytes);
}
