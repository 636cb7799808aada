import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TruncationPolicy, truncate } from '../../src/index.js';

const limits = fc.integer({ min: -5, max: 1_000_000 });

test('TruncationPolicy has one limit in two units, four bytes a token', () => {
  fc.assert(
    fc.property(limits, (limit) => {
      const [bytes, tokens] = [TruncationPolicy.bytes(limit), TruncationPolicy.tokens(limit)];
      const least = Math.max(0, limit);
      expect([bytes.mode, bytes.limit, bytes.byteBudget()]).toEqual(['bytes', least, least]);
      expect([tokens.mode, tokens.limit, tokens.tokenBudget()]).toEqual(['tokens', least, least]);
      expect([bytes.tokenBudget(), tokens.byteBudget()]).toEqual([Math.ceil(least / 4), least * 4]);
    }),
  );
});

test('TruncationPolicy.times gives a policy of the same mode, rounded up', () => {
  fc.assert(
    fc.property(limits, fc.double({ min: 0, max: 100, noNaN: true }), (limit, factor) => {
      for (const policy of [TruncationPolicy.bytes(limit), TruncationPolicy.tokens(limit)]) {
        const scaled = policy.times(factor);
        expect(scaled.mode).toBe(policy.mode);
        expect(scaled.limit).toBeGreaterThanOrEqual(policy.limit * factor);
        expect(scaled.limit === 0 || scaled.limit - 1 < policy.limit * factor).toBe(true);
      }
    }),
  );
});

test('TruncationPolicy keeps every limit finite', () => {
  const most = Number.MAX_VALUE;
  expect(TruncationPolicy.tokens(most).byteBudget()).toBe(most);
  for (const policy of [TruncationPolicy.bytes(most), TruncationPolicy.bytes(2)]) {
    expect(policy.times(most).limit).toBe(most);
  }
  const [large, largest] = [99, most].map((limit) =>
    truncate('a\nb\nc\n', TruncationPolicy.tokens(limit), { maxLines: 2 }),
  );
  expect(largest).toEqual(large);
});

test('TruncationPolicy names the limit and the factor that it cannot take', () => {
  const bytes = TruncationPolicy.bytes(1);
  expect(() => TruncationPolicy.bytes('8' as never)).toThrow(
    new TypeError('TruncationPolicy.bytes: limit must be a number, got string'),
  );
  for (const limit of [Number.NaN, 0.5, Number.POSITIVE_INFINITY]) {
    expect(() => TruncationPolicy.tokens(limit)).toThrow(
      new RangeError(`TruncationPolicy.tokens: limit must be an integer, got ${limit}`),
    );
  }
  expect(() => bytes.times('2' as never)).toThrow(
    new TypeError('TruncationPolicy.times: factor must be a number, got string'),
  );
  for (const factor of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
    expect(() => bytes.times(factor)).toThrow(
      new RangeError(`TruncationPolicy.times: factor must be finite and >= 0, got ${factor}`),
    );
  }
});
