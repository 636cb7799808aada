import { type AddFind, endOf, type Finder, type TextWindow } from './finder.js';

/**
 * Finds every occurrence of some texts, also those that overlap. Beside a gap it takes pieces for finds: the beginning of
 * a secret before it, the end of one behind it, the middle of one between two. What could be the beginning of a secret is
 * undecided: less than the longest of them.
 */
export class SecretFinder implements Finder {
  readonly #secrets: readonly string[];
  readonly #firsts: ReadonlySet<number>;
  readonly #longest: number;
  /** Up to where occurrences have been looked for. */
  #scanned = 0;
  /** Where text begins behind a gap, until it is known whether it goes on with a secret. */
  #resumedAt = -1;

  /** `secrets` must not be empty, and neither may one of them. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#firsts = new Set(secrets.map((secret) => secret.charCodeAt(0)));
    this.#longest = Math.max(...secrets.map((secret) => secret.length));
  }

  scan(window: TextWindow, add: AddFind): number {
    for (const secret of this.#secrets) {
      // What stands before the start is no text that came.
      const from = Math.max(window.start, this.#scanned - secret.length + 1) - window.from;
      for (let at = window.text.indexOf(secret, from); at >= 0; at = window.text.indexOf(secret, at + 1)) {
        add(window.from + at, window.from + at + secret.length);
      }
    }
    this.#scanned = endOf(window);
    if (this.#resumedAt >= 0) {
      const rest = this.#rest(window);
      if (rest.length < this.#longest && this.#isInside(rest)) return this.#resumedAt;
      this.#endRest(rest, add);
    }
    return this.#beginningAt(window);
  }

  end(window: TextWindow, add: AddFind, isGap: boolean): void {
    const end = endOf(window);
    if (this.#resumedAt >= 0) {
      const rest = this.#rest(window);
      // All that is between two gaps may be the middle of a secret.
      if (isGap) add(this.#resumedAt, end);
      else this.#endRest(rest, add);
    }
    if (isGap) {
      add(this.#beginningAt(window), end);
      this.#resumedAt = end;
    }
  }

  #rest({ text, from }: TextWindow): string {
    const at = this.#resumedAt - from;
    return text.slice(at, at + this.#longest);
  }

  #isInside(rest: string): boolean {
    return this.#secrets.some((secret) => secret.includes(rest));
  }

  /** The longest beginning of what stands behind a gap that ends a secret. */
  #endRest(rest: string, add: AddFind): void {
    const start = this.#resumedAt;
    this.#resumedAt = -1;
    for (let length = Math.min(rest.length, this.#longest - 1); length > 0; length--) {
      const piece = rest.slice(0, length);
      if (!this.#secrets.some((secret) => secret.endsWith(piece))) continue;
      add(start, start + length);
      return;
    }
  }

  /** Where the longest end of the text begins that is the beginning of a secret. */
  #beginningAt({ text, from, start }: TextWindow): number {
    for (let at = Math.max(start - from, text.length - this.#longest + 1); at < text.length; at++) {
      if (!this.#firsts.has(text.charCodeAt(at))) continue;
      const end = text.slice(at);
      if (this.#secrets.some((secret) => secret.length > end.length && secret.startsWith(end))) return from + at;
    }
    return from + text.length;
  }
}
