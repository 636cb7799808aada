import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeepLines, Omission } from '../../src/index.js';
import { byteLength, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { pushAll, run } from '../helpers/run.js';

const gap = (bytes: number, lines: number, scalars = bytes) => new Omission({ bytes, lines, scalars });

test('KeepLines passes the lines that match, and counts those between', () => {
  const line = fc.constantFrom('error é', 'ok 漢🔑', '', 'x'.repeat(40), 'error\r');
  fc.assert(
    fc.property(fc.array(line), pieceSizes, fc.boolean(), (all, sizes, isOpen) => {
      const whole = all
        .map((text, i) => (isOpen && i === all.length - 1 ? text : `${text}\n`))
        .filter((text) => text !== '');
      const out: (string | Omission)[] = [];
      for (const text of whole) {
        const last = out.at(-1);
        if (/^error/.test(text)) out.push(text);
        else {
          const more = gap(byteLength(text), text.endsWith('\n') ? 1 : 0, [...text].length);
          if (last instanceof Omission) out.pop();
          const { bytes, lines, scalars } = last instanceof Omission ? last : gap(0, 0);
          out.push(gap(bytes + more.bytes, lines + more.lines, scalars + more.scalars));
        }
      }
      const keep = new KeepLines({ pattern: /^error/ });
      expect(run(keep, cut(utf8(whole.join('')), sizes))).toEqual(out);
      const left = out.reduce((sum, piece) => sum + (piece instanceof Omission ? piece.bytes : 0), 0);
      expect([keep.omittedBytes, keep.totalBytes]).toEqual([left, byteLength(whole.join(''))]);
    }),
  );
});

test('KeepLines tries a line without its break', () => {
  const keep = new KeepLines({ pattern: /^error$/g });
  expect(run(keep, ['error\r', '\nerror\nerrors\nerror'])).toEqual(['error\r\n', 'error\n', gap(7, 1), 'error']);
});

test('KeepLines leaves out what is longer than a line may be, and holds none of it', () => {
  const keep = new KeepLines({ pattern: /x/, maxLineBytes: 4 });
  expect(pushAll(keep, ['xxxx\nxx', 'xxx'])).toEqual(['xxxx\n']);
  expect([keep.pendingBytes, keep.omittedBytes]).toEqual([0, 5]);
  expect(run(keep, ['xx\nx'])).toEqual([gap(8, 1), 'x']);
});

test('KeepLines tells a test where a line begins, and goes on behind one that throws', () => {
  const starts: number[] = [];
  const keep = new KeepLines({
    test: (line, startBytes) => {
      starts.push(startBytes);
      if (line === 'bad') throw new Error('test');
      return line !== '';
    },
  });
  keep.push(gap(5, 1));
  expect(() => keep.push('é\nbad\nok\n')).toThrow('test');
  expect(run(keep, ['last'])).toEqual([gap(5, 1), 'é\n', gap(4, 1), 'ok\n', 'last']);
  expect(starts).toEqual([5, 8, 12, 15]);
});

test('KeepLines ends a line at an Omission, and adds it to what is left out', () => {
  const keep = new KeepLines({ pattern: /error/ });
  expect(run(keep, ['error a', gap(7, 1), 'b\n', gap(3, 0), 'error\n'])).toEqual(['error a', gap(12, 2), 'error\n']);
  expect([keep.omittedBytes, keep.totalBytes]).toEqual([12, 25]);
});

test('KeepLines takes a long line byte by byte without going over all of it each time', () => {
  const keep = new KeepLines({ pattern: /x$/, maxLineBytes: 100_000 });
  // Of a copy for each byte, these would be five gigabytes.
  for (let i = 0; i < 99_999; i++) keep.push('a');
  expect(run(keep, ['x\n'])).toEqual([`${'a'.repeat(99_999)}x\n`]);
});
