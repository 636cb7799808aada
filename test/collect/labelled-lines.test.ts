import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TruncationPolicy } from '../../src/index.js';
import { twoSources } from './helpers/two-sources.js';

test('collect never mixes halves of lines, within a window or at its end', async () => {
  const { out, err, give, now } = twoSources();
  await give(out, 'ab');
  await give(err, 'E\n');
  await give(out, 'c\n');
  expect((await now()).text).toBe('E\nabc\n');
  await give(out, 'half');
  await give(err, 'other half');
  expect(await now()).toMatchObject({ text: 'half\nother half', totalBytes: 14, omittedBytes: 0 });
  await give(err, ' rest\n');
  await give(out, ' rest\n');
  expect(await now()).toMatchObject({ text: ' rest\n rest\n', totalBytes: 12 });
});

test('collect keeps halves of lines apart behind a window that was put back', async () => {
  const { out, err, collector, give, now } = twoSources();
  const broken = {
    marker: () => {
      throw new Error('marker');
    },
    heading: () => '',
    pays: 'all',
    tight: 'head',
  } as const;
  const fails = () =>
    collector.collect({ yieldTimeMs: 0, policy: TruncationPolicy.bytes(1), truncate: { style: broken } });
  await give(out, 'ab');
  await expect(fails()).rejects.toThrow('marker');
  await give(err, 'E');
  await expect(fails()).rejects.toThrow('marker');
  await give(out, 'c\n');
  await give(err, 'F\n');
  expect(await now()).toMatchObject({ text: 'ab\nE\nc\nF\n', totalBytes: 7, omittedBytes: 0 });
  await give(out, 'ab');
  await expect(fails()).rejects.toThrow('marker');
  await give(out, 'c\n');
  expect(await now()).toMatchObject({ text: 'abc\n', totalBytes: 4 });
});

/** What two labels say, in pieces, and where the windows end. */
const story = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ from: fc.constantFrom('out', 'err'), piece: fc.stringMatching(/^[a-c\n]{0,4}$/) }),
    },
    { weight: 1, arbitrary: fc.constant('window' as const) },
  ),
  { maxLength: 30 },
);

test('collect gives whole lines in order of completion, whatever the pieces', async () => {
  const check = fc.asyncProperty(story, async (steps) => {
    const { out, err, give, now } = twoSources();
    const sources = { out, err };
    const unfinished = { out: '', err: '' };
    let expected = '';
    for (const step of [...steps, 'window' as const]) {
      if (step === 'window') {
        expected += Object.values(unfinished)
          .filter((half) => half !== '')
          .join('\n');
        expect((await now()).text).toBe(expected);
        Object.assign(unfinished, { out: '', err: '' });
        expected = '';
      } else {
        await give(sources[step.from as 'out'], step.piece);
        const lines = `${unfinished[step.from as 'out']}${step.piece}`.split('\n');
        unfinished[step.from as 'out'] = lines.pop()!;
        expected += lines.map((line) => `${line}\n`).join('');
      }
    }
  });
  await fc.assert(check, { numRuns: 200 });
});
