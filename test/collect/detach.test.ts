import { expect, test } from 'vitest';
import { Collector, Omission } from '../../src/index.js';
import {
  concat,
  decode,
  END,
  fed,
  ofOlderEngine,
  polyfilled,
  readAll,
  streamOf,
  timed,
  utf8,
} from './helpers/sources.js';
import { reasonOf, settle, strayRejections } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

const NOW = { yieldTimeMs: 0 };

test('Collector.detach gives what no window has had and all that is still to come', async () => {
  for (const make of [(s: ReadableStream<unknown>) => s, ofOlderEngine]) {
    const clock = new VirtualClock();
    const { stream } = timed(clock, [
      [5, 'seen '],
      [15, 'between '],
      [25, 'later '],
      [35, 'chunks'],
      [45, END],
    ]);
    const collector = new Collector(make(stream), { clock });
    expect(await clock.run(collector.collect({ yieldTimeMs: 10 }))).toMatchObject({ text: 'seen ' });
    await clock.moveTo(20);
    const rest = collector.detach();
    expect(rest.locked).toBe(false);
    expect(decode(await clock.run(readAll(rest)))).toBe('between later chunks');
  }
  expect(await strayRejections()).toEqual([]);
});

test('Collector.detach gives a scalar value whole that a window left unfinished, and one that never ends', async () => {
  for (const finish of [utf8('€').subarray(2), new Uint8Array()]) {
    const { stream, give, end } = fed();
    const collector = new Collector(stream);
    give(utf8('a€').subarray(0, 3));
    expect(await collector.collect(NOW)).toMatchObject({ text: 'a', pendingBytes: 2 });
    const rest = readAll(collector.detach());
    give(finish);
    end();
    expect(await rest).toEqual(concat([utf8('€').subarray(0, 2), finish]));
  }
});

test('Collector.detach gives what was pushed, and what still is', async () => {
  const collector = new Collector(undefined, { maxBytes: 10 });
  collector.write('0123456789'.repeat(3));
  const rest = readAll(collector.detach());
  await settle();
  collector.write('after');
  collector.close();
  collector.write(Uint8Array.of(0xe2));
  expect(decode(await rest)).toBe('01234\n... 20 bytes omitted ...\n56789after\uFFFD');
});

test('Collector.detach gives chunks whole that are longer than maxBytes', async () => {
  const long = utf8('0123456789'.repeat(1000));
  for (const label of [undefined, 'label']) {
    const source = fed();
    const collector = new Collector(label ? { [label]: source.stream } : source.stream, { maxBytes: 100 });
    const rest = readAll(collector.detach());
    const chunks = [long, utf8('\n'), long].slice(0, label ? 0 : 3);
    for (const chunk of [...chunks, utf8('x\n'.repeat(500))]) source.give(chunk);
    source.end();
    expect(await rest).toEqual(concat([...chunks, utf8('x\n'.repeat(500))]));
  }
});

test('Collector.detach reads no faster than it is read', async () => {
  for (const Stream of [ReadableStream, polyfilled]) {
    let pulls = 0;
    const source = new Stream({ pull: (queue) => queue.enqueue(utf8(`${pulls++} `)) }, { highWaterMark: 0 });
    const collector = new Collector(source);
    await collector.collect(NOW);
    const rest = collector.detach().getReader();
    await settle();
    const before = pulls;
    await settle(20);
    expect(pulls - before).toBe(0);
    let text = '';
    for (let n = 0; n < 10; n++) text += decode((await rest.read()).value!);
    await settle();
    expect(pulls - before).toBeLessThanOrEqual(11);
    const numbers = text.trim().split(' ').map(Number);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
    await rest.cancel();
  }
});

test('Collector.detach merges labelled sources by lines, and ends with the last of them', async () => {
  const [out, err] = [fed(), fed()];
  const collector = new Collector({ out: out.stream, err: err.stream });
  out.give(utf8('o1\nha'));
  await settle();
  const rest = readAll(collector.detach());
  for (const [source, text] of [
    [err, 'e1\n'],
    [out, 'lf\n'],
    [out, 'open'],
    [err, 'end'],
  ] as const) {
    source.give(utf8(text));
    await settle();
  }
  out.end();
  await settle();
  err.end();
  expect(decode(await rest)).toBe('o1\ne1\nhalf\nopen\nend');
});

test('Collector.detach gives an Omission as its text', async () => {
  const collector = new Collector(['a', new Omission({ bytes: 5, lines: 0, scalars: 5 }), 'b']);
  expect(decode(await readAll(collector.detach()))).toBe('a\n... 5 bytes omitted ...\nb');
});

test('Collector.detach cancels the source once, with the reason, when its stream is cancelled', async () => {
  const [open, ended] = [fed(), fed()];
  const collector = new Collector({ open: open.stream, ended: ended.stream });
  ended.end();
  await settle();
  const rest = collector.detach();
  const reason = { enough: true };
  await rest.cancel(reason);
  await settle();
  expect(open.cancels).toEqual([reason]);
  expect(open.cancels[0]).toBe(reason);
  expect([ended.cancels, open.stream.locked, ended.stream.locked]).toEqual([[], false, false]);
  expect(await strayRejections()).toEqual([]);
});

test('Collector.detach ends the collecting', async () => {
  const collector = new Collector(streamOf(['text']));
  const rest = collector.detach();
  expect(await reasonOf(collector.collect())).toBeInstanceOf(TypeError);
  expect(() => collector.detach()).toThrow(TypeError);
  expect(decode(await readAll(rest))).toBe('text');
  expect(await reasonOf(collector.collect())).toBeInstanceOf(TypeError);
});
