import { checkOptions, show } from './options.js';
import { type Find, findNamedValues, findPattern, findText, type Masking, masked } from './text/redact-text.js';

/** What is masked, as data. */
export interface RedactRules {
  /** Names whose values are masked: keys of records at any depth, and in text `NAME=value` and `Name: value`. Case does not count. */
  names?: readonly string[];
  /** Texts that are masked wherever they are. */
  secrets?: readonly string[];
  /** What matches is masked. A string is the source of a `RegExp`. */
  patterns?: readonly (RegExp | string)[];
  /** What stands in their place; `[masked]` unless given. */
  mask?: string;
}

const DEFAULT_MASK = '[masked]';

/** Rules that were checked, ready for texts and keys. Never throws when it is used. */
export class Redaction implements Masking {
  readonly mask: string;
  readonly #names: ReadonlySet<string>;
  readonly #finders: readonly ((text: string) => Iterable<Find>)[];

  /** @throws {TypeError | RangeError} If a rule is of the wrong kind or value. */
  constructor(owner: string, rules: RedactRules) {
    const { names = [], secrets = [], patterns = [], mask = DEFAULT_MASK } = checkOptions(`${owner}: redact`, rules);
    if (typeof mask !== 'string') throw new TypeError(`${owner}: redact.mask must be a string, got ${show(mask)}`);
    this.mask = mask;
    this.#names = new Set(checkTexts(owner, 'names', names).map((name) => name.toLowerCase()));
    const texts = checkTexts(owner, 'secrets', secrets);
    this.#finders = [
      ...texts.map((secret) => (text: string) => findText(text, secret)),
      ...checkPatterns(owner, patterns).map((pattern) => (text: string) => findPattern(text, pattern)),
      ...(names.length > 0 ? [findNamedValues(names)] : []),
    ];
  }

  /** True for a key whose value is masked, whatever it is. */
  isNamed(key: string): boolean {
    return this.#names.size > 0 && this.#names.has(key.toLowerCase());
  }

  /** The text with a mask for each find; finds that overlap have one together. */
  text(text: string): string {
    try {
      return masked(
        text,
        this.#finders.flatMap((find) => [...find(text)]),
        this.mask,
      );
    } catch {
      // A pattern's own `exec` may throw, and a search may run out of memory: then nothing of the text is shown.
      return this.mask;
    }
  }
}

function checkTexts(owner: string, name: string, texts: readonly string[]): string[] {
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) {
    throw new TypeError(`${owner}: redact.${name} must be an array of strings, got ${show(texts)}`);
  }
  if (texts.includes('')) throw new RangeError(`${owner}: redact.${name} must not hold an empty string`);
  return texts.map((text: string) => text.toWellFormed());
}

function checkPatterns(owner: string, patterns: readonly (RegExp | string)[]): RegExp[] {
  const isPattern = (pattern: unknown) => typeof pattern === 'string' || pattern instanceof RegExp;
  if (!Array.isArray(patterns) || !patterns.every(isPattern)) {
    throw new TypeError(`${owner}: redact.patterns must be an array of RegExps or strings, got ${show(patterns)}`);
  }
  return patterns.map((pattern: RegExp | string) => {
    if (typeof pattern !== 'string') return new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''));
    try {
      return new RegExp(pattern, 'gu');
    } catch {
      throw new RangeError(`${owner}: redact.patterns must hold sources of RegExps, got ${show(pattern)}`);
    }
  });
}
