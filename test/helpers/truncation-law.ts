import { expect } from 'vitest';
import type { TruncationPolicy, TruncationReport } from '../../src/index.js';
import { byteLength, lineCount } from './bytes.js';

export interface Cutting {
  readonly heading?: boolean;
  readonly headShare?: number;
}

const tokens = (bytes: number) => Math.ceil(bytes / 4);

/** The marker of the default style. */
export const markerOf = ({ mode }: TruncationPolicy, omittedBytes: number) => {
  return `…${mode === 'bytes' ? omittedBytes : tokens(omittedBytes)} ${mode} truncated…`;
};

/** The law of a text that was cut by the default style, told from the whole text alone. */
export function expectTruncation(
  { text, report }: { text: string; report: TruncationReport },
  whole: string,
  policy: TruncationPolicy,
  { heading = false, headShare = 0.5 }: Cutting = {},
): void {
  const [total, budget] = [byteLength(whole), policy.byteBudget()];
  const { head, tail, omittedBytes } = report;
  const [headBytes, tailBytes] = [byteLength(head), byteLength(tail)];
  const fits = total <= budget;
  expect({ ...report, head: '', tail: '' }).toEqual({
    ...{
      truncated: !fits,
      totalBytes: total,
      keptBytes: headBytes + tailBytes,
      omittedBytes: total - headBytes - tailBytes,
    },
    ...{ totalLines: lineCount(whole), totalTokens: tokens(total), omittedTokens: tokens(omittedBytes) },
    ...{ estimated: true, head: '', tail: '' },
  });
  expect([text, head, tail].every((part) => part.isWellFormed())).toBe(true);
  if (fits) {
    expect([text, head, tail]).toEqual([whole, whole, '']);
    return;
  }
  expect([whole.startsWith(head), whole.endsWith(tail), headBytes + tailBytes < total]).toEqual([true, true, true]);
  expect(byteLength(text)).toBeLessThanOrEqual(budget);

  const reserved = byteLength(markerOf(policy, total));
  if (reserved > budget) {
    expect([text, tail]).toEqual([head, '']);
    expectLongest(whole, head, tail, budget, 0);
    return;
  }
  const wanted = heading ? `Total output lines: ${lineCount(whole)}\n\n` : '';
  const shown = reserved + byteLength(wanted) <= budget ? wanted : '';
  expect(text).toBe(shown + head + markerOf(policy, omittedBytes) + tail);
  const room = budget - reserved - byteLength(shown);
  const forHead = Math.floor(room * headShare);
  expectLongest(whole, head, tail, forHead, room - forHead);
}

/** Neither side takes more than its part of the room, and no further scalar value would have fitted it. */
export function expectLongest(whole: string, head: string, tail: string, forHead: number, forTail: number): void {
  const next = [...whole.slice(head.length)][0]!;
  const before = [...whole.slice(0, whole.length - tail.length)].at(-1)!;
  expect(byteLength(head)).toBeLessThanOrEqual(forHead);
  expect(byteLength(head + next)).toBeGreaterThan(forHead);
  expect(byteLength(tail)).toBeLessThanOrEqual(forTail);
  expect(byteLength(before + tail)).toBeGreaterThan(forTail);
}
