import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextCarry } from '../../src/text/text-carry.js';
import { mixedParts } from '../helpers/arbitraries.js';
import { byteLength, decode, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';

function pieces(chunks: readonly (Uint8Array | string)[]): string[] {
  const out: string[] = [];
  const carry = new TextCarry();
  const use = (text: string, textBytes: number) => {
    expect(textBytes).toBe(byteLength(text));
    out.push(text);
  };
  for (const chunk of chunks) carry.write(chunk, use);
  carry.flush(use);
  return out;
}

test('TextCarry gives the same text with its bytes however it is cut, and every piece is well-formed', () => {
  fc.assert(
    fc.property(mixedParts, pieceSizes, (parts, sizes) => {
      const whole = pieces(parts).join('');
      const out = pieces(parts.flatMap((part) => cut<Uint8Array | string>(part, sizes)));
      expect(out.join('')).toBe(whole);
      expect(out.every((piece) => piece.isWellFormed())).toBe(true);
    }),
  );
});

test('TextCarry gives no piece of more than 65,536 units, and cuts none inside a scalar value', () => {
  const text = `x${'€🔑'.repeat(50_000)}`;
  for (const chunk of [text, utf8(text)]) {
    const out = pieces([chunk]);
    expect(out.join('')).toBe(text);
    expect(Math.max(...out.map((piece) => piece.length))).toBeLessThanOrEqual(65_536);
    expect(out.every((piece) => piece.isWellFormed() && !piece.includes('\ufffd'))).toBe(true);
  }
  const rough = new Uint8Array(200_000).fill(0x80);
  expect(pieces([rough]).join('')).toBe(decode(rough));
});
