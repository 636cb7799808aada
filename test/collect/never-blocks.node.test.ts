import { expect, test } from 'vitest';
import { Collector } from '../../src/index.js';
import { isGone, MIB } from '../helpers/memory.js';

test('Collector holds no chunk of its source, and no more bytes than it may', async () => {
  const chunks: WeakRef<Uint8Array>[] = [];
  const collector = new Collector(undefined, { maxBytes: 1024 });
  const write = () => {
    const chunk = new Uint8Array(MIB).fill(0x61);
    chunks.push(new WeakRef(chunk));
    collector.write(chunk);
  };
  for (let n = 0; n < 64; n++) write();
  for (const chunk of chunks) expect(await isGone(chunk)).toBe(true);
  expect(await collector.collect({ yieldTimeMs: 0 })).toMatchObject({
    totalBytes: 64 * MIB,
    omittedBytes: 64 * MIB - 1024,
  });
});
