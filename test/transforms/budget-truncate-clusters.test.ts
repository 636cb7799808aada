import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetTruncate, type TruncateOptions, TruncationPolicy, truncate } from '../../src/index.js';
import { byteLength, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { colouredParts, leavesOpen, partsOf, RESET } from '../helpers/looks.js';
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

test('BudgetTruncate leaves no escape sequence and no look open at a cut, and starts inside none', () => {
  fc.assert(
    fc.property(colouredParts, fc.nat(120), fc.constantFrom(0, 0.5, 1), pieceSizes, (all, limit, headShare, sizes) => {
      const text = all.join('');
      const policy = TruncationPolicy.bytes(limit);
      const options: TruncateOptions = { wholeSequences: true, headShare };
      const { text: out, report } = truncate(text, policy, options);
      expect(byteLength(out)).toBeLessThanOrEqual(limit);
      // Where the parts begin, and every place inside text.
      const places = new Map<number, number>([[text.length, all.length]]);
      let at = 0;
      for (const [i, part] of all.entries()) {
        places.set(at, i);
        at += part.length;
      }
      expect(places.has(report.head.length)).toBe(true);
      expect(places.has(text.length - report.tail.length)).toBe(true);
      expect([text.startsWith(report.head), text.endsWith(report.tail)]).toEqual([true, true]);
      const marker = markerOf(policy, report.omittedBytes);
      const reset = leavesOpen(all.slice(0, places.get(report.head.length))) ? RESET : '';
      const hasMarker = report.truncated && byteLength(markerOf(policy, byteLength(text))) <= limit;
      expect(out).toBe(hasMarker ? report.head + reset + marker + report.tail : report.head);
      expect(report.keptBytes).toBe(byteLength(report.head + report.tail));
      expect(run(new BudgetTruncate(policy, options), cut(utf8(text), sizes)).join('')).toBe(out);
    }),
    { numRuns: 1000 },
  );
});

test('BudgetTruncate gives up no more for a reset than it has bytes', () => {
  const text = `\x1b[31m${'x'.repeat(200)}`;
  for (let limit = 40; limit < 150; limit++) {
    const { text: out } = truncate(text, TruncationPolicy.bytes(limit), { wholeSequences: true });
    // Room is kept for the digits of the marker of the whole.
    expect(byteLength(out)).toBeGreaterThanOrEqual(limit - 1);
    expect(out).toMatch(/^\x1b\[31mx*\x1b\[0m…\d+ bytes truncated…x*$/);
  }
});

test('BudgetTruncate lets no look run on behind kept lines and capped ones', () => {
  const options = (keep: boolean, cap: boolean): TruncateOptions => ({
    wholeSequences: true,
    ...(keep && { keepLines: { pattern: /1|m/, share: 0.6 } }),
    ...(cap && { maxLineBytes: 30 }),
  });
  fc.assert(
    fc.property(
      colouredParts,
      fc.integer({ min: 60, max: 160 }),
      fc.boolean(),
      fc.boolean(),
      (all, limit, keep, cap) => {
        const text = `${all.join('')}\n`.repeat(3);
        const policy = TruncationPolicy.bytes(limit);
        const { text: out, report } = truncate(text, policy, options(keep, cap));
        expect(byteLength(out)).toBeLessThanOrEqual(limit);
        for (const { index } of out.matchAll(/…\d+ bytes truncated…/g)) {
          expect(leavesOpen(partsOf(out.slice(0, index)))).toBe(false);
        }
        expect(report.omittedBytes + report.keptBytes).toBe(byteLength(text));
        expect(
          run(
            new BudgetTruncate(policy, options(keep, cap)),
            [...utf8(text)].map((b) => Uint8Array.of(b)),
          ).join(''),
        ).toBe(out);
      },
    ),
    { numRuns: 500 },
  );
});
