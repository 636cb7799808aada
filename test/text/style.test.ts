import fc from 'fast-check';
import { strictStyle, TruncationPolicy, type TruncationStyle, truncate } from 'millrace';
import { expect, test } from 'vitest';

const byteLength = (text: string) => new TextEncoder().encode(text).length;

test('TruncationStyle pays for the reserved marker alone, if it says so', () => {
  const style: TruncationStyle = {
    ...strictStyle,
    marker: ({ omitted }) => `<${omitted.bytes}>`,
    reservedMarker: () => '<>',
    pays: 'reserved',
  };
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 400 }), (limit, more) => {
      const { text, report } = truncate('a'.repeat(limit + more), TruncationPolicy.bytes(limit), { style });
      expect(report.keptBytes).toBe(limit - '<>'.length);
      expect(byteLength(text)).toBe(limit + String(report.omittedBytes).length);
    }),
  );
  const all = truncate('a'.repeat(50), TruncationPolicy.bytes(20), { style: { ...style, pays: 'all' } });
  expect(byteLength(all.text)).toBeLessThanOrEqual(20);
});

test('TruncationStyle with a small budget leaves the tail its half, where no scalar value fits the head', () => {
  const style: TruncationStyle = { ...strictStyle, marker: () => '|', pays: 'kept' };
  for (const [limit, tail] of [
    [1, 'd'],
    [2, 'd'],
    [3, 'cd'],
    [4, 'cd'],
  ] as const) {
    expect(truncate('😀abcd', TruncationPolicy.bytes(limit), { style }).text).toBe(`|${tail}`);
  }
});
