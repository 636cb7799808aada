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

test('TruncationStyle holds the limit of lines, whatever its budget pays for and its marker looks like', () => {
  const styles = fc.record({
    marker: fc.constantFrom('|', '\n|\n', '\n\n\n'),
    heading: fc.constantFrom('h\n\n', 'h'),
    pays: fc.constantFrom('all', 'reserved', 'kept'),
    tight: fc.constantFrom('head', 'marker'),
  });
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.nat(20), fc.integer({ min: 1, max: 5 }), styles, (text, limit, maxLines, given) => {
      const style = { ...given, marker: () => given.marker, heading: () => given.heading };
      const cut = truncate(text, TruncationPolicy.bytes(limit), { style, maxLines, heading: true });
      const { head, tail, keptBytes } = cut.report;
      expect(cut.text.replace(/\n$/, '').split('\n').length).toBeLessThanOrEqual(maxLines);
      expect(keptBytes).toBeLessThanOrEqual(limit);
      expect([text.startsWith(head), text.endsWith(tail), keptBytes]).toEqual([true, true, head.length + tail.length]);
    }),
    { numRuns: 500 },
  );
});

test('TruncationStyle is refused where one of its functions gives no string', () => {
  for (const wrong of [undefined, null, 5, Promise.resolve('x')]) {
    for (const name of ['marker', 'heading'] as const) {
      const style = { ...strictStyle, [name]: () => wrong };
      const cutting = () => truncate('a'.repeat(99), TruncationPolicy.bytes(50), { style, heading: true });
      expect(cutting).toThrow(new RegExp(`^A ${name} of a TruncationStyle must be a string, got `));
    }
  }
});
