import { type AddFind, endOf, type Finder, type TextWindow } from './finder.js';
import { nameHeader, partialHeader } from './name-header.js';

/** Where a value ends that is not quoted. */
const VALUE_ENDS = { line: /[\r\n]/g, word: /\s/g, item: /[\s,}\]]/g };

/** A value in hand: up to the end of the line, a blank, the end of an item, or the quote that it began with. */
type Value = { readonly upTo: keyof typeof VALUE_ENDS } | { readonly quote: string; readonly backslashes: number };

const BLANK = /[ \t]/;
const MOST_BACKSLASHES = 7;

/**
 * Finds the values behind names, as environments, headers and JSON write them: `NAME=value`, `Name: value`,
 * `"name": "value"`. Undecided is what could be the beginning of a name, with the quote and the blanks behind it. A value
 * may be as long as it likes: it is found as it comes.
 */
export class NameFinder implements Finder {
  readonly #header: RegExp;
  readonly #partial: RegExp;
  readonly #mostUnits: number;
  /** What comes next is looked at from here. */
  #at = 0;
  /** How the value would end that has not begun. */
  #expected: Value | undefined;
  #value: Value | undefined;
  /** Backslashes right before `#at`, inside quotes. */
  #backslashes = 0;

  /** `names` must not be empty, and neither may one of them. */
  constructor(names: readonly string[]) {
    this.#header = nameHeader(names);
    const partial = partialHeader(names);
    this.#partial = partial.pattern;
    this.#mostUnits = partial.mostUnits;
  }

  scan(window: TextWindow, add: AddFind): number {
    const { from } = window;
    const end = endOf(window);
    for (;;) {
      if (this.#value) {
        const valueEnd = this.#valueEnd(window, this.#value);
        add(this.#at, valueEnd ?? end - this.#undecided);
        this.#at = valueEnd ?? end - this.#undecided;
        if (valueEnd === undefined) {
          this.#backslashes -= this.#undecided;
          return this.#at;
        }
        this.#value = undefined;
        // What ends a value may stand before a name.
        this.#at++;
      } else if (this.#expected) {
        if (!this.#beginValue(window, this.#expected)) return this.#at;
        this.#expected = undefined;
      } else {
        this.#header.lastIndex = Math.max(0, this.#at - 1 - from);
        const header = this.#header.exec(window.text);
        if (!header) {
          this.#at = Math.max(this.#at, this.#partialAt(window));
          return Math.min(this.#at, end);
        }
        this.#at = from + header.index + header[0].length;
        this.#expected = valueBehind(header);
      }
    }
  }

  end(window: TextWindow, add: AddFind): void {
    const end = endOf(window);
    // Backslashes that a quote could have followed.
    if (this.#expected || this.#value) add(this.#at, end);
    // A value goes on behind a gap, as far as anyone can tell.
    this.#at = end;
  }

  /** False if more must come first. */
  #beginValue({ text, from }: TextWindow, expected: Value): boolean {
    let at = this.#at - from;
    while (BLANK.test(text.charAt(at))) at++;
    this.#at = from + at;
    let open = at;
    while (text[open] === '\\' && open - at < MOST_BACKSLASHES) open++;
    if (open === text.length) return false;
    const quote = text[open]!;
    this.#backslashes = 0;
    if ('quote' in expected) this.#value = expected;
    else if (quote === '"' || quote === "'") {
      this.#value = { quote, backslashes: open - at };
      this.#at = from + open + 1;
    } else if (expected.upTo === 'item' && (quote === '{' || quote === '[')) this.#value = { upTo: 'line' };
    else this.#value = expected;
    return true;
  }

  /** Backslashes at the end that may belong to the closing quote. */
  get #undecided(): number {
    return this.#value && 'quote' in this.#value ? Math.min(this.#backslashes, this.#value.backslashes) : 0;
  }

  /** Undefined if the value goes on at the end of the text. */
  #valueEnd({ text, from }: TextWindow, value: Value): number | undefined {
    if (!('quote' in value)) {
      const pattern = VALUE_ENDS[value.upTo];
      pattern.lastIndex = this.#at - from;
      const found = pattern.exec(text);
      return found ? from + found.index : undefined;
    }
    for (let at = this.#at - from; at < text.length; at++) {
      const unit = text[at]!;
      if (unit === '\n' || unit === '\r') return from + at;
      // Inside text that is quoted itself, each level doubles the backslashes and adds one before a quote.
      const isEnd = unit === value.quote && this.#backslashes % (2 * (value.backslashes + 1)) === value.backslashes;
      if (isEnd) return from + at - value.backslashes;
      this.#backslashes = unit === '\\' ? this.#backslashes + 1 : 0;
    }
    return undefined;
  }

  #partialAt(window: TextWindow): number {
    const tailAt = Math.max(0, window.text.length - this.#mostUnits);
    const found = window.text.slice(tailAt).search(this.#partial);
    return found < 0 ? endOf(window) : window.from + tailAt + found + 1;
  }
}

/** How the value behind a name ends, unless it has quotes of its own. */
function valueBehind([, before, closing, separator]: RegExpExecArray): Value {
  if (closing) return { upTo: 'item' };
  // `"Name: value"`
  if (before === '"' || before === "'") return { quote: before, backslashes: 0 };
  const isLine = separator === ':' || before === '\n' || before === '\r';
  return { upTo: isLine ? 'line' : 'word' };
}
