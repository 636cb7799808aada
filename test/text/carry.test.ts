import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Utf8Carry } from '../../src/text/carry.js';
import { mixedParts, roughBytes, roughText } from '../helpers/arbitraries.js';
import { concat, decode, heldBack, mixedText, utf8 } from '../helpers/bytes.js';
import { cut, everySplit, pieceSizes } from '../helpers/cuts.js';

/** The pieces of each write and, last, of the flush. */
function pieces(chunks: Iterable<Uint8Array | string>): Uint8Array[] {
  const carry = new Utf8Carry();
  const out: Uint8Array[] = [];
  const use = (piece: Uint8Array) => void out.push(piece.slice());
  for (const chunk of chunks) carry.write(chunk, use);
  carry.flush(use);
  return out;
}

test('Utf8Carry gives pieces that decode alone to what the whole decodes to', () => {
  fc.assert(
    fc.property(roughBytes, pieceSizes, (bytes, sizes) => {
      const given = pieces(cut(bytes, sizes));
      expect(given.map(decode).join('')).toBe(decode(bytes));
      expect(concat(...given)).toEqual(bytes);
    }),
  );
});

test('Utf8Carry gives the same at every split', () => {
  const bytes = concat(
    utf8('aé€😀\n'),
    Uint8Array.of(0xf0, 0x9f, 0x98, 0x41, 0xe2, 0x82, 0xe2, 0x82, 0xac, 0xf0, 0x90),
  );
  for (const chunks of everySplit(bytes)) expect(pieces(chunks).map(decode).join('')).toBe(decode(bytes));
  const text = 'a\ud83d😀\ude00é\ud83d';
  for (const chunks of everySplit(text)) expect(pieces(chunks).map(decode).join('')).toBe(text.toWellFormed());
});

test('Utf8Carry holds the beginning of a scalar value and nothing more, and gives no empty piece', () => {
  fc.assert(
    fc.property(roughBytes, pieceSizes, (bytes, sizes) => {
      const carry = new Utf8Carry();
      let came = 0;
      for (const chunk of cut(bytes, sizes)) {
        carry.write(chunk, (piece) => expect(piece.length).toBeGreaterThan(0));
        came += chunk.length;
        expect(carry.pendingBytes).toBe(heldBack(bytes.subarray(0, came)));
      }
    }),
  );
});

test('Utf8Carry joins pairs that are cut between strings, and never across bytes', () => {
  fc.assert(
    fc.property(roughText, pieceSizes, (text, sizes) => {
      expect(decode(concat(...pieces(cut(text, sizes))))).toBe(text.toWellFormed());
    }),
  );
  fc.assert(
    fc.property(mixedParts, (parts) => {
      expect(pieces(parts).map(decode).join('')).toBe(mixedText(parts));
    }),
  );
});

test('Utf8Carry encodes a long string in parts, with no pair cut at their borders', () => {
  for (const before of [0, 1, 16_382, 16_383, 16_384, 32_767]) {
    const text = `${'x'.repeat(before)}${'😀'.repeat(20_000)}`;
    const given = pieces([text]);
    expect(given.map(decode).join('')).toBe(text);
    expect(Math.max(...given.map((piece) => piece.length))).toBeLessThan(3 * 16_384 + 1);
  }
});

test('Utf8Carry counts a held half of a pair as the U+FFFD that a flush gives', () => {
  const carry = new Utf8Carry();
  carry.write('a\ud83d', () => {});
  expect(carry.pendingBytes).toBe(3);
  const given: string[] = [];
  carry.flush((piece) => void given.push(decode(piece)));
  expect([given, carry.pendingBytes]).toEqual([['\ufffd'], 0]);
});
