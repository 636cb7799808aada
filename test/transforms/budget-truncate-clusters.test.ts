import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetTruncate, type TruncateOptions, TruncationPolicy, truncate } from '../../src/index.js';
import { byteLength, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { run } from '../helpers/run.js';
import { markerOf } from '../helpers/truncation-law.js';

const CLUSTERS = [
  'a',
  ' ',
  '\n',
  '\r\n',
  'e\u0301',
  '👩‍👩‍👧',
  '🇺🇸',
  '👍🏽',
  '한',
  'নি',
  '漢',
  `x${'\u0301'.repeat(40)}`,
];
const clusters = fc.array(fc.constantFrom(...CLUSTERS), { maxLength: 40 }).map((parts) => parts.join(''));
const hasSegmenter = typeof Intl === 'object' && typeof Intl.Segmenter === 'function';

test('BudgetTruncate cuts between what is read as one, by a budget of bytes, or refuses to', () => {
  if (!hasSegmenter) {
    expect(() => truncate('', TruncationPolicy.bytes(9), { cut: 'grapheme' })).toThrow(
      "Cannot create BudgetTruncate: cut cannot be 'grapheme': this runtime has no Intl.Segmenter",
    );
    return;
  }
  const segmenter = new Intl.Segmenter();
  fc.assert(
    fc.property(clusters, fc.nat(150), fc.constantFrom(0, 0.5, 1), pieceSizes, (text, limit, headShare, sizes) => {
      const policy = TruncationPolicy.bytes(limit);
      const options = { cut: 'grapheme', headShare } as const;
      const { text: out, report } = truncate(text, policy, options);
      expect(byteLength(out)).toBeLessThanOrEqual(limit);
      const starts = new Set([...segmenter.segment(text)].map(({ index }) => index)).add(text.length);
      expect(starts.has(report.head.length)).toBe(true);
      expect(starts.has(text.length - report.tail.length)).toBe(true);
      expect([text.startsWith(report.head), text.endsWith(report.tail)]).toEqual([true, true]);
      expect(report.keptBytes).toBe(byteLength(report.head + report.tail));
      const stream = new BudgetTruncate(policy, options);
      expect(run(stream, cut(utf8(text), sizes)).join('')).toBe(out);
    }),
    { numRuns: 500 },
  );
});

test('BudgetTruncate cuts a cluster where no end of it is within 256 bytes, between scalar values', () => {
  if (!hasSegmenter) return;
  const text = `${'x'.repeat(30)}y${'\u0301'.repeat(600)}z`;
  const policy = TruncationPolicy.bytes(1100);
  const { text: out, report } = truncate(text, policy, { cut: 'grapheme' });
  expect(out).toBe(report.head + markerOf(policy, report.omittedBytes) + report.tail);
  expect(byteLength(out)).toBeGreaterThan(1100 - 8);
});

const SEQUENCES = ['\x1b[31m', '\x1b[0m', '\x9b1;4m', '\x1b[38;2;255;100;0m', '\x1b[m', '\x1b[2 q'];

test('BudgetTruncate leaves no escape sequence open at a cut, and starts inside none', () => {
  const parts = fc.array(fc.constantFrom(...SEQUENCES, 'a', 'é', '漢', '[', 'm', '1', '\n'), { maxLength: 40 });
  fc.assert(
    fc.property(parts, fc.nat(120), fc.constantFrom(0, 0.5, 1), pieceSizes, (all, limit, headShare, sizes) => {
      const text = all.join('');
      const policy = TruncationPolicy.bytes(limit);
      const options: TruncateOptions = { wholeSequences: true, headShare };
      const { text: out, report } = truncate(text, policy, options);
      expect(byteLength(out)).toBeLessThanOrEqual(limit);
      // Where the parts begin, and every place inside text.
      const places = new Set<number>([text.length]);
      let at = 0;
      for (const part of all) {
        places.add(at);
        at += part.length;
      }
      expect(places.has(report.head.length)).toBe(true);
      expect(places.has(text.length - report.tail.length)).toBe(true);
      expect(run(new BudgetTruncate(policy, options), cut(utf8(text), sizes)).join('')).toBe(out);
    }),
    { numRuns: 500 },
  );
});
