import { JsonlDecode } from 'millrace';
import { expect, test } from 'vitest';

test('JsonlDecode holds nothing of a line that is too long', () => {
  const block = new Uint8Array(1 << 20).fill(0x78);
  const reports: number[] = [];
  const decode = new JsonlDecode({ maxLineBytes: 1000, onInvalid: (error) => reports.push(error.omittedBytes) });
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 64; i++) expect(decode.push(block)).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 << 20);
  expect([...decode.push('\n1\n'), ...decode.flush()]).toEqual([1]);
  expect([...reports, decode.omittedBytes]).toEqual([64 << 20, 64 << 20]);
});
