import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simdScanner } from '../../src/text/scan-simd.js';
import { scanWords } from '../../src/text/scan-words.js';
import type { Scan, Scanner } from '../../src/text/scanner.js';
import { roughBytes } from '../helpers/arbitraries.js';
import { atOffset, concat, utf8 } from '../helpers/bytes.js';

/** Each way to scan that this platform has. */
const simd = simdScanner();
const ROOMS: readonly Scanner[] = simd === undefined ? [scanWords] : [scanWords, simd];

function plainScan(bytes: Uint8Array): Scan {
  let isWellFormed = true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    isWellFormed = false;
  }
  const count = (is: (byte: number) => boolean) => bytes.filter(is).length;
  return {
    isWellFormed,
    lineFeeds: count((byte) => byte === 0x0a),
    continuations: count((byte) => byte >= 0x80 && byte <= 0xbf),
  };
}

function expectAll(bytes: Uint8Array): void {
  const expected = plainScan(bytes);
  for (const scan of ROOMS) {
    const { isWellFormed, ...counts } = scan(bytes, true);
    if (isWellFormed !== expected.isWellFormed)
      expect([...bytes, isWellFormed]).toEqual([...bytes, expected.isWellFormed]);
    if (isWellFormed) expect({ isWellFormed, ...counts }).toEqual(expected);
    expect(scan(bytes, false)).toEqual({ ...expected, isWellFormed: true });
  }
}

const runs = fc
  .tuple(fc.constantFrom('x', '\n', 'é', '漢', '👍', 'ab\n', 'naïve\n'), fc.nat(80))
  .map(([text, times]) => utf8(text.repeat(times)));
const mixedBytes = fc.array(fc.oneof(runs, runs, roughBytes), { maxLength: 8 }).map((parts) => concat(...parts));

test('scan counts and checks the same in every room, at every alignment', () => {
  fc.assert(
    fc.property(mixedBytes, fc.nat(7), (bytes, offset) => {
      expectAll(atOffset(bytes, offset));
    }),
    { numRuns: 300 },
  );
});

test('scan checks each pair of bytes, with any number of continuations behind, where vectors and words meet', () => {
  for (const at of [0, 3, 13, 14, 15]) {
    for (let lead = 0x7f; lead <= 0xff; lead++) {
      // Seconds that differ in what may follow them: the borders of all ranges.
      for (const second of [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]) {
        for (const more of [[], [0x80], [0x80, 0xbf], [0xbf, 0x80, 0x80]]) {
          const bytes = new Uint8Array(40).fill(0x61);
          bytes.set([lead, second, ...more], at);
          expectAll(bytes);
        }
      }
    }
  }
});

test('scan takes a beginning that is not finished for ill-formed, wherever the bytes end', () => {
  for (const text of ['é', '漢', '👍']) {
    for (let length = 0; length < 40; length++) {
      const whole = concat(new Uint8Array(length).fill(0x61), utf8(text));
      for (let end = length; end <= whole.length; end++) expectAll(whole.subarray(0, end));
    }
  }
});

test('scan holds beyond what one call of a module, or one byte of a sum, can count', () => {
  for (const length of [4080, 4081, 65_535, 65_536, 65_537, 140_000]) {
    expectAll(new Uint8Array(length).fill(0x0a));
    expectAll(new Uint8Array(length).fill(0x80));
    const text = utf8('a漢'.repeat(length / 4));
    expectAll(text);
    // Well-formed up to its very last byte.
    expectAll(text.subarray(0, text.length - 1));
  }
});

test('scan remembers nothing of what it scanned before', () => {
  expectAll(new Uint8Array(200).fill(0xff));
  for (const length of [33, 40, 64]) expectAll(new Uint8Array(length).fill(0x61));
});
