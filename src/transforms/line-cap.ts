import { checkInteger, checkOptions } from '../options.js';
import { LineCapping } from '../text/line-capping.js';
import { decodeUtf8, encodeUtf8 } from '../text/utf8.js';
import { type TextEngine, TextTransform } from '../text-transform.js';

/** How long a line may be. */
export interface LineCapOptions {
  /** Bytes of UTF-8, marker included; LF, which ends a line, is not counted. */
  maxLineBytes: number;
}

/**
 * Cuts each line to a number of bytes: a longer one keeps its beginning, and a marker with the bytes that are missing
 * (`…12 bytes truncated…`), where that fits. LF ends a line. No control sequence (`ESC [`) is cut (one of more than 256 bytes is text),
 * and a look (a colour, bold) that is open at the cut is ended there: a reset (`ESC [0m`) stands before the marker, within the
 * limit. Where that has less than the 4 bytes of a reset, such a line shows nothing.
 *
 * What is sure to stay of a line goes out at once, and no more of it is held than a marker and a sequence have bytes.
 *
 * @throws {TypeError | RangeError} If `maxLineBytes` is no integer >= 1; from `push`, if a chunk is neither bytes, a string,
 * nor an `Omission`.
 * @example
 * const cap = new LineCap({ maxLineBytes: 30 });
 * [...cap.push(`short\n${'0123456789'.repeat(9)}\n`), ...cap.flush()]; // [ 'short\n012345…84 bytes truncated…\n' ]
 */
export class LineCap extends TextTransform {
  constructor(options: LineCapOptions) {
    const owner = 'Cannot create LineCap';
    const { maxLineBytes } = checkOptions(owner, options);
    super('LineCap', new LineCapEngine(checkInteger(owner, 'maxLineBytes', maxLineBytes, 1)));
  }
}

class LineCapEngine implements TextEngine {
  readonly #cap: LineCapping;
  #out = '';

  constructor(maxLineBytes: number) {
    const give = (bytes: Uint8Array) => {
      this.#out += decodeUtf8(bytes);
    };
    this.#cap = new LineCapping(maxLineBytes, { text: give, marker: give });
  }

  get heldBytes(): number {
    return this.#cap.heldBytes;
  }

  get omittedBytes(): number {
    return this.#cap.omittedBytes;
  }

  write(text: string): string {
    this.#cap.push(encodeUtf8(text));
    return this.#take();
  }

  gap(): string {
    return this.end();
  }

  end(): string {
    this.#cap.endLine();
    return this.#take();
  }

  #take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }
}
