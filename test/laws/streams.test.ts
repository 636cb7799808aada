import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roughInput } from '../helpers/arbitraries.js';
import { utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { counters, joined, outcome, run } from '../helpers/run.js';
import { implementations, readAll, sourceOf } from '../helpers/streams.js';
import { pipelines, textTransforms, valueTransforms } from '../helpers/transforms.js';
import { settle } from '../helpers/turns.js';

const TEXT = ['first line\n', utf8('é€😀 second line\n'), Uint8Array.of(0xf0, 0x9f), 'third', utf8('the last line\n')];
const everyTransform = [
  ...[...textTransforms, ...pipelines].map((each) => ({ ...each, values: TEXT as readonly unknown[] })),
  ...valueTransforms,
];

for (const streams of implementations) {
  for (const { name, make, values } of everyTransform) {
    const title = (claim: string) => `${name} through ${streams.name} ${claim}`;
    /** The core, what its source is asked, and the readable side that it ends in. */
    const piped = (end?: Parameters<typeof sourceOf>[2]) => {
      const core = make();
      const { readable, seen } = sourceOf(streams, values, end);
      return { core, seen, output: readable.pipeThrough(streams.pair(core)) };
    };

    test(title('gives and counts what push gives'), async () => {
      const { core, output } = piped();
      expect(joined(await readAll(output))).toEqual(joined(run(make(), values)));
      expect(counters(core)).toEqual(outcome(make(), values).after);
    });

    test(title('passes the error of its source on, and keeps its counts'), async () => {
      const error = Object.freeze(new Error('source'));
      const { core, output } = piped({ error });
      await expect(readAll(output)).rejects.toBe(error);
      expect(counters(core)).toEqual(outcome(make(), values).before);
    });

    test(title('cancels its source once, with the reason, and keeps its counts'), async () => {
      const reason = { enough: true };
      const { core, seen, output } = piped('idle');
      const reader = output.getReader();
      const reading = (async () => {
        while (!(await reader.read()).done);
      })();
      await settle();
      await reader.cancel(reason);
      await reading;
      await settle();
      expect(seen.cancels.length).toBe(1);
      expect(seen.cancels[0]).toBe(reason);
      expect(counters(core)).toEqual(outcome(make(), values).before);
    });

    test(title('does not pull more than it can hold while nobody reads'), async () => {
      const { seen, output } = piped();
      await settle();
      expect(seen.pulls).toBeLessThanOrEqual(1);
      await output.cancel();
    });
  }

  for (const { name, make } of textTransforms) {
    test(`${name} through ${streams.name} gives the same for every input and cut`, async () => {
      const property = fc.asyncProperty(roughInput, pieceSizes, async (input, sizes) => {
        const chunks = cut<Uint8Array | string>(input, sizes);
        const output = sourceOf(streams, chunks).readable.pipeThrough(streams.pair(make()));
        expect(joined(await readAll(output))).toEqual(joined(run(make(), chunks)));
      });
      await fc.assert(property, { numRuns: 20 });
    });

    test(`${name} through ${streams.name} fails on both sides with the one error of a bad chunk`, async () => {
      const core = make();
      const { readable, writable } = streams.pair(core);
      const writer = writable.getWriter();
      const reading = readAll(readable).catch((error) => error);
      await writer.write('good');
      const counted = counters(core);
      const error = await writer.write(7).catch((reason) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain('a chunk must be a Uint8Array');
      expect(await reading).toBe(error);
      expect(await writer.closed.catch((reason) => reason)).toBe(error);
      expect(counters(core)).toEqual(counted);
    });
  }
}
