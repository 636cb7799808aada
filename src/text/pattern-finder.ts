import { type AddFind, endOf, type Finder, type TextWindow } from './finder.js';

/**
 * Finds the matches of a regular expression. The text is looked at in blocks of `maxUnits`, each with as much text before
 * and behind it, and one unit more, so that `\b` sees what follows. What a match depends on is therefore the same however
 * the text came, and the same as in the whole text unless a match, with all that it looks at, is longer.
 */
export class PatternFinder implements Finder {
  readonly #pattern: RegExp;
  readonly #maxUnits: number;
  /** Where the next block begins. */
  #blockAt = 0;
  /** Where the last find ended. */
  #foundTo = 0;

  constructor(pattern: RegExp, maxUnits: number) {
    this.#pattern = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
    this.#maxUnits = maxUnits;
  }

  /** Units before the block that a match may look at. */
  get contextUnits(): number {
    return this.#maxUnits;
  }

  scan(window: TextWindow, add: AddFind): number {
    for (let ahead = 2 * this.#maxUnits + 1; this.#blockAt + ahead <= endOf(window); ) {
      this.#scanBlock(window, this.#blockAt + ahead, add);
    }
    return this.#blockAt;
  }

  end(window: TextWindow, add: AddFind): void {
    const end = endOf(window);
    while (this.#blockAt < end) this.#scanBlock(window, Math.min(end, this.#blockAt + 2 * this.#maxUnits + 1), add);
    this.#blockAt = end;
    this.#foundTo = end;
  }

  #scanBlock({ text, from, start }: TextWindow, seenTo: number, add: AddFind): void {
    const pattern = this.#pattern;
    const blockEnd = this.#blockAt + this.#maxUnits;
    const seenFrom = Math.max(start, this.#blockAt - this.#maxUnits);
    const seen = text.slice(seenFrom - from, seenTo - from);
    const begin = Math.max(this.#blockAt, this.#foundTo);
    pattern.lastIndex = begin - seenFrom;
    for (let match = pattern.exec(seen); match; match = pattern.exec(seen)) {
      // With the flag u, a search from inside a pair begins before it.
      const at = Math.max(begin, seenFrom + match.index);
      if (at >= blockEnd) break;
      const { length } = match[0];
      if (length === 0) {
        pattern.lastIndex++;
        continue;
      }
      this.#foundTo = seenFrom + match.index + length;
      add(at, this.#foundTo);
    }
    this.#blockAt = blockEnd;
  }
}
