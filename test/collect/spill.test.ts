import { expect, test } from 'vitest';
import { Collector, collect, strictStyle, TruncationPolicy } from '../../src/index.js';
import { concat, decode, fed, readAll, streamOf, timed, utf8 } from './helpers/sources.js';
import { outcomeOf, reasonOf, settle, strayRejections } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

const NOW = { yieldTimeMs: 0 };
const noSpace = Object.freeze(new Error('no space'));

/** A spill that keeps what it is given, and says how `write` answers. */
function spillOf(write: (count: number) => unknown = () => {}, close: () => unknown = () => {}) {
  const seen = { parts: [] as Uint8Array[], writes: 0, closes: 0 };
  const spill = {
    write(chunk: Uint8Array) {
      seen.parts.push(chunk);
      return write(++seen.writes);
    },
    close() {
      seen.closes++;
      return close();
    },
  };
  return { spill, seen, text: () => decode(concat(seen.parts)) };
}

test('collect spills all bytes in order, past every cap, as copies, and closes the spill once', async () => {
  const { spill, seen, text } = spillOf();
  const buffer = new Uint8Array(10);
  async function* reusing() {
    for (let n = 0; n < 100; n++) {
      buffer.fill(0x30 + (n % 10));
      yield buffer;
    }
    yield utf8('€').subarray(0, 2);
  }
  const result = await collect(reusing(), { maxBytes: 10, maxOutputTokens: 5, spill });
  expect(result).toMatchObject({ totalBytes: 1002, closed: true });
  expect('sinkError' in result).toBe(false);
  expect(text()).toBe(`${Array.from({ length: 100 }, (_, n) => `${n % 10}`.repeat(10)).join('')}\uFFFD`);
  expect(seen.closes).toBe(1);
});

test('Collector spills all labels into one, each scalar value whole', async () => {
  const { spill, text } = spillOf();
  const [a, b] = [fed(), fed()];
  const collector = new Collector({ a: a.stream, b: b.stream }, { spill });
  for (const [source, bytes] of [
    [a, utf8('é').subarray(0, 1)],
    [b, utf8('b')],
    [a, utf8('é').subarray(1)],
  ] as const) {
    source.give(bytes);
    await settle(1);
  }
  a.end();
  b.end();
  await collector.collect();
  expect(text()).toBe('bé');
});

test('Collector spills one chunk at a time', async () => {
  let open = 0;
  const { spill, seen } = spillOf(async () => {
    expect(++open).toBe(1);
    await settle(1);
    open--;
  });
  const collector = new Collector(undefined, { spill });
  for (let n = 0; n < 10; n++) collector.write(`${n}`);
  collector.close();
  const result = await collector.collect();
  expect([seen.writes, seen.closes, 'sinkError' in result]).toEqual([10, 1, false]);
});

for (const [kind, write] of [
  [
    'throws',
    (n: number) => {
      if (n >= 3) throw noSpace;
    },
  ],
  ['rejects', (n: number) => (n >= 3 ? Promise.reject(noSpace) : Promise.resolve())],
  [
    'rejects late',
    (n: number) =>
      settle(1).then(() => {
        if (n >= 3) throw noSpace;
      }),
  ],
] as const) {
  test(`collect keeps its text when a spill ${kind}, tells of it once, and writes no more`, async () => {
    const lines = Array.from({ length: 10 }, (_, n) => `line ${n}\n`);
    const { spill, seen } = spillOf(write);
    const result = await collect(streamOf(lines), { spill });
    expect(result).toMatchObject({ text: lines.join(''), closed: true, sinkError: noSpace });
    expect(result.sinkError).toBe(noSpace);
    expect(seen).toMatchObject({ writes: 3, closes: 1 });

    const pushed = spillOf(write);
    const collector = new Collector(undefined, { spill: pushed.spill });
    for (const line of lines) collector.write(line);
    await settle(10);
    expect((await collector.collect(NOW)).sinkError).toBe(noSpace);
    collector.write('more');
    collector.close();
    const last = await collector.collect();
    expect([last.text, 'sinkError' in last]).toEqual(['more', false]);
    expect(pushed.seen).toMatchObject({ writes: 3, closes: 1 });
    expect(await strayRejections()).toEqual([]);
  });
}

test('collect waits for what was written and for close, and tells of a close that fails', async () => {
  const clock = new VirtualClock();
  const { spill, seen } = spillOf(
    () => clock.when(50, 0),
    () => clock.when(90, 0).then(() => Promise.reject(noSpace)),
  );
  const outcome = outcomeOf(collect('text', { clock, spill }));
  await clock.moveTo(40);
  expect([seen.writes, seen.closes, outcome.settled]).toEqual([1, 0, undefined]);
  await clock.moveTo(80);
  expect([seen.closes, outcome.settled]).toEqual([1, undefined]);
  await clock.moveTo(90);
  expect(outcome.settled).toMatchObject({ value: { text: 'text', closed: true, sinkError: noSpace } });
  expect(await strayRejections()).toEqual([]);
});

test('collect takes a spill without close', async () => {
  expect(await collect('text', { spill: { write() {} } })).toMatchObject({ text: 'text', closed: true });
});

test('Collector does not read far ahead of a spill that is slow', async () => {
  const chunk = 65_536;
  let given = 0;
  const source = new ReadableStream(
    { pull: (queue) => queue.enqueue(new Uint8Array(chunk).fill(given++)) },
    { highWaterMark: 0 },
  );
  let free: (() => void)[] = [];
  const { spill, seen } = spillOf(() => new Promise<void>((resolve) => free.push(resolve)));
  const collector = new Collector(source, { spill });
  const ahead = () => (given - seen.writes) * chunk;
  for (let round = 0; round < 50; round++) {
    await settle(3);
    expect(ahead()).toBeLessThanOrEqual(1024 * 1024 + 2 * chunk);
    for (const resolve of free.splice(0)) resolve();
  }
  expect(seen.writes).toBeGreaterThan(49);
  free = [];
  await collector.detach().cancel();
});

test('collect keeps its deadline when a spill never answers', async () => {
  const clock = new VirtualClock();
  const { spill } = spillOf(() => new Promise(() => {}));
  const result = await clock.run(collect('text', { clock, spill, deadlineMs: 30 }));
  expect(result).toMatchObject({ text: 'text', endedBy: 'deadline', closed: false });
  expect(clock.timers).toBe(0);
});

test('collect closes the spill when it cancels the source, and not when it gives it back', async () => {
  const clock = new VirtualClock();
  const given = spillOf();
  const { stream } = timed(clock, [[5, 'part']]);
  await clock.run(collect(stream, { clock, spill: given.spill, deadlineMs: 10 }));
  const controller = new AbortController();
  const cancelled = spillOf();
  clock.at(20, () => controller.abort('stop'));
  const call = clock.run(collect(stream, { clock, spill: cancelled.spill, signal: controller.signal }));
  expect(await reasonOf(call)).toBe('stop');
  const detached = spillOf();
  await new Collector(fed().stream, { spill: detached.spill }).detach().cancel();
  await settle();
  expect([given, cancelled, detached].map(({ seen }) => seen.closes)).toEqual([0, 1, 1]);
});

test('Collector tells of a failed spill with the first window that it gives', async () => {
  const { spill } = spillOf(() => Promise.reject(noSpace));
  const collector = new Collector(undefined, { spill });
  collector.write('too long for one byte');
  await settle();
  const marker = () => {
    throw new Error('marker');
  };
  const broken = { policy: TruncationPolicy.bytes(1), truncate: { style: { ...strictStyle, marker } } };
  expect(await reasonOf(collector.collect({ ...NOW, ...broken }))).toEqual(new Error('marker'));
  expect((await collector.collect(NOW)).sinkError).toBe(noSpace);
  expect('sinkError' in (await collector.collect(NOW))).toBe(false);
});

test('Collector spills what is detached, too', async () => {
  const { spill, seen, text } = spillOf();
  const collector = new Collector(streamOf(['a', 'b', 'c']), { spill });
  const rest = decode(await readAll(collector.detach()));
  expect([rest, text(), seen.closes]).toEqual(['abc', 'abc', 1]);
});

test('collect drops what a slow spill cannot take, if it may, with a count, and does not wait', async () => {
  const mib = new Uint8Array(1 << 20).fill(0x78);
  let release = () => {};
  const isFree = new Promise<void>((resolve) => {
    release = resolve;
  });
  let written = 0;
  const write = async (chunk: Uint8Array) => {
    await isFree;
    written += chunk.length;
  };
  const collector = new Collector(undefined, { spill: { write, whenSlow: 'drop' } });
  for (let i = 0; i < 5; i++) collector.write(mib);
  expect(await collector.collect({ yieldTimeMs: 0 })).toMatchObject({
    totalBytes: 5 << 20,
    spillOmittedBytes: 3 << 20,
  });
  release();
  collector.close();
  expect(await collector.collect()).toMatchObject({ closed: true, spillOmittedBytes: 3 << 20 });
  expect(written).toBe(2 << 20);
});

test('collect reads a source to its end while a spill that may be dropped for takes nothing', async () => {
  const chunks = Array.from({ length: 40 }, () => new Uint8Array(1 << 16).fill(0x78));
  const collector = new Collector(chunks, { spill: { write: () => new Promise(() => {}), whenSlow: 'drop' } });
  const { totalBytes, spillOmittedBytes } = await collector.collect({ yieldTimeMs: 1000 });
  expect([totalBytes, spillOmittedBytes]).toEqual([40 << 16, (40 << 16) - (17 << 16)]);
});

test('collect refuses another way to be slow', async () => {
  const spill = { write: () => {}, whenSlow: 'later' as never };
  await expect(collect('x', { spill })).rejects.toThrow("spill.whenSlow must be 'wait' or 'drop', got \"later\"");
});
