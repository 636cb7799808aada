import { checkLimit } from './tokens.js';
import { decodeUtf8, isBytes, plainBytes } from './utf8.js';

/** No scalar value has more bytes, and no ill-formed part that becomes one U+FFFD. */
const MOST_BYTES = 4;

/**
 * The first `maxChars` scalar values of some UTF-8, with "…" behind them where there are more. Each ill-formed part is one
 * U+FFFD, and U+FEFF is kept. Decodes no more bytes than so many scalar values can have; a negative limit is 0.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind, or `maxChars` no integer.
 * @example
 * safeDecode(new TextEncoder().encode('a🦊b'), { maxChars: 2 }); // 'a🦊…'
 * safeDecode(Uint8Array.of(0x61, 0xe2, 0x82), { maxChars: 2 }); // 'a�'
 */
export function safeDecode(bytes: Uint8Array, options: { maxChars: number }): string {
  if (!isBytes(bytes)) throw new TypeError('safeDecode: bytes must be a Uint8Array');
  const maxChars = checkLimit('safeDecode', 'maxChars', options?.maxChars);
  // One scalar value more than asked for: it shows that there are more, and takes the cut, wherever that falls.
  return firstScalars(decodeUtf8(plainBytes(bytes).subarray(0, (maxChars + 1) * MOST_BYTES)), maxChars);
}

/** The first `maxChars` scalar values of a text, with "…" behind them where there are more; a lone surrogate counts as one. */
export function firstScalars(text: string, maxChars: number): string {
  // No scalar value has more than two units, so what is short enough needs no look.
  if (text.length <= maxChars) return text;
  let end = 0;
  for (let scalars = 0; scalars < maxChars && end < text.length; scalars++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return end < text.length ? `${text.slice(0, end)}…` : text;
}
