import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetTruncate, type TruncateOptions, TruncationPolicy, truncate } from '../../src/index.js';
import { goodText, policies, roughInput } from '../helpers/arbitraries.js';
import { byteLength, decodedText, lineCount } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { run } from '../helpers/run.js';

const NOTE_BYTES = byteLength('…99999 tokens truncated…');
const LINE_MARKER = /…(\d+) bytes truncated…$/;

const lineOptions: fc.Arbitrary<TruncateOptions> = fc.record(
  {
    maxLines: fc.integer({ min: 1, max: 8 }),
    maxLineBytes: fc.integer({ min: 1, max: 60 }),
    cut: fc.constantFrom('scalar', 'line'),
    headShare: fc.constantFrom(0, 0.3, 0.5, 1),
    heading: fc.boolean(),
  },
  { requiredKeys: [] },
);

const longText = fc.array(goodText, { maxLength: 6 }).map((parts) => parts.join(''));

test('truncate holds every limit at once: bytes, lines, and bytes of a line', () => {
  fc.assert(
    fc.property(fc.oneof(longText, roughInput), policies, lineOptions, (input, policy, options) => {
      const whole = decodedText(input);
      const { text, report } = truncate(input, policy, options);
      expect(byteLength(text)).toBeLessThanOrEqual(policy.byteBudget());
      expect(lineCount(text)).toBeLessThanOrEqual(options.maxLines ?? Number.POSITIVE_INFINITY);
      expect(text.isWellFormed()).toBe(true);
      expect(report.totalBytes).toBe(byteLength(whole));
      expect(report.totalLines).toBe(lineCount(whole));
      expect(report.keptBytes + report.omittedBytes).toBe(report.totalBytes);
      expect(report.truncated).toBe(report.omittedBytes > 0);
      if (!report.truncated) expect(text).toBe(whole);
      for (const line of [...report.head.split('\n'), ...report.tail.split('\n')]) {
        expect(byteLength(line)).toBeLessThanOrEqual(options.maxLineBytes ?? Number.POSITIVE_INFINITY);
      }
      // Heading and marker are as long as they are; the line that the marker joins has the limit.
      const mostBytes = Math.max(options.maxLineBytes ?? Number.POSITIVE_INFINITY, NOTE_BYTES);
      for (const line of text.split('\n')) expect(byteLength(line)).toBeLessThanOrEqual(mostBytes);
    }),
    { numRuns: 400 },
  );
});

test('BudgetTruncate with limits of lines gives what truncate gives for the whole', () => {
  fc.assert(
    fc.property(fc.oneof(longText, roughInput), pieceSizes, policies, lineOptions, (input, sizes, policy, options) => {
      const stream = new BudgetTruncate(policy, options);
      const text = run(stream, cut<Uint8Array | string>(input, sizes)).join('');
      expect({ text, report: stream.report }).toEqual(truncate(input, policy, options));
    }),
    { numRuns: 400 },
  );
});

test('truncate with maxLines keeps a true beginning and a true end', () => {
  fc.assert(
    fc.property(longText, policies, fc.integer({ min: 1, max: 8 }), (text, policy, maxLines) => {
      const { report } = truncate(text, policy, { maxLines });
      expect([text.startsWith(report.head), text.endsWith(report.tail)]).toEqual([true, true]);
      expect(report.keptBytes).toBe(byteLength(report.head) + byteLength(report.tail));
    }),
  );
});

test('truncate with cut line cuts between lines wherever a whole line fits', () => {
  fc.assert(
    fc.property(longText, policies, (text, policy) => {
      const { report } = truncate(text, policy, { cut: 'line' });
      const plain = truncate(text, policy);
      if (!report.truncated || plain.text === plain.report.head) return;
      const headEnds = report.head === '' || report.head.endsWith('\n');
      const before = text.slice(0, text.length - report.tail.length);
      const tailStarts = report.tail === '' || before === '' || before.endsWith('\n');
      const noLineFits = !plain.report.head.includes('\n') && !/\n./s.test(plain.report.tail);
      expect((headEnds && tailStarts) || noLineFits).toBe(true);
    }),
  );
});

test('truncate with maxLineBytes shows each long line with the bytes that are missing from it', () => {
  const long = 'x'.repeat(2_000);
  const input = `first\n${long}\nsecond\n${long}€\nlast\n`;
  const { text, report } = truncate(input, TruncationPolicy.bytes(1_000), { maxLineBytes: 100 });
  const lines = text.split('\n');
  expect([lines[0], lines[2], lines[4]]).toEqual(['first', 'second', 'last']);
  const missing = [lines[1]!, lines[3]!].map((line) => {
    expect(byteLength(line)).toBeLessThanOrEqual(100);
    const omitted = Number(LINE_MARKER.exec(line)?.[1]);
    return [omitted, byteLength(line.replace(LINE_MARKER, ''))];
  });
  expect(missing.map(([omitted, kept]) => omitted! + kept!)).toEqual([2_000, 2_003]);
  expect(report.omittedBytes).toBe(missing[0]![0]! + missing[1]![0]!);
  expect(report.truncated).toBe(true);
});

test('truncate never cuts the marker of a line', () => {
  const input = `${'x'.repeat(300)}\n`.repeat(40);
  for (let limit = 60; limit < 300; limit++) {
    const { text, report } = truncate(input, TruncationPolicy.bytes(limit), { maxLineBytes: 50 });
    const marker = `…${report.omittedBytes} bytes truncated…`;
    const rest = text.replace(marker, '').replaceAll(/…\d+ bytes truncated…/g, '');
    expect(rest).toMatch(/^[x\n]*$/);
  }
});

test('truncate names a bad limit of lines', () => {
  const policy = TruncationPolicy.bytes(10);
  expect(() => truncate('', policy, { maxLines: 0 })).toThrow(/maxLines must be an integer >= 1, got 0/);
  expect(() => truncate('', policy, { maxLineBytes: 1.5 })).toThrow(RangeError);
  expect(() => truncate('', policy, { cut: 'word' as 'line' })).toThrow(/cut must be 'scalar' or 'grapheme' or 'line'/);
});

test('BudgetTruncate with limits of lines counts no byte twice while a line waits', () => {
  const stream = new BudgetTruncate(TruncationPolicy.bytes(80), { maxLines: 1, maxLineBytes: 20 });
  stream.push('aaa\nb');
  expect([stream.report.keptBytes, stream.report.omittedBytes, stream.omittedBytes]).toEqual([4, 1, 1]);
});
