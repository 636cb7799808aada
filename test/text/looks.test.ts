import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedBeginning, Looks } from '../../src/text/looks.js';
import { utf8 } from '../helpers/bytes.js';
import * as model from '../helpers/looks.js';

const isOpen = (text: string) => new Looks().areOpenBehind(utf8(text));

test('Looks knows what ends each look', () => {
  const pairs: [number[], number][] = [
    [[1, 2], 22],
    [[3, 20], 23],
    [[4, 21], 24],
    [[5, 6], 25],
    [[7], 27],
    [[8], 28],
    [[9], 29],
    [[11, 19], 10],
    [[30, 37, 38, 90, 97], 39],
    [[40, 47, 48, 100, 107], 49],
    [[51, 52], 54],
    [[53], 55],
    [[58], 59],
    [[73, 74], 75],
  ];
  const ends = pairs.map(([, end]) => end);
  for (const [begins, own] of pairs) {
    for (const begin of begins) {
      expect(isOpen(`\x1b[${begin}m`)).toBe(true);
      for (const end of ends) expect(isOpen(`\x1b[${begin}mx\x1b[${end}m`)).toBe(end !== own);
      expect(isOpen(`\x1b[${begin}m\x1b[m`)).toBe(false);
    }
  }
});

test('Looks takes no part of a colour for a look of its own', () => {
  expect(isOpen('\x1b[38;5;1m\x1b[39m')).toBe(false);
  expect(isOpen('\x1b[48;2;1;3;0;38;5;0m\x1b[39m')).toBe(true);
  expect(isOpen('\x1b[48;2;1;3;0m\x1b[49m')).toBe(false);
  expect(isOpen('\x1b[38:2::1:3:0m\x1b[39m')).toBe(false);
  expect(isOpen('\x1b[38:5:1;1m\x1b[39m')).toBe(true);
  expect([isOpen('\x1b[4:3m'), isOpen('\x1b[4:3m\x1b[4:0m')]).toEqual([true, false]);
  expect([isOpen('\x9b31m'), isOpen('\x1b[31'), isOpen('[31m'), isOpen('\x1b[?25l'), isOpen('\x1b[0;31;39m')]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('closedBeginning gives the longest beginning that has the room with its reset', () => {
  fc.assert(
    fc.property(model.colouredParts, fc.nat(60), (parts, room) => {
      const expected = model.closedBeginning(parts, room)!;
      expect(closedBeginning(utf8(parts.join('')), room)).toEqual({ end: expected.bytes, isOpen: expected.isOpen });
    }),
    { numRuns: 1000 },
  );
  expect(closedBeginning(utf8('x'), -1)).toBeUndefined();
  const red = new Looks();
  red.read(utf8('\x1b[31m'));
  expect([0, 3, 4].map((room) => closedBeginning(utf8('text'), room, red))).toEqual([
    undefined,
    undefined,
    { end: 0, isOpen: true },
  ]);
});
