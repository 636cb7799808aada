import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineCap, Omission, TruncationPolicy, truncate } from '../../src/index.js';
import { goodText } from '../helpers/arbitraries.js';
import { byteLength } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { pushAll, run } from '../helpers/run.js';

test('LineCap gives lines with their markers within the limit, as BudgetTruncate does, and counts what is missing', () => {
  fc.assert(
    fc.property(goodText, pieceSizes, fc.nat(80), (text, sizes, extra) => {
      const maxLineBytes = 1 + extra;
      const cap = new LineCap({ maxLineBytes });
      const out = run(cap, cut(text, sizes)).join('');
      const { text: expected, report } = truncate(text, TruncationPolicy.bytes(1 << 20), { maxLineBytes });
      expect(out).toBe(expected);
      expect([cap.omittedBytes, cap.totalBytes, cap.pendingBytes]).toEqual([report.omittedBytes, report.totalBytes, 0]);
      for (const line of out.split('\n')) expect(byteLength(line)).toBeLessThanOrEqual(maxLineBytes);
    }),
  );
});

test('LineCap gives what is sure to stay at once, and holds no more than a marker and a reset', () => {
  const cap = new LineCap({ maxLineBytes: 100 });
  expect(pushAll(cap, ['ready\r'])).toEqual(['ready\r']);
  expect(pushAll(cap, ['x'.repeat(1000)]).join('').length).toBe(52);
  expect([cap.pendingBytes, cap.omittedBytes]).toEqual([42, 906]);
  expect(pushAll(cap, ['\n'])).toEqual([`${'x'.repeat(16)}…932 bytes truncated…\n`]);
});

test('LineCap ends a look before the marker, so that the lines behind are as they were', () => {
  const cap = new LineCap({ maxLineBytes: 40 });
  const text = `\x1b[31m${'x'.repeat(50)}\x1b[0m\nplain\n\x1b[32m${'y'.repeat(31)}\x1b[39m\n`;
  expect(run(cap, [text]).join('')).toBe(
    `\x1b[31mxxxxxxx\x1b[0m…47 bytes truncated…\nplain\n\x1b[32myyyyyyy\x1b[0m…29 bytes truncated…\n`,
  );
  expect(cap.omittedBytes).toBe(47 + 29);
});

test('LineCap ends a line at an Omission', () => {
  const gap = new Omission({ bytes: 5, lines: 0, scalars: 5 });
  const cap = new LineCap({ maxLineBytes: 30 });
  expect(run(cap, ['x'.repeat(40), gap, 'y'.repeat(30)])).toEqual(['xxxxxx…34 bytes truncated…', gap, 'y'.repeat(30)]);
});

test('LineCap refuses limits that are none', () => {
  expect(() => new LineCap({ maxLineBytes: 0 })).toThrow('Cannot create LineCap: maxLineBytes must be an integer >= 1');
  expect(() => new LineCap(undefined as never)).toThrow(TypeError);
});
