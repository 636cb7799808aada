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
    [1, 'Cannot collect: shares: options must be an object, got 1'],
  ];
  for (const [shares, message] of wrong)
    await expect(collect('x', { shares: shares as never })).rejects.toThrow(message);
});

test('Runs knows the owner of a line, in the first and the last runs of a long text', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('a', 'b', 'c'))), (lines) => {
      const runs = new Runs();
      const starts: [number, string][] = [];
      let at = 0;
      for (const [length, label] of lines) {
        runs.add(at, label);
        starts.push([at, label]);
        at += length;
      }
      for (const [start, label] of starts) expect(runs.ownerOf(start)).toBe(label);
      expect(new Runs().ownerOf(0)).toBeUndefined();
    }),
  );
  const runs = new Runs();
  for (let at = 0; at < 100_000; at++) runs.add(at, at % 2 ? 'odd' : 'even');
  expect([0, 16_383, 50_000, 99_998, 99_999].map((at) => runs.ownerOf(at))).toEqual([
    'even',
    'odd',
    undefined,
    'even',
    'odd',
  ]);
});
