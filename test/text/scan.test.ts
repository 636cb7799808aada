import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBreaksAndStarts, countText, sourcePrefix, sourceSkip } from '../../src/text/scan.js';
import { roughBytes } from '../helpers/arbitraries.js';
import { atOffset, byteLength, concat, countOf, decode, hex, utf8 } from '../helpers/bytes.js';

const OFFSETS = [0, 1, 2, 3, 4, 5, 6, 7];

const naiveCounts = (bytes: Uint8Array) => {
  const text = decode(bytes);
  const isWellFormed = utf8(text).join() === bytes.join();
  return { bytes: byteLength(text), lineFeeds: countOf(text, '\n'), scalars: [...text].length, isWellFormed };
};
const naiveStarts = (bytes: Uint8Array) => ({
  lineFeeds: bytes.filter((byte) => byte === 0x0a).length,
  starts: bytes.filter((byte) => byte < 0x80 || byte > 0xbf).length,
});

/** Bytes long enough to be read by words, with what ends a run of ASCII anywhere in them. */
const longBytes = fc
  .array(
    fc.oneof(
      roughBytes,
      fc.tuple(fc.constantFrom('x', '\n', 'ab\n', '\t', '\x7f'), fc.nat(60)).map(([text, n]) => utf8(text.repeat(n))),
    ),
    { maxLength: 12 },
  )
  .map((parts) => concat(...parts));

test('countText counts what TextDecoder would give, at every alignment', () => {
  fc.assert(
    fc.property(longBytes, (bytes) => {
      const expected = naiveCounts(bytes);
      for (const offset of OFFSETS) expect(countText(atOffset(bytes, offset))).toEqual(expected);
    }),
  );
});

test('countBreaksAndStarts counts LF and the bytes that begin something, at every alignment', () => {
  fc.assert(
    fc.property(longBytes, (bytes) => {
      const expected = naiveStarts(bytes);
      for (const offset of OFFSETS) expect(countBreaksAndStarts(atOffset(bytes, offset))).toEqual(expected);
    }),
  );
});

test('countText and countBreaksAndStarts hold on runs longer than a word can sum', () => {
  const fills = [[0x0a], [0x7f], [0x00], [0x0b], [0x8a], [0x80], [0xff], [0x0a, 0x8a], [0x61, 0x0a, 0x00]];
  for (const length of [15, 16, 17, 1019, 1020, 1021, 1024, 2051, 5000]) {
    for (const fill of fills) {
      const bytes = Uint8Array.from({ length }, (_, at) => fill[at % fill.length]!);
      for (const offset of [0, 1, 3]) {
        const view = atOffset(bytes, offset);
        expect(countText(view), `${fill} ${length} ${offset}`).toEqual(naiveCounts(bytes));
        expect(countBreaksAndStarts(view), `${fill} ${length} ${offset}`).toEqual(naiveStarts(bytes));
      }
    }
  }
});

test('countText counts texts longer than its blocks, with a mistake anywhere or an end that is none', () => {
  const sample = utf8('a漢é👍\n');
  const longBytes = fc
    .tuple(fc.constantFrom(4090, 4096, 8200, 65_530, 65_536, 70_000, 140_000), fc.nat(12), fc.boolean())
    .map(([length, more, isAscii]) => {
      const size = length + more;
      return Uint8Array.from({ length: size }, (_, at) => (isAscii ? 0x61 : sample[at % sample.length]!));
    });
  const mistakes = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0xff, 0x80, 0xe2)), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(longBytes, mistakes, (bytes, places) => {
      for (const [share, byte] of places) bytes[Math.floor(share * (bytes.length - 1))] = byte;
      expect(countText(bytes)).toEqual(naiveCounts(bytes));
    }),
    { numRuns: 30 },
  );
});

test('countText counts an ill-formed part once, as three bytes', () => {
  expect(countText(hex('f0 9f 98'))).toEqual({ bytes: 3, lineFeeds: 0, scalars: 1, isWellFormed: false });
  expect(countText(hex('e0 80'))).toEqual({ bytes: 6, lineFeeds: 0, scalars: 2, isWellFormed: false });
  expect(countText(hex('ed a0 80'))).toEqual({ bytes: 9, lineFeeds: 0, scalars: 3, isWellFormed: false });
});

/** Every place where the bytes can be cut without changing what they decode to. */
const borders = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length + 1 }, (_, at) => at).filter(
    (at) => decode(bytes.subarray(0, at)) + decode(bytes.subarray(at)) === decode(bytes),
  );

test('sourcePrefix gives the longest beginning whose text fits', () => {
  fc.assert(
    fc.property(roughBytes, fc.nat(40), (bytes, limit) => {
      const fitting = borders(bytes).filter((at) => byteLength(decode(bytes.subarray(0, at))) <= limit);
      expect(sourcePrefix(bytes, limit)).toBe(fitting.at(-1));
    }),
  );
});

test('sourceSkip leaves the longest end whose text fits', () => {
  fc.assert(
    fc.property(roughBytes, fc.nat(40), (bytes, limit) => {
      const fitting = borders(bytes).filter((at) => byteLength(decode(bytes.subarray(at))) <= limit);
      expect(sourceSkip(bytes, limit)).toBe(fitting[0]);
    }),
  );
});
