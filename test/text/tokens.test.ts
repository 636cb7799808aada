import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  APPROX_BYTES_PER_TOKEN,
  approxBytesForTokens,
  approxTokenCount,
  approxTokensFromByteCount,
} from '../../src/index.js';
import { roughText } from '../helpers/arbitraries.js';
import { byteLength } from '../helpers/bytes.js';

test('approxTokensFromByteCount is the least count whose bytes are enough', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 2 ** 48 }), (bytes) => {
      const tokens = approxTokensFromByteCount(bytes);
      expect(approxBytesForTokens(tokens)).toBeGreaterThanOrEqual(Math.max(0, bytes));
      expect(tokens === 0 || approxBytesForTokens(tokens - 1) < bytes).toBe(true);
    }),
  );
});

test('approxBytesForTokens gives four bytes for each token, and none for a negative count', () => {
  expect(APPROX_BYTES_PER_TOKEN).toBe(4);
  expect([-3, 0, 1, 250].map(approxBytesForTokens)).toEqual([0, 0, 4, 1000]);
});

test('approxTokenCount counts the bytes of the text in UTF-8', () => {
  fc.assert(
    fc.property(roughText, (text) => {
      expect(approxTokenCount(text)).toBe(Math.ceil(byteLength(text) / 4));
    }),
  );
});

test('approxTokenCount, approxBytesForTokens and approxTokensFromByteCount name what is wrong', () => {
  const message = (call: () => unknown) => {
    try {
      return call();
    } catch (error) {
      return String(error);
    }
  };
  expect(message(() => approxTokenCount(5 as never))).toBe(
    'TypeError: approxTokenCount: text must be a string, got number',
  );
  expect(message(() => approxBytesForTokens('5' as never))).toBe(
    'TypeError: approxBytesForTokens: tokens must be a number, got string',
  );
  for (const bad of [Number.NaN, 1.5, Number.POSITIVE_INFINITY]) {
    expect(message(() => approxTokensFromByteCount(bad))).toBe(
      `RangeError: approxTokensFromByteCount: bytes must be an integer, got ${bad}`,
    );
  }
});
