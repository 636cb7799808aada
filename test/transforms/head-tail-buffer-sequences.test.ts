import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTailBuffer, type Omission } from '../../src/index.js';
import { byteLength, concat, decode, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { colouredParts, leavesOpen, RESET } from '../helpers/looks.js';
import { run } from '../helpers/run.js';

test('HeadTailBuffer cuts no sequence if it is asked to, and ends a look before its marker', () => {
  const marker = ({ bytes }: Omission) => `<${bytes}>`;
  fc.assert(
    fc.property(colouredParts, fc.nat(40), fc.nat(40), pieceSizes, (parts, headBytes, tailBytes, sizes) => {
      const bytes = utf8(parts.join(''));
      const make = () => new HeadTailBuffer({ headBytes, tailBytes, align: 'sequence', marker });
      const buffer = make();
      const out = concat(...(run(buffer, cut(bytes, sizes)) as Uint8Array[]));
      const { head, tail, omittedBytes, totalBytes } = buffer.snapshot();
      expect([head.length + omittedBytes + tail.length, totalBytes]).toEqual([bytes.length, bytes.length]);
      expect([omittedBytes, buffer.retainedBytes]).toEqual([buffer.omittedBytes, head.length + tail.length]);
      expect(buffer.toBytesWithMarker()).toEqual(out);
      if (bytes.length <= headBytes + tailBytes) {
        expect(decode(out)).toBe(decode(bytes));
        return;
      }
      // The longest ends that are made of whole parts.
      let before = 0;
      while (byteLength(parts.slice(0, before + 1).join('')) <= headBytes) before++;
      let behind = parts.length;
      while (behind > 0 && byteLength(parts.slice(behind - 1).join('')) <= tailBytes) behind--;
      const expected = [parts.slice(0, before).join(''), parts.slice(behind).join('')];
      expect([decode(head), decode(tail)]).toEqual(expected);
      const reset = leavesOpen(parts.slice(0, before)) ? RESET : '';
      expect(decode(out)).toBe(expected.join(`${reset}<${omittedBytes}>`));
    }),
    { numRuns: 1000 },
  );
});
