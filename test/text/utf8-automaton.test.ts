import { expect, test } from 'vitest';
import { countText } from '../../src/text/scan.js';
import { STATE_BITS, utf8Rows, WHOLE } from '../../src/text/utf8-automaton.js';

/** The first and the last byte of every range that the rules of UTF-8 tell apart. */
const BORDERS = [
  0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0,
  0xf1, 0xf3, 0xf4, 0xf5, 0xff,
];

const next = utf8Rows();

function isWhole(bytes: readonly number[]): boolean {
  let state = WHOLE;
  for (const byte of bytes) state = next[byte]! >> state;
  return (state & STATE_BITS) === WHOLE;
}

/** What the platform says: no border sequence is U+FFFD itself. */
function isWellFormed(bytes: readonly number[]): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  return !text.includes('\ufffd');
}

/** Calls back for every sequence of `length` border bytes that begins with `start`. */
function each(start: readonly number[], length: number, look: (bytes: readonly number[]) => void): void {
  if (start.length === length) look(start);
  else for (const byte of BORDERS) each([...start, byte], length, look);
}

test('utf8Rows accepts what is well-formed, and nothing else', () => {
  const wrong: string[] = [];
  const look = (bytes: readonly number[]) => {
    if (isWhole(bytes) !== isWellFormed(bytes)) wrong.push(bytes.map((byte) => byte.toString(16)).join(' '));
  };
  for (const length of [1, 2, 3]) each([], length, look);
  for (const lead of BORDERS.filter((byte) => byte >= 0xe0)) each([lead], 4, look);
  for (let byte = 0; byte < 256; byte++) look([byte, 0x80]);
  expect(wrong).toEqual([]);
});

test('countText counts the same wherever its blocks end', () => {
  for (const scalar of ['a', 'é', '漢', '👍', '\n']) {
    const unit = new TextEncoder().encode(scalar);
    for (const shift of [0, 1, 2, 3]) {
      const repeats = Math.ceil(9000 / unit.length);
      const bytes = new TextEncoder().encode('x'.repeat(shift) + scalar.repeat(repeats));
      const lineFeeds = scalar === '\n' ? repeats : 0;
      const scalars = shift + repeats;
      expect(countText(bytes)).toEqual({ bytes: bytes.length, lineFeeds, scalars, isWellFormed: true });
      // Without its last byte the text ends in one ill-formed part, of three bytes, or in one scalar value less.
      const cut = bytes.subarray(0, -1);
      const text = new TextDecoder().decode(cut);
      expect(countText(cut).bytes).toBe(new TextEncoder().encode(text).length);
      expect(countText(cut).scalars).toBe([...text].length);
    }
  }
});
