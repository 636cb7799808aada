import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Runs } from '../../src/collect/runs.js';
import { Collector, collect, TruncationPolicy } from '../../src/index.js';
import { byteLength } from '../helpers/bytes.js';

const flood = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `ok ${from + i}\n`);
const policy = TruncationPolicy.bytes(1000);

/** Labelled sources that speak one after the other, in blocks. */
function inTurn(blocks: readonly { readonly label: string; readonly text: string }[]) {
  let turn = 0;
  const waiting: (() => void)[] = [];
  async function* source(label: string) {
    for (const [i, block] of blocks.entries()) {
      if (block.label !== label) continue;
      while (turn < i) await new Promise<void>((resolve) => waiting.push(resolve));
      yield block.text;
      // It is asked for more: the block has arrived.
      turn++;
      for (const wake of waiting.splice(0)) wake();
    }
  }
  return Object.fromEntries([...new Set(blocks.map(({ label }) => label))].map((label) => [label, source(label)]));
}

/** Two sources of which the one speaks in the middle of the other. */
const sources = (errors: readonly string[]) =>
  inTurn([
    { label: 'stdout', text: flood(0, 500).join('') },
    { label: 'stderr', text: errors.join('') },
    { label: 'stdout', text: flood(500, 1000).join('') },
  ]);

test('collect keeps a share of the budget for a label, wherever its lines stand', async () => {
  const {
    text,
    sources: parts,
    omittedBytes,
    totalBytes,
  } = await collect(sources(['error: boom\n', 'error: bang\n']), {
    policy,
    shares: { stderr: 0.25 },
  });
  expect(byteLength(text)).toBeLessThanOrEqual(1000);
  expect(text).toMatch(/bytes truncated…\nerror: boom\nerror: bang\n…\d+ bytes truncated…/);
  expect([text.includes('\nok 0\n'), text.endsWith('ok 999\n')]).toEqual([true, true]);
  const counts = [...text.matchAll(/…(\d+) bytes/g)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(omittedBytes);
  expect(parts?.stderr?.text).toBe('error: boom\nerror: bang\n');
  expect(totalBytes).toBe(byteLength(flood(0, 1000).join('')) + 24);
});

test('collect gives the whole budget to the others where a label has no lines', async () => {
  const without = await collect(sources([]), { policy });
  expect(await collect(sources([]), { policy, shares: { stderr: 0.5, other: 0.5 } })).toEqual(without);
});

test('collect keeps the first and the last lines of a label that has too many, and lines by pattern beside them', async () => {
  const errors = Array.from({ length: 200 }, (_, i) => `error ${i}\n`);
  const { text } = await collect(sources(errors), {
    policy,
    shares: { stderr: 0.2 },
    truncate: { keepLines: { pattern: /^ok 444$/, share: 0.2 } },
  });
  expect([text.includes('\nerror 0\n'), text.includes('\nerror 199\n'), text.includes('\nok 444\n')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(byteLength(text)).toBeLessThanOrEqual(1000);
});

const block = fc.record({
  label: fc.constantFrom('out', 'err', 'log'),
  lengths: fc.array(fc.nat(24), { minLength: 1, maxLength: 40 }),
});
const MARKER = /…\d+ bytes truncated…$/;
const MOST_MARKER = byteLength('…99999 bytes truncated…\n');
const MOST_LINE = byteLength('out 9999 \n') + 24;

test('collect keeps a share of its own for each label, up to a line at each border', async () => {
  const check = fc.asyncProperty(
    fc.array(block, { minLength: 5, maxLength: 30 }),
    fc.integer({ min: 1000, max: 4000 }),
    fc.constantFrom({ out: 0.2, err: 0.3 }, { err: 0.4, log: 0.6 }, { log: 0.25 }),
    fc.constantFrom(1 << 20, 12_000),
    async (middle, limit, given, maxBytes) => {
      const shares: Readonly<Record<string, number>> = given;
      const flood = { label: 'out', lengths: Array.from({ length: 150 }, () => 20) };
      let lines = 0;
      const blocks = [flood, ...middle, flood].map(({ label, lengths }) => {
        return { label, own: lengths.map((length) => `${label} ${lines++} ${'x'.repeat(length)}`) };
      });
      const source = inTurn(blocks.map(({ label, own }) => ({ label, text: own.map((l) => `${l}\n`).join('') })));
      const { text, omittedBytes } = await collect(source, {
        ...{ maxBytes, policy: TruncationPolicy.bytes(limit), shares, truncate: { heading: false } },
      });
      expect(byteLength(text)).toBeLessThanOrEqual(limit);
      const counts = [...text.matchAll(/…(\d+) bytes/g)].map(([, count]) => Number(count));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(omittedBytes);
      const shown = text.split('\n');
      for (const [label, share] of Object.entries(shares)) {
        const all = blocks.filter((block) => block.label === label).flatMap(({ own }) => own);
        const missing = all.filter((line) => !shown.includes(line));
        const kept = shown
          .filter((line) => all.includes(line))
          .reduce((sum, line) => {
            const isBehindMarker = MARKER.test(shown[shown.indexOf(line) - 1] ?? '');
            return sum + byteLength(line) + 1 + (isBehindMarker ? MOST_MARKER : 0);
          }, 0);
        // Head and tail may end inside a line each, and of the lines kept between them the next one at either end may have
        // been too long, with a marker.
        const due = Math.floor(share * (limit - MOST_MARKER)) - 4 * MOST_LINE - 2 * MOST_MARKER;
        if (missing.length > 2) expect(kept).toBeGreaterThanOrEqual(due);
      }
    },
  );
  await fc.assert(check, { numRuns: 200 });
});

test('collect gives a label that has little what it has, whatever the others have', async () => {
  const errors = Array.from({ length: 300 }, (_, i) => `warn ${i}\n`);
  const parts = { stdout: flood(0, 400), stderr: ['error: boom\n'], log: errors };
  const { text } = await collect(parts, { policy, shares: { log: 0.4, stderr: 0.1 } });
  expect(text).toContain('error: boom\n');
  expect(text).toContain('warn 0\n');
});

test('collect keeps the share of a label where the buffer of the merged text drops its lines', async () => {
  const { text, omittedBytes, totalBytes, totalLines } = await collect(sources(['error: boom\n', 'error: bang\n']), {
    ...{ maxBytes: 600, policy, shares: { stderr: 0.25 }, truncate: { heading: false } },
  });
  expect(text).toMatch(
    /^ok 0\n[^…]*…\d+ bytes truncated…\nerror: boom\nerror: bang\n…\d+ bytes truncated…[^…]*ok 999\n$/,
  );
  const counts = [...text.matchAll(/…(\d+) bytes/g)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(omittedBytes);
  expect([totalBytes, totalLines]).toEqual([byteLength(flood(0, 1000).join('')) + 24, 1002]);
});

test('Collector keeps a share in each window', async () => {
  const collector = new Collector(sources(['error: boom\n']));
  const { text, closed } = await collector.collect({ policy, shares: { stderr: 0.25 } });
  expect([closed, text.includes('\nerror: boom\n')]).toEqual([true, true]);
});

test('collect refuses shares that are none, before it reads', async () => {
  const wrong: [unknown, string][] = [
    [{ stderr: 2 }, 'Cannot collect: shares.stderr must be between 0 and 1, got 2'],
    [{ stderr: '1' }, 'Cannot collect: shares.stderr must be a number, got "1"'],
    [{ a: 0.6, b: 0.6 }, 'Cannot collect: shares must have a sum of 1 at most, got 1.2'],
    [{ a: 0.9 }, 'Cannot collect: shares, with those of truncate.keepLines, must have a sum of 1 at most, got 1.15'],
    [1, 'Cannot collect: shares: options must be an object, got 1'],
  ];
  for (const [shares, message] of wrong)
    await expect(collect('x', { shares: shares as never, truncate: { keepLines: { pattern: /x/ } } })).rejects.toThrow(
      message,
    );
});

test('Runs knows the owner of a line, in the first and the last runs of a long text', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('a', 'b', 'c'))), (lines) => {
      const runs = new Runs();
      const starts: [number, string][] = [];
      let at = 0;
      for (const [length, label] of lines) {
        runs.add({ bytes: at, lines: 0, scalars: 0 }, label, 0);
        starts.push([at, label]);
        at += length;
      }
      for (const [start, label] of starts) expect(runs.ownerOf(start)).toBe(label);
      expect(new Runs().ownerOf(0)).toBeUndefined();
    }),
  );
  const runs = new Runs();
  for (let at = 0; at < 100_000; at++) runs.add({ bytes: at, lines: 0, scalars: 0 }, at % 2 ? 'odd' : 'even', 0);
  expect([0, 16_383, 50_000, 99_998, 99_999].map((at) => runs.ownerOf(at))).toEqual([
    'even',
    'odd',
    undefined,
    'even',
    'odd',
  ]);
});
