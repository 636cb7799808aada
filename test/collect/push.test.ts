import { expect, test } from 'vitest';
import { Collector, TruncationPolicy } from '../../src/index.js';
import { streamOf, utf8 } from './helpers/sources.js';
import { outcomeOf, reasonOf, settle, strayRejections } from './helpers/turns.js';

const NOW = { yieldTimeMs: 0 };

test('Collector gives what was written, once', async () => {
  const collector = new Collector();
  collector.write('one ');
  collector.write(utf8('two '));
  collector.write('');
  expect(await collector.collect(NOW)).toMatchObject({
    text: 'one two ',
    closed: false,
    endedBy: 'window',
    totalBytes: 8,
  });
  expect(await collector.collect(NOW)).toMatchObject({ text: '', closed: false, totalBytes: 0 });
  collector.write('three');
  collector.close();
  expect(await collector.collect()).toMatchObject({ text: 'three', closed: true, endedBy: 'end', totalBytes: 5 });
  expect(await collector.collect()).toMatchObject({ text: '', closed: true, endedBy: 'end', totalBytes: 0 });
});

test('Collector carries an unfinished scalar value to the next window, and counts it in both', async () => {
  const collector = new Collector();
  const euro = utf8('€');
  collector.write('a');
  collector.write(euro.subarray(0, 2));
  expect(await collector.collect(NOW)).toMatchObject({ text: 'a', totalBytes: 3, pendingBytes: 2, omittedBytes: 0 });
  expect(await collector.collect(NOW)).toMatchObject({ text: '', totalBytes: 2, pendingBytes: 2 });
  collector.write(euro.subarray(2));
  expect(await collector.collect(NOW)).toMatchObject({ text: '€', totalBytes: 3, pendingBytes: 0 });
});

test('Collector decodes an unfinished scalar value when nothing can complete it', async () => {
  for (const finish of ['close', 'write'] as const) {
    const collector = new Collector();
    collector.write(Uint8Array.of(0x61, 0xf0, 0x9f, 0x98));
    expect((await collector.collect(NOW)).pendingBytes).toBe(3);
    if (finish === 'close') collector.close();
    else collector.write('b');
    const { text, totalBytes, pendingBytes } = await collector.collect(NOW);
    expect(text).toBe(finish === 'close' ? '\uFFFD' : '\uFFFDb');
    expect({ totalBytes, pendingBytes }).toEqual({ totalBytes: finish === 'close' ? 3 : 4, pendingBytes: 0 });
  }
});

test('Collector joins a surrogate pair that is cut between two strings, and two windows', async () => {
  const collector = new Collector();
  collector.write('a\ud83d');
  expect(await collector.collect(NOW)).toMatchObject({ text: 'a', pendingBytes: 3 });
  collector.write('\ude80b\ud83d');
  expect(await collector.collect(NOW)).toMatchObject({ text: '🚀b', pendingBytes: 3 });
  collector.close();
  expect((await collector.collect()).text).toBe('\uFFFD');
});

test('Collector takes what is written after close: that window or the next has it', async () => {
  const collector = new Collector();
  const open = collector.collect();
  collector.close();
  collector.write('late');
  expect(await open).toMatchObject({ text: 'late', closed: true, endedBy: 'end' });
  collector.write('later ');
  collector.write(Uint8Array.of(0xe2, 0x82));
  expect(await collector.collect()).toMatchObject({ text: 'later \uFFFD', closed: true, pendingBytes: 0 });
});

test('Collector takes close more than once', async () => {
  const collector = new Collector();
  collector.write('text');
  collector.close();
  collector.close();
  expect(await collector.collect()).toMatchObject({ text: 'text', closed: true });
  collector.close();
  expect(await collector.collect()).toMatchObject({ text: '', closed: true });
});

test('Collector rejects with the reason of fail, untouched and once; the next window has the bytes', async () => {
  for (const reason of [Object.freeze(new Error('gone')), undefined, null, 'text', []]) {
    const collector = new Collector();
    collector.write('kept');
    const open = collector.collect();
    collector.fail(reason);
    expect(await reasonOf(open)).toBe(reason);
    expect(await collector.collect()).toMatchObject({ text: 'kept', closed: true, endedBy: 'end' });
  }
  expect(await strayRejections()).toEqual([]);
});

test('Collector keeps a failure that no window waited for until one is asked for, however short', async () => {
  for (const window of [undefined, NOW, { deadlineMs: 0 }, { idleMs: 0 }]) {
    const collector = new Collector();
    collector.write('kept');
    const reason = new Error('gone');
    collector.fail(reason);
    await settle();
    expect(await reasonOf(collector.collect(window))).toBe(reason);
    expect(await collector.collect(NOW)).toMatchObject({ text: 'kept', closed: true });
  }
  expect(await strayRejections()).toEqual([]);
});

test('Collector takes writes and failures after fail: the first failure is told, then one that came later', async () => {
  const collector = new Collector();
  const [first, second] = [new Error('first'), new Error('second')];
  collector.fail(first);
  collector.write('after');
  expect(await reasonOf(collector.collect())).toBe(first);
  collector.fail(second);
  expect(await reasonOf(collector.collect())).toBe(second);
  expect(await collector.collect()).toMatchObject({ text: 'after', closed: true });
});

test('Collector does one collect at a time; the first is not harmed by a second', async () => {
  const collector = new Collector();
  const first = collector.collect();
  const other = outcomeOf(collector.collect({ yieldTimeMs: 0 }));
  await settle();
  expect(other.settled).toMatchObject({ reason: expect.any(TypeError) });
  expect(() => collector.detach()).toThrow(TypeError);
  collector.write('text');
  collector.close();
  expect(await first).toMatchObject({ text: 'text', closed: true, endedBy: 'end' });
  expect(await collector.collect()).toMatchObject({ text: '', closed: true });
});

test('Collector with a source of its own cannot be written to', async () => {
  const collector = new Collector(streamOf(['own']));
  expect(() => collector.write('x')).toThrow(TypeError);
  expect(() => collector.close()).toThrow(TypeError);
  expect(() => collector.fail(new Error('x'))).toThrow(TypeError);
  expect((await collector.collect()).text).toBe('own');
});

test('Collector.write refuses a chunk of another kind, and keeps nothing of it', async () => {
  const collector = new Collector();
  const bad: unknown[] = [
    5,
    null,
    undefined,
    {},
    ['a'],
    new ArrayBuffer(2),
    new Uint16Array(2),
    new DataView(new ArrayBuffer(2)),
  ];
  for (const chunk of bad) expect(() => collector.write(chunk as string)).toThrow(TypeError);
  collector.write('fine');
  expect(await collector.collect(NOW)).toMatchObject({ text: 'fine', totalBytes: 4 });
});

test('Collector keeps the ends of what no window took, and counts the rest', async () => {
  const collector = new Collector(undefined, { maxBytes: 10 });
  for (let i = 0; i < 100; i++) collector.write('0123456789');
  const { text, totalBytes, omittedBytes } = await collector.collect({ ...NOW, truncate: { heading: false } });
  expect(text).toBe('01234…990 bytes truncated…56789');
  expect({ totalBytes, omittedBytes }).toEqual({ totalBytes: 1000, omittedBytes: 990 });
  collector.write('next');
  const next = await collector.collect({ ...NOW, policy: TruncationPolicy.bytes(2) });
  expect(next).toMatchObject({ text: 'ne', totalBytes: 4, omittedBytes: 2 });
});
