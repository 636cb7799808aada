import { expect, test } from 'vitest';
import { Collector, collect } from '../../src/index.js';
import { isGone, MIB } from '../helpers/memory.js';
import { settle } from './helpers/turns.js';

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

function* forever(chunk: string) {
  for (;;) yield chunk;
}

test('collect gives the program turns where there is no setImmediate', async () => {
  const { setImmediate, MessageChannel } = globalThis;
  try {
    for (const name of ['setImmediate', 'MessageChannel'] as const) {
      Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true });
      let timers = 0;
      const timer = setInterval(() => timers++, 4);
      const result = await collect(forever('x\n'), { maxBytes: 100, deadlineMs: 40 });
      clearInterval(timer);
      expect(result.endedBy).toBe('deadline');
      expect(timers).toBeGreaterThan(0);
    }
  } finally {
    Object.assign(globalThis, { setImmediate, MessageChannel });
  }
  await settle();
  expect(process.getActiveResourcesInfo()).not.toContain('MessagePort');
});
