import { checkLineTest, type LineTest } from '../keep/line-test.js';
import { checkInteger, checkOptions, show } from '../options.js';
import { incompleteUtf8SuffixLength } from '../text/utf8.js';
import { grepPage } from './grep-page.js';
import { OverwrittenError, openSpill, SpillReader } from './spill-reader.js';
import { type PageLimits, textPage } from './text-page.js';

/** Which part of an output is read. */
export interface ReadPageOptions {
  /** Where to begin, in bytes of the output; 0 unless given. Inside a scalar value it is taken for its first byte. */
  from?: number;
  /** Bytes of the text at most, in UTF-8, markers included; 40,000 unless given, at least 64. */
  maxBytes?: number;
  /** Lines of the text at most; with `grep`, lines that match. */
  lines?: number;
  /**
   * Gives only the lines that have this text or match this expression, each behind its position: `1234:line`. Of a line
   * the first 8,192 bytes are looked at and given.
   */
  grep?: string | RegExp;
}

/** A part of an output. Positions and counts are in bytes of the output from its first, whatever the file left out. */
export interface SpillPage {
  /** Well-formed, whatever the bytes; a marker stands for what the file left out. */
  text: string;
  /** Where it begins. */
  from: number;
  /** Where the next page begins: at `totalBytes` this is the last one so far. */
  next: number;
  /** Bytes that the output has so far. */
  totalBytes: number;
  /** How many of these the file left out, with parts of scalar values that were cut. */
  omittedBytes: number;
  /** True if the file could not be written to the end of the output, such as on a full disk: more than this came. */
  failed: boolean;
}

const OWNER = 'Cannot read page';
const DEFAULT_PAGE_BYTES = 40_000;
/** Room for any marker or position, and a scalar value. */
const LEAST_PAGE_BYTES = 64;
/** What is left of the oldest bytes to a writer that was faster than we are; twice as much each time, in the end all. */
const FIRST_LEFT_BYTES = 64;

/**
 * Reads a part of an output on disk, that of a {@link SpillFile}, also while it is written: pages one behind the other give
 * all of it, no scalar value cut. Holds one page; with `grep`, which reads on to the end of the output, 64 KiB more.
 *
 * @throws {SpillHandleError} If the handle names no file. @throws {TypeError | RangeError} If an argument is of the wrong kind
 * or value; a `from` past the end is one. @throws The platform's error if the file cannot be read.
 * @example
 * const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-'));
 * const spill = new SpillFile(path.join(folder, 'output.log'), { maxBytes: 1024 });
 * await spill.write(new TextEncoder().encode('line\n'.repeat(1000)));
 * await spill.close();
 * const { text, next, totalBytes, omittedBytes } = await readPage(spill.handle, { from: 400, maxBytes: 64 });
 * text; // 'line\nline\nline\nline\nline\nline…4142 bytes omitted…ine\nline\nli'
 */
export async function readPage(handle: string, options?: ReadPageOptions): Promise<SpillPage> {
  if (typeof handle !== 'string') throw new TypeError(`${OWNER}: handle must be a string, got ${show(handle)}`);
  const { from = 0, maxBytes = DEFAULT_PAGE_BYTES, lines = Infinity, grep } = checkOptions(OWNER, options);
  checkInteger(OWNER, 'from', from);
  checkInteger(OWNER, 'maxBytes', maxBytes, LEAST_PAGE_BYTES);
  if (lines !== Infinity) checkInteger(OWNER, 'lines', lines, 1);
  const test = grep === undefined ? undefined : lineTest(grep);
  const file = await openSpill(handle);
  try {
    for (let leftBytes = 0; ; leftBytes = Math.max(FIRST_LEFT_BYTES, 2 * leftBytes)) {
      const spill = await tryTo(() => SpillReader.of(file, handle, leftBytes));
      const page = spill && (await tryTo(() => pageOf(spill, { from, maxBytes, lines }, test)));
      if (page) return page;
    }
  } finally {
    await file.close();
  }
}

/** Undefined if the writer was faster. */
async function tryTo<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof OverwrittenError) return undefined;
    throw error;
  }
}

async function pageOf(spill: SpillReader, limits: PageLimits, test: LineTest | undefined): Promise<SpillPage> {
  const { totalBytes, omittedBytes, failed } = spill;
  if (limits.from > totalBytes)
    throw new RangeError(`${OWNER}: from must be at most ${totalBytes}, got ${limits.from}`);
  const from = await aligned(spill, limits.from);
  const { text, next } = await (test
    ? grepPage(spill, { ...limits, from }, test)
    : textPage(spill, { ...limits, from }));
  return { text, from, next, totalBytes, omittedBytes, failed };
}

function lineTest(grep: string | RegExp): LineTest {
  if (typeof grep === 'string') return (line) => line.includes(grep);
  if (!(grep instanceof RegExp)) throw new TypeError(`${OWNER}: grep must be a string or a RegExp, got ${show(grep)}`);
  return checkLineTest(OWNER, { pattern: grep });
}

/** The first byte of the scalar value that has its byte at `from`. */
async function aligned(spill: SpillReader, from: number): Promise<number> {
  if (from === spill.totalBytes || spill.isOmitted(from)) return from;
  const start = Math.max(from - 3, from < spill.gapStart ? 0 : spill.gapEnd);
  const bytes = await spill.read(start, from - start + 1);
  const cut = incompleteUtf8SuffixLength(bytes.subarray(0, from - start));
  // It may be ill-formed, and what is at `from` begin another one.
  return cut > 0 && (bytes[from - start]! & 0xc0) === 0x80 ? from - cut : from;
}
