import { show } from '../options.js';
import type { CutSettings } from '../text/remains.js';
import type { Tokenizer } from '../text/tokens.js';

/**
 * What counts the tokens of a policy: the one that is given, or that of the style.
 * @throws {TypeError} If the one that is given cannot count, or has nothing to count.
 */
export function tokenizerOf(
  owner: string,
  { policy, style }: CutSettings,
  given: Tokenizer | undefined,
): Tokenizer | undefined {
  checkTokenizer(owner, policy.mode, given);
  return given ?? (policy.mode === 'tokens' ? style.tokenizer : undefined);
}

/** @throws {TypeError} If one is given that cannot count, or has nothing to count. */
export function checkTokenizer(owner: string, mode: 'bytes' | 'tokens', tokenizer: Tokenizer | undefined): void {
  if (tokenizer === undefined) return;
  if (typeof tokenizer?.count !== 'function') {
    throw new TypeError(`${owner}: tokenizer must have a count method, got ${show(tokenizer)}`);
  }
  if (mode === 'bytes') throw new TypeError(`${owner}: tokenizer counts tokens, and the policy is of bytes`);
}

/**
 * The code units of one kind in a row that a tokenizer is given at most. Tokenizers cut a text between kinds, and merge
 * each part in a time that can grow with the square of its length: a run of one letter would take them minutes.
 */
const MOST_RUN = 2048;

/**
 * Tokens of a text. Where a run is cut for the tokenizer, one token more is counted: what stands on both sides of a cut
 * has hardly ever more tokens as one.
 *
 * @throws {TypeError | RangeError} If the tokenizer gives no integer >= 0. @throws Whatever it throws.
 */
export function countTokens(owner: string, tokenizer: Tokenizer, text: string): number {
  let tokens = 0;
  let start = 0;
  for (const end of runCuts(text)) {
    tokens += counted(owner, tokenizer, text.slice(start, end)) + 1;
    start = end;
  }
  return tokens + counted(owner, tokenizer, start === 0 ? text : text.slice(start));
}

function counted(owner: string, tokenizer: Tokenizer, text: string): number {
  if (text === '') return 0;
  const tokens: unknown = tokenizer.count(text);
  const what = `${owner}: the tokenizer ${show(tokenizer.name)} must count`;
  if (typeof tokens !== 'number') throw new TypeError(`${what} in numbers, got ${show(tokens)}`);
  if (!Number.isSafeInteger(tokens) || tokens < 0) throw new RangeError(`${what} an integer >= 0, got ${tokens}`);
  return tokens;
}

/** Where a run becomes too long, never inside a pair. */
function runCuts(text: string): number[] {
  const cuts: number[] = [];
  let kind = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const own = kindOf(unit);
    run = own === kind ? run + 1 : 1;
    kind = own;
    if (run <= MOST_RUN || (unit & 0xfc00) === 0xdc00) continue;
    cuts.push(i);
    run = 1;
  }
  return cuts;
}

/** Whitespace and controls, digits, letters (all beyond ASCII, too), signs. */
function kindOf(unit: number): number {
  if (unit <= 0x20) return 0;
  if (unit >= 0x30 && unit <= 0x39) return 1;
  const lower = unit | 0x20;
  return unit >= 0x80 || (lower >= 0x61 && lower <= 0x7a) ? 2 : 3;
}
