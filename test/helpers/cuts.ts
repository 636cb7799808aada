import fc from 'fast-check';

type Sliceable = Uint8Array | string;

/** Cuts of one input: whole, in two at every place, unit by unit, and unit by unit with empty chunks around each. */
export function* everySplit<T extends Sliceable>(whole: T): Generator<T[]> {
  const part = (start: number, end?: number) => whole.slice(start, end) as T;
  const units = Array.from({ length: whole.length }, (_, at) => part(at, at + 1));
  yield [part(0)];
  for (let at = 0; at <= whole.length; at++) yield [part(0, at), part(at)];
  yield units;
  yield units.flatMap((unit) => [part(0, 0), unit, part(0, 0)]);
}

/** Cuts an input into pieces of these sizes, which are used in turn until nothing is left. */
export function cut<T extends Sliceable>(whole: T, sizes: readonly number[]): T[] {
  const pieces: T[] = [];
  const turns = sizes.some((size) => size > 0) ? sizes : [...sizes, whole.length];
  let at = 0;
  for (let turn = 0; at < whole.length; turn++) {
    const end = at + turns[turn % turns.length]!;
    pieces.push(whole.slice(at, end) as T);
    at = end;
  }
  return pieces;
}

/** Sizes for {@link cut}: empty chunks, single units, short and long pieces. Shrinks to the whole in one piece. */
export const pieceSizes = fc.array(
  fc.oneof(fc.constantFrom(0, 1, 1, 2, 3, 4), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 500 })),
  { maxLength: 8 },
);
