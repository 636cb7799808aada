import { encodeJsonLine } from 'millrace';
import { expect, test } from 'vitest';

test('encodeJsonLine writes a Buffer as the bytes that it is, though it has a toJSON', () => {
  expect(encodeJsonLine(Buffer.from([0xfb, 0xff]))).toBe('"+/8="\n');
  expect(encodeJsonLine(Buffer.from([0xfb, 0xff]), { bytes: 'length' })).toBe('{"bytes":2}\n');
});
