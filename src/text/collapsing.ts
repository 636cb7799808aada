import { FrameRows } from './frame-rows.js';
import { utf8ByteLength } from './utf8.js';

/**
 * What moves the cursor: controls, and the sequences that progress bars use. Those that hide it, or leave long lines
 * unbroken, tell that what comes is going to be written over.
 */
const MOVES = /[\r\n\b]|\x1b\[(?:(\d{0,3})([ABEFGJK])|\?(?:25|7)([hl]))/g;
/** What could become such a sequence. */
const PARTIAL = /\x1b(?:\[(?:\d{0,3}|\?(?:25?|7)?))?$/;
const MOST_PARTIAL_UNITS = 5;

/** Puts the last frame in place of all that were written over each other. */
export class Collapsing {
  readonly #rows = new FrameRows();
  #partial = '';
  #takenBytes = 0;
  #givenBytes = 0;

  get heldBytes(): number {
    return this.#rows.heldBytes + this.#partial.length;
  }

  get omittedBytes(): number {
    return this.#takenBytes - this.#givenBytes - this.heldBytes;
  }

  write(text: string, textBytes: number): string {
    this.#takenBytes += textBytes;
    const whole = this.#partial + text;
    const partial = PARTIAL.exec(whole.slice(-MOST_PARTIAL_UNITS));
    this.#partial = partial?.[0] ?? '';
    this.#apply(whole.slice(0, whole.length - this.#partial.length));
    return this.#counted(this.#rows.take());
  }

  gap(): string {
    return this.end();
  }

  end(): string {
    this.#apply(this.#partial);
    this.#partial = '';
    return this.#counted(this.#rows.end());
  }

  #counted(out: string): string {
    this.#givenBytes += utf8ByteLength(out);
    return out;
  }

  #apply(text: string): void {
    let from = 0;
    MOVES.lastIndex = 0;
    for (let move = MOVES.exec(text); move; move = MOVES.exec(text)) {
      if (move.index > from) this.#rows.print(text.slice(from, move.index));
      from = move.index + move[0].length;
      this.#move(move);
    }
    if (from < text.length) this.#rows.print(text.slice(from));
  }

  #move([control, parameter = '', final, mode]: RegExpExecArray): void {
    const rows = this.#rows;
    if (mode) {
      rows.isLive = mode === 'l';
      return;
    }
    const count = Math.max(1, Number(parameter));
    switch (final ?? control) {
      case '\n':
        rows.lineFeed();
        return;
      case '\b':
        rows.backspace();
        return;
      case 'A':
        rows.up(count);
        return;
      case 'B':
        rows.up(-count);
        return;
      case 'K':
        if (parameter === '2' || rows.isFresh) rows.eraseRow();
        return;
      case 'J':
        if (rows.isFresh) rows.eraseRow();
        rows.eraseBelow();
        return;
      case 'G':
        if (count > 1) return;
        break;
      case 'E':
      case 'F':
        rows.up(final === 'F' ? count : -count);
        break;
    }
    // All that is left goes to the beginning of a row.
    rows.isFresh = true;
  }
}
