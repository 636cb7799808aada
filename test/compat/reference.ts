import { TruncationPolicy } from 'millrace';
import { byteLength } from '../helpers/bytes.js';

export { byteLength } from '../helpers/bytes.js';
export { bytesOf, type Form, readReference, textOf } from '../helpers/vectors.js';

export type Mode = 'bytes' | 'tokens';

export const policyOf = (mode: Mode, limit: number) => TruncationPolicy[mode](limit);

/** What both originals keep: the longest beginning and end of whole scalar values within the halves of `room` bytes. */
export function halves(text: string, room: number): { head: string; tail: string; removed: number } {
  const scalars = [...text];
  const head = longest(scalars, Math.floor(room / 2));
  const tail = longest(scalars.toReversed(), Math.ceil(room / 2)).toReversed();
  return { head: head.join(''), tail: tail.join(''), removed: scalars.length - head.length - tail.length };
}

function longest(scalars: string[], bytes: number): string[] {
  let left = bytes;
  const end = scalars.findIndex((scalar) => {
    left -= byteLength(scalar);
    return left < 0;
  });
  return end === -1 ? scalars : scalars.slice(0, end);
}
