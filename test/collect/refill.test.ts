import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Piece } from '../../src/collect/lane.js';
import { Lanes, type Taken } from '../../src/collect/lanes.js';
import { refilled } from '../../src/collect/refill.js';
import { Omission } from '../../src/omission.js';
import { concat, decode } from '../helpers/bytes.js';

const LABELS = ['a', 'b', 'c'] as const;
const part = fc.record({ label: fc.constantFrom(...LABELS), text: fc.stringMatching(/^[é€a-d\n]{0,9}$/) });
const witnesses = { chunk: () => {}, piece: () => {} };

function lanesOf(maxBytes: number, parts: readonly { label: string; text: string }[]): Lanes {
  const options = { maxBytes, encoding: undefined, mask: undefined, through: undefined };
  const lanes = new Lanes(LABELS, options, witnesses);
  for (const { label, text } of parts) lanes.push(label, text);
  return lanes;
}

/** Every piece is what stands at its place in the whole, and every omission counts what it stands for. */
function expectPlaces(pieces: readonly Piece[], whole: Uint8Array): void {
  let at = 0;
  for (const piece of pieces) {
    const length = piece instanceof Omission ? piece.bytes : piece.length;
    const stood = whole.subarray(at, at + length);
    if (piece instanceof Omission) {
      const text = decode(stood);
      expect({ ...piece }).toEqual({ bytes: length, lines: text.split('\n').length - 1, scalars: [...text].length });
    } else expect(decode(piece)).toBe(decode(stood));
    at += length;
  }
  expect(at).toBe(whole.length);
}

const textOf = (pieces: readonly Piece[]) =>
  decode(concat(...pieces.filter((piece): piece is Uint8Array => !(piece instanceof Omission))));

test('refilled puts back what a label still has of the merged text, at its place, with exact counts between', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.nat(40), fc.subarray([...LABELS]), (parts, maxBytes, labels) => {
      const whole = concat(...(lanesOf(1 << 16, parts).take().chunks as Uint8Array[]));
      const lanes = lanesOf(maxBytes, parts);
      const taken = lanes.take();
      const check = (held: Taken) => {
        const pieces = refilled(held, new Set(labels));
        expectPlaces(pieces, whole);
        for (const label of labels) {
          const own = held.lanes.get(label)!;
          // A label whose text fits its buffer has all of it in the merged text.
          if (own.chunks.some((chunk) => chunk instanceof Omission)) continue;
          const lines = textOf(own.chunks).split('\n').slice(0, -1);
          const shown = textOf(pieces);
          for (const line of lines) expect(shown).toContain(`${line}\n`);
        }
        expect(refilled(held, new Set())).toBe(held.chunks);
      };
      check(taken);
      lanes.putBack(taken);
      check(lanes.take());
    }),
    { numRuns: 1000 },
  );
});

test('refilled takes the beginning and the end of a label that has too much itself', () => {
  const lines = (name: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({ label: name, text: `${name}${from + i}\n` }));
  const parts = [...lines('a', 100, 200), ...lines('b', 100, 200), ...lines('a', 200, 300)];
  const whole = concat(...(lanesOf(1 << 16, parts).take().chunks as Uint8Array[]));
  const pieces = refilled(lanesOf(20, parts).take(), new Set(['b']));
  expectPlaces(pieces, whole);
  expect(pieces.filter((piece) => piece instanceof Uint8Array).map((piece) => decode(piece as Uint8Array))).toEqual([
    'a100\na101\n',
    'b100\nb101\n',
    'b198\nb199\n',
    'a298\na299\n',
  ]);
});
