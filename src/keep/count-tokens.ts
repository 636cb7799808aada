import { checkMethods, show } from '../options.js';
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
  checkMethods(owner, 'tokenizer', tokenizer, ['count']);
  if (mode === 'bytes') throw new TypeError(`${owner}: tokenizer counts tokens, and the policy is of bytes`);
}

/**
 * Tokens of a text, which is given to the tokenizer as a whole.
 * @throws {TypeError | RangeError} If the tokenizer gives no integer >= 0. @throws Whatever it throws.
 */
export function countTokens(owner: string, tokenizer: Tokenizer, text: string): number {
  if (text === '') return 0;
  const tokens: unknown = tokenizer.count(text);
  const what = `${owner}: the tokenizer ${show(tokenizer.name)} must count`;
  if (typeof tokens !== 'number') {
    // Of an asynchronous one: a promise that nobody waits for would end the process if it fails.
    Promise.resolve(tokens).catch(() => {});
    throw new TypeError(`${what} in numbers, got ${show(tokens)}`);
  }
  if (!Number.isSafeInteger(tokens) || tokens < 0) throw new RangeError(`${what} an integer >= 0, got ${tokens}`);
  return tokens;
}
