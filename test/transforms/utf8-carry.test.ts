import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Omission, Utf8CarryTransform } from '../../src/index.js';
import { omission, roughBytes, roughText } from '../helpers/arbitraries.js';
import { concat, decode, heldBack, hex, utf8 } from '../helpers/bytes.js';
import { cut, everySplit, pieceSizes } from '../helpers/cuts.js';
import { run, runBytes } from '../helpers/run.js';
import { bytesOf, type Form, readReference } from '../helpers/vectors.js';

interface Split {
  readonly writes: number[];
  readonly released: number[];
  readonly at_close: number;
}
interface Reference {
  readonly name: string;
  readonly input_b64: Form;
  readonly text: string;
  readonly splits: Split[];
}
const { cases } = readReference<{ cases: Reference[] }>('utf8-carry-splits');
const lengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);

test.each(cases)('Utf8CarryTransform releases what the reference releases: $name', ({ input_b64, text, splits }) => {
  const input = bytesOf(input_b64);
  for (const { writes, released, at_close } of splits) {
    const carry = new Utf8CarryTransform();
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const [turn, size] of writes.entries()) {
      const given = carry.push(input.slice(at, at + size));
      at += size;
      pieces.push(...given);
      expect(lengthOf(given)).toBe(released[turn]);
      expect(carry.pendingBytes).toBe(at - lengthOf(pieces));
    }
    const last = carry.flush();
    expect([lengthOf(last), carry.pendingBytes]).toEqual([at_close, 0]);
    expect(concat(...pieces, ...last)).toEqual(input);
    expect([...pieces, ...last].map(decode).join('')).toBe(text);
  }
});

test('Utf8CarryTransform gives the bytes that it got, at every split', () => {
  const input = concat(utf8('aé€😀'), hex('f0 9f 98 41 e0 80 ed a0 f4 90 c0 f5 80 e2 82'));
  for (const chunks of everySplit(input)) expect(runBytes(new Utf8CarryTransform(), chunks)).toEqual([...input]);
});

test('Utf8CarryTransform gives pieces that decode alone, and holds at most three bytes of bytes in = out + pending', () => {
  fc.assert(
    fc.property(roughBytes, pieceSizes, (input, sizes) => {
      const carry = new Utf8CarryTransform();
      const out: Uint8Array[] = [];
      let came = 0;
      for (const chunk of cut(input, sizes)) {
        out.push(...carry.push(chunk));
        came += chunk.length;
        expect(carry.pendingBytes).toBe(heldBack(input.subarray(0, came)));
        expect(lengthOf(out) + carry.pendingBytes).toBe(came);
      }
      out.push(...carry.flush());
      expect(out.every((piece) => piece.length > 0)).toBe(true);
      expect(out.map(decode).join('')).toBe(decode(input));
    }),
  );
});

test('Utf8CarryTransform never holds what can no longer become a scalar value', () => {
  for (const hopeless of ['c0', 'c1', 'f5', 'ff', '80', 'e0 80', 'ed a0', 'f0 80', 'f4 90', 'f0 9f 41', 'e2 82 ac']) {
    const carry = new Utf8CarryTransform();
    expect([hopeless, runBytes(carry, [hex(hopeless)]), carry.pendingBytes]).toEqual([hopeless, [...hex(hopeless)], 0]);
    const pushed = new Utf8CarryTransform();
    expect(concat(...pushed.push(hex(hopeless)))).toEqual(hex(hopeless));
  }
});

test('Utf8CarryTransform gives a string as its UTF-8, and joins a pair that was cut', () => {
  fc.assert(
    fc.property(roughText, pieceSizes, (text, sizes) => {
      expect(decode(concat(...run(new Utf8CarryTransform(), cut(text, sizes))))).toBe(text.toWellFormed());
    }),
  );
});

test('Utf8CarryTransform releases what it holds before input of another kind', () => {
  const texts = (chunks: (Uint8Array | string)[]) => run(new Utf8CarryTransform(), chunks).map(decode);
  expect(texts([hex('e4 b8'), '', new Uint8Array(0), 'x'])).toEqual(['\ufffd', 'x']);
  expect(texts(['a\ud83d', '', new Uint8Array(0), utf8('b'), '\ude00'])).toEqual(['a', '\ufffd', 'b', '\ufffd']);
});

test('Utf8CarryTransform passes an Omission itself, behind what it holds', () => {
  fc.assert(
    fc.property(roughBytes, omission, roughBytes, (before, gap, after) => {
      const out = run(new Utf8CarryTransform<Uint8Array | Omission>(), [before, gap, after]);
      const at = out.indexOf(gap);
      const bytes = (pieces: typeof out) => concat(...pieces.filter((piece) => piece instanceof Uint8Array));
      expect(bytes(out.slice(0, at))).toEqual(before);
      expect(out[at]).toBe(gap);
      expect(bytes(out.slice(at + 1))).toEqual(after);
    }),
  );
  expect(new Utf8CarryTransform<Omission>().push(new Omission({ bytes: 1, lines: 0, scalars: 1 }))).toHaveLength(1);
});
