import fc from 'fast-check';
import { safeDecode } from 'millrace';
import { expect, test } from 'vitest';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Good and ill-formed UTF-8, cut at any byte. */
const anyBytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }).map(utf8),
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom([0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xf4, 0x90], [0xef, 0xbb, 0xbf], [0xff]),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

test('safeDecode gives the first scalar values of the decoded whole, and tells if there are more', () => {
  fc.assert(
    fc.property(anyBytes, fc.nat(20), (bytes, maxChars) => {
      const scalars = [...new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)];
      const more = scalars.length > maxChars ? '…' : '';
      expect(safeDecode(bytes, { maxChars })).toBe(scalars.slice(0, maxChars).join('') + more);
    }),
    { numRuns: 500 },
  );
});

test('safeDecode reads no more bytes than the scalar values asked for can have, and one more', () => {
  const bytes = new Uint8Array(100).fill(0x61);
  const ends: unknown[] = [];
  const subarray = bytes.subarray.bind(bytes);
  bytes.subarray = (start, end) => {
    ends.push(end);
    return subarray(start, end);
  };
  expect(safeDecode(bytes, { maxChars: 3 })).toBe('aaa…');
  expect(ends).toEqual([16]);
});

test('safeDecode takes a negative limit as 0, and refuses what is no limit and no bytes', () => {
  expect(safeDecode(utf8('a'), { maxChars: -1 })).toBe('…');
  expect(safeDecode(utf8('a'), { maxChars: Number.MAX_SAFE_INTEGER })).toBe('a');
  expect(() => safeDecode(utf8('a'), { maxChars: 0.5 })).toThrow(RangeError);
  expect(() => safeDecode(utf8('a'), { maxChars: '1' as never })).toThrow(TypeError);
  expect(() => safeDecode(utf8('a'), undefined as never)).toThrow('safeDecode: maxChars must be a number');
  for (const bytes of ['a', new Uint16Array(2), new DataView(new ArrayBuffer(2))]) {
    expect(() => safeDecode(bytes as never, { maxChars: 1 })).toThrow('safeDecode: bytes must be a Uint8Array');
  }
});
