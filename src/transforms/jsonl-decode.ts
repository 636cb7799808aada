import { checkTextChunk } from '../bytes.js';
import { HeldLine } from '../keep/held-line.js';
import { Outcomes } from '../keep/outcomes.js';
import { Omission } from '../omission.js';
import { checkFunction, checkInteger, checkOptions } from '../options.js';
import { Utf8Carry } from '../text/carry.js';
import { decodeUtf8, plainBytes } from '../text/utf8.js';
import { ChunkTransform } from '../transform.js';

/** How long a line may be, and who is told of the bad ones. */
export interface JsonlDecodeOptions {
  /**
   * The most bytes of a line, its break not counted; 16 MiB unless given. That is more than any log line or message of a
   * protocol, and little enough that a stream without line breaks fits the smallest workers' memory.
   */
  maxLineBytes?: number;
  /**
   * Is told of each line that gives no value, and decoding goes on. `line` is its text; empty where the line was not
   * held: when it is too long, or an {@link Omission} stands in it. Without it such a line is an error.
   */
  onInvalid?: (error: DecodeError, line: string) => void;
}

/**
 * A line that gives no value. `cause` is the error of the JSON parser, where there is one.
 *
 * @example
 * const errors: DecodeError[] = [];
 * new JsonlDecode({ onInvalid: (error) => errors.push(error) }).push('1\n{"a":\n');
 * errors.map(({ lineNumber, omittedBytes }) => [lineNumber, omittedBytes]); // [ [ 2, 5 ] ]
 */
export class DecodeError extends Error {
  /** From 1 on; blank lines count. */
  readonly lineNumber: number;
  /** Bytes that gave no value: those of the line without its break, and those that an omission in it stands for. */
  readonly omittedBytes: number;

  constructor(lineNumber: number, omittedBytes: number, why: string, options?: { cause: unknown }) {
    super(`Cannot decode line ${lineNumber}: ${why}`, options);
    this.lineNumber = lineNumber;
    this.omittedBytes = omittedBytes;
  }

  override get name(): string {
    return 'DecodeError';
  }
}

/**
 * Lines of JSON in, one value for each out. LF ends a line and CRLF does too; blank lines are skipped; a last line without
 * a break is decoded at the end. A U+FEFF that begins the stream is passed over, as readers of JSON may do; anywhere else
 * outside of a string it makes its line invalid.
 *
 * Holds at most one line, of at most `maxLineBytes` bytes; a longer one is dropped as it comes. An {@link Omission} makes
 * the line that it stands in invalid: what is before it on that line and what is behind, up to the next LF.
 *
 * Without `onInvalid`, a line that gives no value is thrown as a {@link DecodeError}: by the `push` that ends the line or,
 * if that has values of earlier lines to give, by the next `push` or `flush`. No good line is lost by it: the values of
 * the lines behind come with the `push` or `flush` after the error. Further invalid lines that came before the error was
 * thrown are only counted. What the hook throws is thrown in the same way.
 *
 * @typeParam T What the lines hold; nothing checks it.
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value; from `push`, if a chunk is neither bytes, a
 * string, nor an `Omission`.
 * @throws {DecodeError} From `push` and `flush`, for an invalid line, if there is no `onInvalid`.
 * @example
 * const lines: number[] = [];
 * const decode = new JsonlDecode({ onInvalid: (error) => lines.push(error.lineNumber) });
 * [...decode.push('{"a":1}\r\noops\n\n[2'), ...decode.push(']'), ...decode.flush()]; // [ { a: 1 }, [ 2 ] ]
 * lines; // [ 2 ]
 * decode.omittedBytes; // 4
 */
export class JsonlDecode<T = unknown> extends ChunkTransform<Uint8Array | string | Omission, T> {
  readonly #onInvalid: JsonlDecodeOptions['onInvalid'];
  readonly #carry = new Utf8Carry();
  readonly #line: HeldLine;
  readonly #outcomes = new Outcomes<T>();
  #lineNumber = 1;
  #omittedBytes = 0;
  #invalidLines = 0;

  constructor(options?: JsonlDecodeOptions) {
    super();
    const owner = 'Cannot create JsonlDecode';
    const { maxLineBytes = 16 * 1024 * 1024, onInvalid } = checkOptions(owner, options);
    this.#line = new HeldLine(checkInteger(owner, 'maxLineBytes', maxLineBytes, 1));
    this.#onInvalid = onInvalid === undefined ? undefined : checkFunction(owner, 'onInvalid', onInvalid);
  }

  /** Bytes that gave no value: of invalid lines, without their breaks, and of omissions. */
  get omittedBytes(): number {
    return this.#omittedBytes;
  }

  /** Lines that gave no value, blank ones apart. An omission, with what is left of the lines around it, counts as one. */
  get invalidLines(): number {
    return this.#invalidLines;
  }

  override push(chunk: Uint8Array | string | Omission): readonly T[] {
    if (chunk instanceof Omission) {
      this.#releasePending();
      this.#line.omit(chunk.bytes);
      this.#lineNumber += chunk.lines;
    } else if (typeof chunk === 'string') {
      this.#carry.write(chunk, (piece) => this.#take(piece));
    } else {
      checkTextChunk('JsonlDecode', chunk);
      // Bytes need no carry: only whole lines are decoded.
      if (chunk.length > 0) this.#releasePending();
      this.#take(plainBytes(chunk));
    }
    return this.#outcomes.take();
  }

  override flush(): readonly T[] {
    this.#releasePending();
    if (this.#line.bytes > 0 || this.#line.missingBytes > 0) this.#endLine();
    return this.#outcomes.takeLast();
  }

  #releasePending(): void {
    this.#carry.flush((piece) => this.#take(piece));
  }

  #take(piece: Uint8Array): void {
    let start = 0;
    for (let feed = piece.indexOf(LF); feed !== -1; feed = piece.indexOf(LF, start)) {
      this.#endLine(piece.subarray(start, feed));
      start = feed + 1;
    }
    if (start < piece.length) this.#line.push(piece.subarray(start));
  }

  #endLine(lastPart?: Uint8Array): void {
    const line = this.#line.end(lastPart);
    if (line !== undefined) this.#decode(decodeUtf8(line));
    else if (this.#line.missingBytes > 0) this.#reject('a part of it was left out', '');
    else this.#reject(`it has more than ${this.#line.maxBytes} bytes`, '');
    this.#line.clear();
    this.#lineNumber++;
  }

  #decode(line: string): void {
    const json = this.#lineNumber === 1 && line.startsWith('\ufeff') ? line.slice(1) : line;
    if (BLANK.test(json)) return;
    let value: T;
    try {
      value = JSON.parse(json);
    } catch (cause) {
      this.#reject('it is no JSON', line, { cause });
      return;
    }
    this.#outcomes.add(value);
  }

  #reject(why: string, line: string, options?: { cause: unknown }): void {
    const bytes = this.#line.bytes + this.#line.missingBytes;
    this.#omittedBytes += bytes;
    this.#invalidLines++;
    const error = new DecodeError(this.#lineNumber, bytes, why, options);
    try {
      if (this.#onInvalid === undefined) throw error;
      this.#onInvalid(error, line);
    } catch (failure) {
      // What the hook throws waits its turn as well: the lines behind it are still to be decoded.
      this.#outcomes.fail(failure);
    }
  }
}

const LF = 0x0a;
/** White space of JSON alone; LF is not in a line. */
const BLANK = /^[ \t\r]*$/;
