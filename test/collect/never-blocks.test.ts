import { expect, test } from 'vitest';
import { type Clock, Collector, collect, type Source } from '../../src/index.js';
import { fed, polyfilled, streamOf, utf8 } from './helpers/sources.js';
import { TickingClock } from './helpers/ticking-clock.js';
import { settle } from './helpers/turns.js';

const MIB = 1024 * 1024;
const timers: Pick<Clock, 'setTimeout' | 'clearTimeout'> = {
  setTimeout: (ring, ms) => setTimeout(ring, ms),
  clearTimeout: (id) => clearTimeout(id as number),
};

test('Collector drains its source between windows, to its end, and keeps what it may', async () => {
  let given = 0;
  let hasEnded = false;
  const stream = new ReadableStream({
    pull(queue) {
      if (given === 64) {
        hasEnded = true;
        return queue.close();
      }
      queue.enqueue(new Uint8Array(65_536).fill(0x61 + (given++ % 26)));
    },
  });
  const collector = new Collector(stream, { maxBytes: 1000 });
  // How many turns it takes is the engine's own.
  for (let turn = 0; turn < 1000 && !hasEnded; turn++) await settle(1);
  await settle();
  expect([given, hasEnded]).toEqual([64, true]);
  const { text, totalBytes, omittedBytes, closed } = await collector.collect({ yieldTimeMs: 0 });
  expect({ totalBytes, omittedBytes, closed }).toEqual({
    totalBytes: 4 * MIB,
    omittedBytes: 4 * MIB - 1000,
    closed: true,
  });
  expect(text).toMatch(/^Total output lines: 1\n\na{500}….*…l{500}$/);
});

test('Collector keeps 1 MiB between windows unless it is told another limit', async () => {
  const collector = new Collector();
  for (let n = 0; n < 48; n++) collector.write(new Uint8Array(65_536).fill(0x61));
  expect(await collector.collect({ yieldTimeMs: 0 })).toMatchObject({ totalBytes: 3 * MIB, omittedBytes: 2 * MIB });
});

const endless: Record<string, () => Source> = {
  'a stream that is pulled': () => streamOf(forever('x\n')),
  'a polyfilled stream': () => streamOf(forever('x\n'), polyfilled),
  'a generator': () => forever('x\n'),
  'an async generator': async function* () {
    yield* forever('x\n');
  } as () => AsyncGenerator<string>,
  'a generator of empty chunks': () => forever(''),
  'a record of two': () => ({ a: forever('a\n'), b: streamOf(forever('b\n')) }),
};

function* forever(chunk: string) {
  for (;;) yield chunk;
}

for (const [name, make] of Object.entries(endless)) {
  test(`collect keeps its times on ${name} without an end, and lets the program run`, async () => {
    for (const [limit, endedBy] of [
      [{ deadlineMs: 40 }, 'deadline'],
      [{ yieldTimeMs: 40 }, 'window'],
    ] as const) {
      const clock = new TickingClock();
      const result = await collect(make(), { maxBytes: 100, clock, ...limit });
      clock.stop();
      expect(result).toMatchObject({ endedBy, closed: false });
    }
    const controller = new AbortController();
    setTimeout(() => controller.abort('stop'), 20);
    await expect(collect(make(), { signal: controller.signal })).rejects.toBe('stop');
  });
}

test('collect lets the program run between chunks that take a while to make, and keeps its deadline', async () => {
  let made = 0;
  function* slow() {
    for (; ; made++) yield 'x';
  }
  // A clock by which each chunk takes 4 ms.
  const clock = { ...timers, now: () => 4 * made };
  let turns = 0;
  const result = collect(slow(), { clock, deadlineMs: 4000 });
  const count = async () => {
    for (; made < 1000; turns++) await settle(1);
  };
  await count();
  expect(await result).toMatchObject({ endedBy: 'deadline' });
  // By count alone a turn would come after 128 chunks.
  expect(turns).toBeGreaterThan(100);
});

test('collect is not held up by a hook that takes its time, or by a tap that nobody reads', async () => {
  const tap = new Collector(undefined, { maxBytes: 100 });
  const onChunk = (chunk: Uint8Array | string) => {
    tap.write(chunk);
    return new Promise<void>(() => {});
  };
  const { text } = await collect(streamOf(Array.from({ length: 1000 }, () => '0123456789')), { onChunk });
  expect(text).toBe('0123456789'.repeat(1000));
  expect(await tap.collect({ yieldTimeMs: 0 })).toMatchObject({ totalBytes: 10_000, omittedBytes: 9_900 });
});

test('Collector reads one source of a record while another one is silent', async () => {
  const silent = fed();
  const collector = new Collector({ silent: silent.stream, loud: streamOf(['a\n', 'b\n']) });
  await settle();
  expect(await collector.collect({ yieldTimeMs: 0 })).toMatchObject({ text: 'a\nb\n', closed: false });
  silent.give(utf8('c'));
  silent.end();
  expect(await collector.collect()).toMatchObject({ text: 'c', closed: true });
});

test('collect past its limit still reads the source to its end', async () => {
  let cancelled = false;
  let left = 300;
  const stream = new ReadableStream({
    pull(queue) {
      if (left-- === 0) queue.close();
      else queue.enqueue(utf8('0123456789'));
    },
    cancel() {
      cancelled = true;
    },
  });
  const { text, totalBytes, omittedBytes, closed } = await collect(stream, { maxBytes: 20, maxOutputTokens: 100 });
  expect({ totalBytes, omittedBytes, closed, cancelled }).toEqual({
    totalBytes: 3000,
    omittedBytes: 2980,
    closed: true,
    cancelled: false,
  });
  expect(text).toBe('Total output lines: 1\n\n0123456789…745 tokens truncated…0123456789');
});
