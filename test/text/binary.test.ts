import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BinarySniffer } from '../../src/text/binary.js';
import { Utf8Carry } from '../../src/text/carry.js';
import { roughBytes } from '../helpers/arbitraries.js';
import { concat, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';

function isBinary(chunks: readonly Uint8Array[]): boolean {
  const sniffer = new BinarySniffer();
  const carry = new Utf8Carry();
  for (const chunk of chunks) carry.write(chunk, (piece) => sniffer.push(piece));
  carry.flush((piece) => sniffer.push(piece));
  return sniffer.isBinary;
}

test('BinarySniffer says the same however a source is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(roughBytes, fc.constant(Uint8Array.of(0)))), pieceSizes, (parts, sizes) => {
      const whole = concat(...parts);
      expect(isBinary(cut(whole, sizes))).toBe(isBinary([whole]));
    }),
  );
  const long = concat(utf8('€'.repeat(2730)), Uint8Array.of(0xe2, 0x82, 0xac, 0, 0));
  expect(isBinary(cut(long, [1]))).toBe(isBinary([long]));
});

test('BinarySniffer takes more than a tenth of controls for binary if there are two NULs, in the first 8,192 bytes', () => {
  const noise = Uint8Array.from({ length: 300 }, (_, i) => (i * 37) % 256);
  const text = (length: number) => utf8('x'.repeat(length));
  expect(isBinary([concat(utf8('\x7fELF\x02\x01\x01'), new Uint8Array(9), noise)])).toBe(true);
  expect(isBinary([utf8('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')])).toBe(true);
  expect(isBinary([concat(utf8('\0\0'), text(18))])).toBe(false);
  expect(isBinary([concat(utf8('\0\0'), text(17))])).toBe(true);
  expect(isBinary([utf8('\0')])).toBe(false);
  expect(isBinary([concat(text(8192), noise, new Uint8Array(90_000))])).toBe(false);
  expect(isBinary([concat(text(8191), new Uint8Array(90_000))])).toBe(false);
  // Other encodings, and what terminals get.
  expect(isBinary([Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3)])).toBe(false);
  expect(isBinary([utf8('\x1b[31m\x1b[0m\b\x07\r\n\0'.repeat(2))])).toBe(false);
  expect(isBinary([])).toBe(false);
});
