import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Utf8Carry } from '../../src/text/carry.js';
import { UnicodeLineCounter } from '../../src/text/lines.js';
import { roughBytes } from '../helpers/arbitraries.js';
import { decode, utf8 } from '../helpers/bytes.js';
import { cut, everySplit, pieceSizes } from '../helpers/cuts.js';

function counted(chunks: Iterable<Uint8Array>): number {
  const counter = new UnicodeLineCounter();
  const carry = new Utf8Carry();
  for (const chunk of chunks) carry.write(chunk, (piece) => counter.push(piece));
  carry.flush((piece) => counter.push(piece));
  return counter.lines;
}

/** A break at the very end opens no line. */
function naive(text: string): number {
  const lines = text.split(/\r\n|[\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029]/);
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}

test('UnicodeLineCounter counts the same lines at every split', () => {
  for (const text of [
    '',
    'a',
    '\r\n',
    'a\r\n\r\n\nb\r',
    '\r\r\n\n',
    'a\u2028b\u2029\u0085c\v\f\x1c\x1d\x1e',
    '€\u2027\u202a\u0084x\n',
  ]) {
    for (const chunks of everySplit(utf8(text))) expect(counted(chunks), JSON.stringify(text)).toBe(naive(text));
  }
});

test('UnicodeLineCounter agrees with a split of the decoded text', () => {
  const breaks = fc.array(fc.constantFrom('\r', '\n', '\r\n', '\u0085', '\u2028', '\u2029', '\x1e', 'é', 'x', '😀'));
  const bytes = fc.oneof(
    roughBytes,
    breaks.map((parts) => utf8(parts.join(''))),
  );
  fc.assert(
    fc.property(bytes, pieceSizes, (input, sizes) => {
      expect(counted(cut(input, sizes))).toBe(naive(decode(input)));
    }),
  );
});
