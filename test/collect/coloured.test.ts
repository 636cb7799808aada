import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnsiStrip, collect, LineCap, TruncationPolicy } from '../../src/index.js';
import { byteLength, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { colouredParts, leavesOpen, partsOf } from '../helpers/looks.js';

const SEQUENCE = /(?:\x1b\[|\x9b)[\d;]*m/g;
const MARKER = /…\d+ bytes truncated…/g;

test('collect cuts no sequence that a stage keeps, in buffer, line or text, and lets no look run on', async () => {
  // Without what looks like the rest of a sequence.
  const isPlain = (part: string) => !'[1m'.includes(part);
  const coloured = fc.array(colouredParts, { maxLength: 4 }).map((parts) => parts.flat().filter(isPlain));
  await fc.assert(
    fc.asyncProperty(
      coloured,
      pieceSizes,
      fc.integer({ min: 20, max: 90 }),
      fc.nat(120),
      async (parts, sizes, maxBytes, limit) => {
        const text = parts.join('');
        const { text: out, totalBytes } = await collect(cut(utf8(text), sizes), {
          ...{ maxBytes, policy: TruncationPolicy.bytes(limit), truncate: { heading: false } },
          through: () => [new AnsiStrip({ keep: 'sgr' }), new LineCap({ maxLineBytes: 40 })],
        });
        expect(byteLength(out)).toBeLessThanOrEqual(limit);
        expect(totalBytes).toBe(byteLength(text));
        // Nothing is left of a sequence but whole ones.
        expect(out.replace(SEQUENCE, '')).not.toMatch(/[\x1b\x9b]|[\d;]m/);
        for (const { index } of out.matchAll(MARKER)) {
          expect(leavesOpen(partsOf(out.slice(0, index)))).toBe(false);
        }
      },
    ),
    { numRuns: 300 },
  );
});
