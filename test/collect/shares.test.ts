import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Runs } from '../../src/collect/runs.js';
import { Collector, collect, TruncationPolicy } from '../../src/index.js';
import { byteLength } from '../helpers/bytes.js';

const flood = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `ok ${from + i}\n`);
const policy = TruncationPolicy.bytes(1000);

/** Two sources of which the one speaks in the middle of the other. */
function sources(errors: readonly string[]) {
  let speak = () => {};
  const isHalfway = new Promise<void>((resolve) => {
    speak = resolve;
  });
  async function* stdout() {
    yield* flood(0, 500);
    speak();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    yield* flood(500, 1000);
  }
  async function* stderr() {
    await isHalfway;
    yield* errors;
  }
  return { stdout: stdout(), stderr: stderr() };
}

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

const line = fc.record({
  label: fc.constantFrom('out', 'err', 'log'),
  length: fc.oneof(fc.nat(12), fc.nat(60)),
});
const MARKER_AND_FEED = byteLength('…99999 bytes truncated…\n');

test('collect keeps a share of its own for each label, up to the lines at the borders', async () => {
  const check = fc.asyncProperty(
    fc.array(line, { minLength: 20, maxLength: 200 }),
    fc.integer({ min: 120, max: 1500 }),
    fc.constantFrom({ out: 0.2, err: 0.3 }, { err: 0.5, log: 0.5 }, { log: 0.1 }),
    fc.constantFrom(1 << 20, 4000),
    async (lines, limit, given, maxBytes) => {
      const shares: Readonly<Record<string, number>> = given;
      const all: Record<string, string[]> = { out: [], err: [], log: [] };
      for (const [i, { label, length }] of lines.entries()) all[label]!.push(`${label} ${i} ${'x'.repeat(length)}`);
      const source = Object.fromEntries(Object.entries(all).map(([label, own]) => [label, own.map((l) => `${l}\n`)]));
      const { text, omittedBytes, report } = await collect(source, {
        ...{ maxBytes, policy: TruncationPolicy.bytes(limit), shares, truncate: { heading: false } },
      });
      expect(byteLength(text)).toBeLessThanOrEqual(limit);
      const counts = [...text.matchAll(/…(\d+) bytes/g)].map(([, count]) => Number(count));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(omittedBytes);
      if (!report.truncated) return;
      const shown = new Set(text.split('\n'));
      const room = limit - MARKER_AND_FEED;
      for (const [label, share] of Object.entries(shares)) {
        const own = all[label]!;
        const costs = own.map((l) => (shown.has(l) ? byteLength(l) + 1 + MARKER_AND_FEED : 0));
        const kept = costs.reduce((sum, cost) => sum + cost, 0);
        const most = Math.max(0, ...own.map((l) => byteLength(l) + 1 + MARKER_AND_FEED));
        // Head and tail may end inside a line of the label, and what is left of its share may be too small for the next.
        const missing = costs.filter((cost) => cost === 0).length;
        if (missing > 2) expect(kept + 3 * most).toBeGreaterThanOrEqual(Math.floor(share * room));
      }
    },
  );
  await fc.assert(check, { numRuns: 300 });
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
