import fc from 'fast-check';
import { expect, test } from 'vitest';
import { incompleteUtf8SuffixLength } from '../../src/index.js';
import { decodeUtf8, encodeUtf8, leadingContinuations, prefixLength, utf8ByteLength } from '../../src/text/utf8.js';
import { roughBytes, roughText } from '../helpers/arbitraries.js';
import { atOffset, decode, heldBack, hex, utf8 } from '../helpers/bytes.js';
import { bytesOf, type Form, readReference, textOf } from '../helpers/vectors.js';

interface Reference {
  readonly cases: { bytes_b64: Form; carry: number; note: string }[];
  readonly tables: { one_byte_0_255: Form; two_byte_leads: Record<string, Form>; class_bytes: string[] };
}
const { cases, tables } = readReference<Reference>('utf8-suffix');

/** One digit for every byte string that takes its n-th byte from the n-th set; the first byte changes slowest. */
function digits(...sets: readonly (readonly number[])[]): string {
  const out = new Uint8Array(sets.reduce((product, set) => product * set.length, 1));
  const bytes = new Uint8Array(sets.length);
  for (let row = 0; row < out.length; row++) {
    let rest = row;
    for (let at = sets.length - 1; at >= 0; at--) {
      const set = sets[at]!;
      bytes[at] = set[rest % set.length]!;
      rest = Math.floor(rest / set.length);
    }
    out[row] = 0x30 + incompleteUtf8SuffixLength(bytes);
  }
  return decode(out);
}
const all = Array.from({ length: 256 }, (_, byte) => byte);
const few = tables.class_bytes.map((byte) => Number.parseInt(byte, 16));

test('incompleteUtf8SuffixLength agrees with the reference on single inputs', () => {
  for (const { bytes_b64, carry, note } of cases) {
    expect(incompleteUtf8SuffixLength(bytesOf(bytes_b64)), note).toBe(carry);
  }
});

test('incompleteUtf8SuffixLength agrees with the reference on every one and two bytes', () => {
  expect(digits(all)).toBe(textOf(tables.one_byte_0_255));
  for (const [lead, expected] of Object.entries(tables.two_byte_leads)) {
    expect(digits([Number.parseInt(lead, 16)], all), lead).toBe(textOf(expected));
  }
});

test('incompleteUtf8SuffixLength is what a strict decoder holds back', () => {
  const bytes = new Uint8Array(3);
  const wrong: string[] = [];
  for (const first of few) {
    for (const second of few) {
      for (const third of few) {
        bytes.set([first, second, third]);
        if (incompleteUtf8SuffixLength(bytes) !== heldBack(bytes)) wrong.push(bytes.join());
      }
    }
  }
  expect(wrong).toEqual([]);
  fc.assert(
    fc.property(roughBytes, (input) => {
      expect(incompleteUtf8SuffixLength(input)).toBe(heldBack(input));
    }),
  );
});

test('incompleteUtf8SuffixLength takes a Uint8Array, and nothing else', () => {
  expect(incompleteUtf8SuffixLength(Uint8Array.of(0xe2, 0x82))).toBe(2);
  for (const bad of [
    undefined,
    null,
    'é',
    [0xe2],
    new ArrayBuffer(2),
    new DataView(new ArrayBuffer(2)),
    new Uint16Array(1),
  ]) {
    expect(() => incompleteUtf8SuffixLength(bad as never)).toThrow(
      new TypeError('incompleteUtf8SuffixLength: bytes must be a Uint8Array'),
    );
  }
});

test('prefixLength gives the longest prefix that ends where no scalar value is cut', () => {
  fc.assert(
    fc.property(roughBytes, fc.nat(60), (bytes, limit) => {
      const cut = bytes.subarray(0, limit);
      expect(prefixLength(bytes, limit)).toBe(cut.length - heldBack(cut));
    }),
  );
});

test('leadingContinuations counts at most three bytes that begin nothing', () => {
  const count = (bytes: Uint8Array) => leadingContinuations((index) => bytes[index]!, bytes.length);
  expect(count(hex(''))).toBe(0);
  expect(count(hex('41 80'))).toBe(0);
  expect(count(hex('80 bf c2'))).toBe(2);
  expect(count(hex('80 80 80 80'))).toBe(3);
});

test('decodeUtf8 and encodeUtf8 replace what is ill-formed and drop nothing', () => {
  expect(decodeUtf8(hex('ef bb bf 61 f0 9f 98'))).toBe('\ufeffa\ufffd');
  expect(encodeUtf8('\ufeffa\ud83d')).toEqual(hex('ef bb bf 61 ef bf bd'));
  fc.assert(
    fc.property(roughBytes, fc.nat(7), (bytes, offset) => {
      expect(decodeUtf8(atOffset(bytes, offset))).toBe(decode(bytes));
    }),
  );
});

test('utf8ByteLength is the length that TextEncoder gives', () => {
  fc.assert(
    fc.property(
      fc.oneof(roughText, fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) })),
      (text) => {
        expect(utf8ByteLength(text)).toBe(utf8(text).length);
      },
    ),
  );
});
