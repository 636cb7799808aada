import { checkInteger, checkOptions, show } from '../options.js';
import type { Finder } from '../text/finder.js';
import { NameFinder } from '../text/name-finder.js';
import { PatternFinder } from '../text/pattern-finder.js';
import { Redacting } from '../text/redacting.js';
import { SecretFinder } from '../text/secret-finder.js';
import { TextTransform } from '../text-transform.js';

/** What is masked, as data, and what stands in its place. */
export interface RedactOptions {
  /** Texts that never show, wherever they stand. */
  secrets?: readonly string[];
  /**
   * Names whose values never show, in any case: `NAME=value`, `Name: value`, `"name": "value"`. A name may have more before
   * it that is no letter, digit or underscore (`--token`, `Proxy-Authorization`).
   */
  names?: readonly string[];
  patterns?: readonly RedactPattern[];
  /** `[masked]` unless given. */
  mask?: string;
}

/** A regular expression whose matches never show. */
export interface RedactPattern {
  pattern: RegExp;
  /** The most bytes of UTF-8 that a match has, with all that it looks at before and behind. A longer one may be missed. */
  maxMatchBytes: number;
}

const OWNER = 'Cannot create Redact';

/**
 * Masks secrets, however they are cut into chunks. Finds that overlap or touch become one mask.
 *
 * The value of a name ends at its closing quote, or with the line; without quotes, `=` inside a line ends it at a blank, and
 * a quoted name at `,`, `}` or `]`. It is masked as it comes, however long it is.
 *
 * Beside an `Omission` it is careful: what could be the beginning, the end or the middle of a secret that was cut there is
 * masked, and a value goes on behind it.
 *
 * Holds what could become a find: less than the longest secret, a name with a few bytes behind it, and with patterns
 * always between one and two times the longest `maxMatchBytes`. Secrets are looked for one by one, each with the engine's
 * own search.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value; from `push`, if a chunk is neither bytes, a
 * string, nor an `Omission`. No error shows a secret.
 * @example
 * const redact = new Redact({ secrets: ['s3cret'], names: ['API_KEY', 'Authorization'] });
 * [...redact.push('token s3'), ...redact.push('cret, API_KEY=abc\n'), ...redact.flush()].join(''); // 'token [masked], API_KEY=[masked]\n'
 * redact.omittedBytes; // 9
 */
export class Redact extends TextTransform {
  constructor(options: RedactOptions) {
    const { finders, mask, contextUnits } = checkedOptions(options);
    super('Redact', new Redacting(finders, mask, contextUnits));
  }
}

function checkedOptions(options: RedactOptions) {
  const { secrets = [], names = [], patterns = [], mask = '[masked]' } = checkOptions(OWNER, options);
  if (typeof mask !== 'string') throw new TypeError(`${OWNER}: mask must be a string, got ${show(mask)}`);
  const finders: Finder[] = [];
  if (checkTexts('secrets', secrets).length > 0)
    finders.push(new SecretFinder(secrets.map((text) => text.toWellFormed())));
  if (checkTexts('names', names).length > 0) finders.push(new NameFinder(names));
  const patternFinders = checkArray('patterns', patterns).map(checkedPattern);
  // A match of so many bytes has no more code units.
  const contextUnits = Math.max(0, ...patternFinders.map((finder) => finder.contextUnits));
  return { finders: [...finders, ...patternFinders], mask: mask.toWellFormed(), contextUnits };
}

function checkedPattern(given: RedactPattern, index: number): PatternFinder {
  const name = `patterns[${index}]`;
  const { pattern, maxMatchBytes } = checkOptions(`${OWNER}: ${name}`, given);
  if (!(pattern instanceof RegExp))
    throw new TypeError(`${OWNER}: ${name}.pattern must be a RegExp, got ${show(pattern)}`);
  return new PatternFinder(pattern, checkInteger(OWNER, `${name}.maxMatchBytes`, maxMatchBytes, 1));
}

/** Does not show what is wrong with a text: it may be a secret. */
function checkTexts(name: string, texts: readonly string[]): readonly string[] {
  checkArray(name, texts).forEach((text, index) => {
    if (typeof text !== 'string')
      throw new TypeError(`${OWNER}: ${name}[${index}] must be a string, got ${typeof text}`);
    if (text === '') throw new RangeError(`${OWNER}: ${name}[${index}] must not be empty`);
  });
  return texts;
}

function checkArray<T>(name: string, value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) throw new TypeError(`${OWNER}: ${name} must be an array, got ${typeof value}`);
  return value;
}
