import { expect } from 'vitest';
import type { Collected } from '../../../src/index.js';
import { unitsOf } from '../../helpers/bytes.js';
import { decode } from './sources.js';

/** Stands where a text was cut; no source of a history gives it. */
export const SCISSORS = '✂';

type Counts = Pick<Collected, 'text' | 'totalBytes' | 'omittedBytes' | 'pendingBytes'>;

/**
 * Checks one text and its counts against the bytes behind it. `total = kept + omitted + pending` is checked by what is
 * kept: the text must be the decoded beginning and end of `bytes` around a gap of exactly as many bytes as were omitted,
 * the line feeds at `addedAt` apart, which no source gave.
 */
export function checkCounts(counts: Counts, bytes: Uint8Array, addedAt: readonly number[], pending: number): void {
  const { text, totalBytes, omittedBytes, pendingBytes } = counts;
  expect({ totalBytes, pendingBytes }).toEqual({
    totalBytes: bytes.length - addedAt.length + pending,
    pendingBytes: pending,
  });
  const [before, after, ...more] = text.split(SCISSORS);
  expect(more).toEqual([]);
  if (after === undefined && omittedBytes === 0) {
    expect(text).toBe(decode(bytes));
    return;
  }
  const fits = (start: number) => {
    if (decode(bytes.subarray(0, start)) !== before) return false;
    for (let added = 0; added <= addedAt.length; added++) {
      const end = start + omittedBytes + added;
      const inside = addedAt.filter((at) => at >= start && at < end).length;
      if (inside === added && decode(bytes.subarray(end)) === (after ?? '')) return true;
    }
    return false;
  };
  const starts = Array.from({ length: bytes.length + 1 }, (_, start) => start);
  if (!starts.some(fits))
    expect({ ...counts, whole: decode(bytes) }).toBe('a beginning and an end with all but what was omitted');
}

/** Checks what a detached stream has given: bytes, and notes of how many of them were omitted between. */
export function checkRest(rest: Uint8Array, bytes: Uint8Array): void {
  const [first, ...others] = unitsOf(rest).split(/\n\.\.\. (\d+) bytes omitted \.\.\.\n/);
  const parts: string[] = [first!];
  let at = first!.length;
  for (let n = 0; n < others.length; n += 2) {
    at += Number(others[n]);
    parts.push(others[n + 1]!);
    at += others[n + 1]!.length;
  }
  expect(at, 'bytes given and omitted').toBe(bytes.length);
  const source = unitsOf(bytes);
  let from = 0;
  for (const [n, part] of parts.entries()) {
    if (n > 0) from += Number(others[2 * n - 2]);
    expect(part).toBe(source.slice(from, from + part.length));
    from += part.length;
  }
}
