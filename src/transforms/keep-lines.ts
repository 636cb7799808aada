import { type Bytes, checkTextChunk } from '../bytes.js';
import { checkLineTest, type LineTest } from '../keep/line-test.js';
import { Omission } from '../omission.js';
import { checkInteger, checkOptions } from '../options.js';
import { TextCarry } from '../text/text-carry.js';
import { ownedText, utf8ByteLength } from '../text/utf8.js';
import { ChunkTransform } from '../transform.js';

/** Which lines pass. */
export interface KeepLinesFilter {
  /** Tried on each line without its break, LF or CRLF. */
  pattern?: RegExp;
  /** Tried in place of a pattern; also told at which byte of the text the line begins. */
  test?: (line: string, startBytes: number) => boolean;
  /** Bytes of a line at most, 65,536 unless given: a longer one is not tried, and left out. */
  maxLineBytes?: number;
}

const MOST_LINE_BYTES = 65_536;
const OWNER = 'Cannot create KeepLines';

/**
 * Passes lines that match, and an `Omission` for those between: a search that counts what it leaves out. To keep such lines
 * beside the beginning and the end of a text, cut it with `keepLines` of {@link BudgetTruncate} instead.
 *
 * An `Omission` that comes in ends a line and is added to what is left out there. Bytes are counted in the decoded text.
 * Holds one line, of at most `maxLineBytes`.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value; from `push`, if a chunk is neither bytes, a
 * string, nor an `Omission`. What `test` throws comes out of `push`, and the line is left out; what passed comes out of
 * the next one.
 * @example
 * const errors = new KeepLines({ pattern: /^error/ });
 * [...errors.push('ok 1\nok 2\nerror: x\n'), ...errors.push('ok 3\n'), ...errors.flush()]; // [ Omission { bytes: 10, lines: 2, scalars: 10 }, 'error: x\n', Omission { bytes: 5, lines: 1, scalars: 5 } ]
 */
export class KeepLines extends ChunkTransform<Bytes | string | Omission, string | Omission> {
  readonly #test: LineTest;
  readonly #maxLineBytes: number;
  readonly #carry = new TextCarry();
  #line = '';
  #lineBytes = 0;
  /** True once the line in hand is too long. */
  #isLong = false;
  #lineStart = 0;
  #textBytes = 0;
  #missingBytes = 0;
  #omittedBytes = 0;
  /** What was left out since the last line that passed. */
  #left = { bytes: 0, lines: 0, scalars: 0 };
  #out: (string | Omission)[] = [];
  /** What a test threw: told when the chunk is done with, before what passed of it. */
  #failure: { readonly error: unknown } | undefined;

  constructor(options: KeepLinesFilter) {
    super();
    const given = checkOptions(OWNER, options);
    const { maxLineBytes = MOST_LINE_BYTES } = given;
    this.#test = checkLineTest(OWNER, given);
    this.#maxLineBytes = checkInteger(OWNER, 'maxLineBytes', maxLineBytes, 1);
  }

  /** Bytes of all text that came, omissions and pending ones included. */
  get totalBytes(): number {
    return this.#textBytes + this.#missingBytes + this.#carry.pendingBytes;
  }

  /** Bytes of the line in hand. */
  get pendingBytes(): number {
    return utf8ByteLength(this.#line) + this.#carry.pendingBytes;
  }

  /** Bytes of the lines that did not pass, and of the omissions that came in. */
  get omittedBytes(): number {
    return this.#omittedBytes;
  }

  override push(chunk: Bytes | string | Omission): readonly (string | Omission)[] {
    if (chunk instanceof Omission) {
      if (chunk.bytes === 0) return [];
      this.#carry.flush(this.#write);
      this.#endLine();
      this.#missingBytes += chunk.bytes;
      this.#lineStart += chunk.bytes;
      this.#leave(chunk);
    } else {
      checkTextChunk('KeepLines', chunk);
      this.#carry.write(chunk, this.#write);
    }
    return this.#take();
  }

  override flush(): readonly (string | Omission)[] {
    this.#carry.flush(this.#write);
    this.#endLine();
    this.#giveLeft();
    return this.#take();
  }

  #take(): readonly (string | Omission)[] {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.error;
    const out = this.#out;
    this.#out = [];
    return out;
  }

  readonly #write = (text: string, textBytes: number): void => {
    this.#textBytes += textBytes;
    const isAscii = textBytes === text.length;
    for (let at = 0; at < text.length; ) {
      const feed = text.indexOf('\n', at);
      const part = text.slice(at, feed < 0 ? text.length : feed + 1);
      this.#lineBytes += isAscii ? part.length : utf8ByteLength(part);
      // A slice would keep its chunk alive. What stands before it is not copied again: lines may come byte by byte.
      this.#line += feed < 0 ? ownedText(part) : part;
      this.#isLong ||= this.#lineBytes - (feed < 0 ? 0 : 1) > this.#maxLineBytes;
      if (this.#isLong) this.#leaveLine();
      if (feed < 0) return;
      this.#endLine();
      at = feed + 1;
    }
  };

  #endLine(): void {
    const startBytes = this.#lineStart;
    this.#lineStart += this.#lineBytes;
    this.#lineBytes = 0;
    const isKept = this.#line !== '' && this.#isKept(startBytes);
    this.#isLong = false;
    if (!isKept) {
      this.#leaveLine();
      return;
    }
    this.#giveLeft();
    this.#out.push(this.#line);
    this.#line = '';
  }

  #isKept(startBytes: number): boolean {
    try {
      return this.#test(this.#line.replace(/\r?\n$/, ''), startBytes);
    } catch (error) {
      this.#failure ??= { error };
      return false;
    }
  }

  #leaveLine(): void {
    const line = this.#line;
    this.#line = '';
    if (line !== '')
      this.#leave({ bytes: utf8ByteLength(line), lines: line.endsWith('\n') ? 1 : 0, scalars: scalars(line) });
  }

  #leave({ bytes, lines, scalars }: { bytes: number; lines: number; scalars: number }): void {
    this.#omittedBytes += bytes;
    const left = this.#left;
    this.#left = { bytes: left.bytes + bytes, lines: left.lines + lines, scalars: left.scalars + scalars };
  }

  #giveLeft(): void {
    if (this.#left.bytes > 0) this.#out.push(new Omission(this.#left));
    this.#left = { bytes: 0, lines: 0, scalars: 0 };
  }
}

function scalars(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
