/**
 * Well-formed UTF-8 as an automaton without branches: `state = next[byte] >> state`.
 *
 * A state is a number of bits, and the row of a byte has the next state there, in five bits (a shift looks at no more of
 * its right side, so whatever stands above them does no harm). Nine states of five bits do not fit into 32 side by side;
 * these numbers were searched so that wherever two of them share bits of a row, both want the same ones.
 */

/** Between two scalar values. */
export const WHOLE = 6;
/** Stays: no byte mends it. */
const ILL_FORMED = 0;
/** So many continuation bytes are to come. */
const ONE = 16;
const TWO = 1;
const THREE = 11;
/** Behind a lead byte that not every continuation byte may follow. */
const AFTER_E0 = 19;
const AFTER_ED = 25;
const AFTER_F0 = 24;
const AFTER_F4 = 30;

/** The bits of a number that are the state. */
export const STATE_BITS = 0x1f;

type Step = readonly [from: number, to: number];

/** Where the bytes of a range lead: all other steps end in `ILL_FORMED`. Later ranges take bytes from earlier ones. */
const RANGES: readonly (readonly [first: number, last: number, steps: readonly Step[]])[] = [
  [0x00, 0x7f, [[WHOLE, WHOLE]]],
  [
    0x80,
    0x8f,
    [
      [ONE, WHOLE],
      [TWO, ONE],
      [THREE, TWO],
      [AFTER_ED, ONE],
      [AFTER_F4, TWO],
    ],
  ],
  [
    0x90,
    0x9f,
    [
      [ONE, WHOLE],
      [TWO, ONE],
      [THREE, TWO],
      [AFTER_ED, ONE],
      [AFTER_F0, TWO],
    ],
  ],
  [
    0xa0,
    0xbf,
    [
      [ONE, WHOLE],
      [TWO, ONE],
      [THREE, TWO],
      [AFTER_E0, ONE],
      [AFTER_F0, TWO],
    ],
  ],
  [0xc2, 0xdf, [[WHOLE, ONE]]],
  [0xe1, 0xef, [[WHOLE, TWO]]],
  [0xe0, 0xe0, [[WHOLE, AFTER_E0]]],
  [0xed, 0xed, [[WHOLE, AFTER_ED]]],
  [0xf1, 0xf3, [[WHOLE, THREE]]],
  [0xf0, 0xf0, [[WHOLE, AFTER_F0]]],
  [0xf4, 0xf4, [[WHOLE, AFTER_F4]]],
];

/** The row of each byte. */
export function utf8Rows(): Int32Array {
  const next = new Int32Array(256).fill(ILL_FORMED);
  for (const [first, last, steps] of RANGES) {
    let row = 0;
    for (const [from, to] of steps) row |= to << from;
    next.fill(row, first, last + 1);
  }
  return next;
}
