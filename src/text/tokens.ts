import { utf8ByteLength } from './utf8.js';

/** What counts tokens as a model does: a few lines around the package of your choice. */
export interface Tokenizer {
  /** Of the encoding, for errors. */
  readonly name: string;
  /** Tokens of a text, special ones in it as the text that they are: always the same for the same text. */
  count(text: string): number;
}

/** Bytes of UTF-8 that count as one token: the estimate of both originals, made for English text. */
export const APPROX_BYTES_PER_TOKEN = 4;

/**
 * Estimated tokens of `bytes` bytes of UTF-8: a quarter, rounded up; 0 for a negative count.
 * @throws {TypeError | RangeError} If `bytes` is no integer.
 * @example
 * approxTokensFromByteCount(5); // 2
 */
export function approxTokensFromByteCount(bytes: number): number {
  return Math.ceil(checkLimit('approxTokensFromByteCount', 'bytes', bytes) / APPROX_BYTES_PER_TOKEN);
}

/**
 * Bytes of UTF-8 that are estimated to make `tokens` tokens; 0 for a negative count.
 * @throws {TypeError | RangeError} If `tokens` is no integer.
 * @example
 * approxBytesForTokens(7); // 28
 */
export function approxBytesForTokens(tokens: number): number {
  // Finite, as every limit is.
  return Math.min(Number.MAX_VALUE, checkLimit('approxBytesForTokens', 'tokens', tokens) * APPROX_BYTES_PER_TOKEN);
}

/**
 * Estimated tokens of a text, from its bytes in UTF-8. Allocates nothing.
 * @throws {TypeError} If `text` is no string.
 * @example
 * approxTokenCount('abcde'); // 2
 * approxTokenCount('你好'); // 2
 */
export function approxTokenCount(text: string): number {
  if (typeof text !== 'string') throw new TypeError(`approxTokenCount: text must be a string, got ${typeof text}`);
  return approxTokensFromByteCount(utf8ByteLength(text));
}

/**
 * A limit: an integer, negative ones as 0. Integers beyond 2 ** 53 are limits as well.
 * @throws {TypeError} If it is no number. @throws {RangeError} If it is NaN, infinite or a fraction.
 */
export function checkLimit(owner: string, name: string, value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`${owner}: ${name} must be a number, got ${typeof value}`);
  if (!Number.isInteger(value)) throw new RangeError(`${owner}: ${name} must be an integer, got ${value}`);
  return Math.max(0, value);
}
