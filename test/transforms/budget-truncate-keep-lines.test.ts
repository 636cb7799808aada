import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetTruncate, KeepLines, Omission, TruncationPolicy, truncate } from '../../src/index.js';
import { byteLength, lineCount, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { run } from '../helpers/run.js';

const bytes = TruncationPolicy.bytes;
const MARKER = /…(\d+) bytes truncated…/;

/** True if a text is pieces of another, in order, with as many bytes between as each marker says. */
function isTrueCut(out: string, whole: string): boolean {
  const [first = '', ...rest] = out.split(MARKER);
  if (!whole.startsWith(first)) return false;
  const walk = (at: number, parts: readonly string[]): boolean => {
    const [count, piece] = parts as [string, string];
    if (count === undefined) return at === whole.length;
    const from = at + Number(count);
    const isNext = (text: string) => whole.startsWith(text, from) && walk(from + text.length, parts.slice(2));
    // A line that was kept stands on a line of its own.
    return isNext(piece) || (piece.startsWith('\n') && isNext(piece.slice(1)));
  };
  return walk(first.length, rest);
}

const lines = fc.array(
  fc.oneof(fc.constantFrom('', 'ok', 'a line of plain output', 'warn: x'), fc.constantFrom('error: boom', 'error')),
  { maxLength: 60 },
);

test('BudgetTruncate keeps lines wherever they stand, in order, within the budget, with exact counts between', () => {
  fc.assert(
    fc.property(
      lines,
      fc.nat(400),
      fc.constantFrom(0, 0.3, 0.5, 1),
      fc.constantFrom('scalar', 'line'),
      fc.boolean(),
      pieceSizes,
      (all, limit, share, unit, isOpen, sizes) => {
        const text = all.map((line, i) => `${i} ${line}\n`).join('') + (isOpen ? 'last' : '');
        const options = { keepLines: { pattern: /error/g, share }, cut: unit } as const;
        const { text: out, report } = truncate(text, bytes(limit), options);
        expect(byteLength(out)).toBeLessThanOrEqual(limit);
        const rest = out.split(MARKER).filter((_, i) => i % 2 === 1);
        if (rest.length > 0) expect(isTrueCut(out, text)).toBe(true);
        if (rest.length > 0) expect(rest.reduce((sum, count) => sum + Number(count), 0)).toBe(report.omittedBytes);
        expect(report.keptBytes + report.omittedBytes).toBe(byteLength(text));
        const stream = new BudgetTruncate(bytes(limit), options);
        expect(run(stream, cut(utf8(text), sizes)).join('')).toBe(out);
        expect([stream.omittedBytes, stream.report]).toEqual([report.omittedBytes, report]);
        const kept = text.match(/^.*error.*$/gm) ?? [];
        const markerBytes = byteLength(`…${text.length} bytes truncated…\n`);
        const wanted = kept.reduce((sum, line) => sum + line.length + 1 + markerBytes, 0);
        if (wanted + markerBytes <= (limit - markerBytes) * share) {
          for (const line of kept) expect(out).toContain(`${line}\n`);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('truncate keeps a line whole of which head or tail would have a part, and nothing less of them', () => {
  const error = `ERROR ${'e'.repeat(40)}`;
  const flood = `${'x'.repeat(20)}\n`.repeat(300);
  for (let more = 0; more < 250; more++) {
    const filler = `${'z'.repeat(10)}\n`.repeat(more / 11) + 'z'.repeat(more % 11);
    for (const text of [`${flood}${error}\n${filler}\n`, `${filler}\n${error}\n${flood}`]) {
      for (const headShare of [0.1, 0.5, 0.9]) {
        const { text: out } = truncate(text, bytes(400), { headShare, keepLines: { pattern: /ERROR/ } });
        // Where the tail begins with it, the marker stands before it.
        expect(out).toContain(`${error}\n`);
        expect(isTrueCut(out, text)).toBe(true);
        // A line of each end may be too long for what is left, and two markers may be shorter than they might have been.
        expect(byteLength(out)).toBeGreaterThan(400 - 2 * error.length - 70);
      }
    }
  }
});

test('BudgetTruncate gives what kept lines do not need to head and tail, and keeps the first and the last that fit', () => {
  const flood = Array.from({ length: 400 }, (_, i) => (i % 100 === 50 ? `error ${i}\n` : `ok ${i}\n`)).join('');
  const keepLines = { pattern: /^error/, share: 0.32 };
  const { text, report } = truncate(flood, bytes(300), { keepLines, cut: 'line' });
  expect(text.match(/error \d+/g)).toEqual(['error 50', 'error 350']);
  expect(byteLength(text)).toBeGreaterThan(270);
  expect(isTrueCut(text, flood)).toBe(true);
  expect(report.totalLines).toBe(400);
  const none = truncate(flood, bytes(300), { keepLines: { pattern: /nothing/ } });
  expect(none).toEqual(truncate(flood, bytes(300)));
});

test('BudgetTruncate holds every limit at once: lines, bytes of a line, budget', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 60, max: 400 }), fc.integer({ min: 1, max: 12 }), (all, limit, maxLines) => {
      const text = all.map((line, i) => `${i} ${line} ${'é'.repeat(i)}\n`).join('');
      const options = { keepLines: { pattern: /error/, share: 0.5 }, maxLines, maxLineBytes: 40, heading: true };
      const { text: out, report } = truncate(text, bytes(limit), options);
      expect(byteLength(out)).toBeLessThanOrEqual(limit);
      expect(lineCount(out)).toBeLessThanOrEqual(maxLines);
      expect(report.keptBytes + report.omittedBytes).toBe(byteLength(text));
      expect(report.keptBytes).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 500 },
  );
});

test('BudgetTruncate keeps lines that stand between omissions, those of KeepLines too', () => {
  const gap = new Omission({ bytes: 1000, lines: 10, scalars: 1000 });
  const stream = new BudgetTruncate(bytes(200), { keepLines: { pattern: /error/ } });
  expect(run(stream, ['a\n', gap, 'ok\nerror 1\n', gap, 'z\n']).join('')).toBe(
    'a\n…1003 bytes truncated…\nerror 1\n…1000 bytes truncated…z\n',
  );
  expect(stream.report).toMatchObject({ totalBytes: 2015, omittedBytes: 2003, totalLines: 24 });
});

test('BudgetTruncate does not look at a line of more than 8,192 bytes, and holds a bounded part of those it keeps', () => {
  const stream = new BudgetTruncate(bytes(20_000), { keepLines: { pattern: /error/, share: 1 } });
  const long = `error ${'x'.repeat(8192)}\n`;
  const out = run(stream, ['ok\n'.repeat(9000), long, 'error\n', 'ok\n'.repeat(9000)]).join('');
  expect([out.includes('\nerror\n'), out.includes('error x')]).toEqual([true, false]);
});

test('BudgetTruncate lets the markers of a style grow, also between kept lines', () => {
  const style = {
    marker: ({ omitted }: { omitted: { bytes: number } }) => `[${'-'.repeat(Math.max(1, 60 - omitted.bytes))}]`,
  };
  const { strictStyle } = { strictStyle: { heading: () => '', pays: 'all', tight: 'head' } as const };
  for (let limit = 0; limit < 200; limit++) {
    const text = `${'ok\n'.repeat(20)}error\n${'ok\n'.repeat(20)}`;
    const { text: out } = truncate(text, bytes(limit), {
      style: { ...strictStyle, ...style },
      keepLines: { pattern: /error/ },
    });
    expect(byteLength(out)).toBeLessThanOrEqual(limit);
  }
});

test('BudgetTruncate and KeepLines name what is wrong with their lines', () => {
  const wrong: [object, string][] = [
    [{}, 'pattern must be a RegExp, got undefined'],
    [{ pattern: 'x' }, 'pattern must be a RegExp, got "x"'],
    [{ test: 1 }, 'test must be a function, got 1'],
    [{ pattern: /x/, test: () => true }, 'test stands for a pattern; give one or the other'],
  ];
  for (const [keepLines, message] of wrong) {
    expect(() => truncate('', bytes(1), { keepLines })).toThrow(`Cannot create BudgetTruncate: keepLines: ${message}`);
    expect(() => new KeepLines(keepLines)).toThrow(`Cannot create KeepLines: ${message}`);
  }
  expect(() => truncate('', bytes(1), { keepLines: { pattern: /x/, share: 2 } })).toThrow(
    'share must be between 0 and 1',
  );
});
