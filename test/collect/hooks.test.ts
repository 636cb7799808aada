import { expect, test } from 'vitest';
import { Collector, collect, strictStyle, TruncationPolicy } from '../../src/index.js';
import { byteLength, fed, streamOf, utf8 } from './helpers/sources.js';
import { reasonOf, settle, strayRejections, thenable } from './helpers/turns.js';

const NOW = { yieldTimeMs: 0 };
const boom = Object.freeze(new Error('hook'));

test('collect shows each chunk to onChunk as it comes, with its label', async () => {
  const seen: unknown[] = [];
  const onChunk = (chunk: Uint8Array | string, label?: string) => void seen.push([label, chunk]);
  await collect(streamOf(['a', utf8('é').subarray(0, 1), '', utf8('é').subarray(1)]), { onChunk });
  expect(seen).toEqual([
    [undefined, 'a'],
    [undefined, Uint8Array.of(0xc3)],
    [undefined, ''],
    [undefined, Uint8Array.of(0xa9)],
  ]);
  seen.length = 0;
  await collect({ out: streamOf(['o']), err: streamOf([utf8('e')]) }, { onChunk });
  expect(seen).toEqual([
    ['out', 'o'],
    ['err', utf8('e')],
  ]);
});

test('collect gives onChunk a copy of its own, and nothing else', async () => {
  let self: unknown = 'not called';
  const kept: Uint8Array[] = [];
  const buffer = new Uint8Array(3);
  async function* reusing() {
    for (const word of ['one', 'two']) {
      buffer.set(utf8(word));
      yield buffer;
      expect(buffer).toEqual(utf8(word));
    }
  }
  const { text } = await collect(reusing(), {
    onChunk(this: unknown, chunk) {
      self = this;
      kept.push(Uint8Array.from(chunk as Uint8Array));
      (chunk as Uint8Array).fill(0x23);
    },
  });
  expect([text, self]).toEqual(['onetwo', undefined]);
  expect(kept).toEqual([utf8('one'), utf8('two')]);
});

for (const [kind, fail] of [
  [
    'throws',
    () => {
      throw boom;
    },
  ],
  ['rejects', () => Promise.reject(boom)],
  ['rejects late', () => settle(1).then(() => Promise.reject(boom))],
  ['gives a thenable that rejects', () => thenable((_, reject) => reject(boom))],
  [
    'gives a thenable whose then throws',
    () =>
      thenable(() => {
        throw boom;
      }),
  ],
] as const) {
  test(`Collector tells once of an onChunk that ${kind}, calls it no more, and keeps the bytes`, async () => {
    for (const pushed of [true, false]) {
      const { stream, give, end } = fed();
      let calls = 0;
      const onChunk = () => {
        calls++;
        return fail() as unknown as undefined;
      };
      const collector = pushed ? new Collector(undefined, { onChunk }) : new Collector(stream, { onChunk });
      const [put, finish] = pushed ? [collector.write.bind(collector), collector.close.bind(collector)] : [give, end];
      put('one ');
      await settle();
      put('two ');
      expect(await reasonOf(collector.collect())).toBe(boom);
      put('three');
      finish();
      expect(await collector.collect()).toMatchObject({ text: 'one two three', closed: true });
      expect(calls).toBe(1);
    }
    expect(await strayRejections()).toEqual([]);
  });
}

test('Collector tells of an onChunk that fails more than once at a time only once', async () => {
  const onChunk = () => Promise.reject(boom) as unknown as undefined;
  const collector = new Collector(undefined, { onChunk });
  collector.write('a');
  collector.write('b');
  expect(await reasonOf(collector.collect())).toBe(boom);
  expect(await collector.collect(NOW)).toMatchObject({ text: 'ab' });
  expect(await strayRejections()).toEqual([]);
});

test('collect rejects with what onChunk throws, and gives the source back', async () => {
  const { stream, give, cancels } = fed();
  give('seen');
  const call = collect(stream, {
    onChunk: () => {
      throw boom;
    },
  });
  expect(await reasonOf(call)).toBe(boom);
  expect([stream.locked, cancels]).toEqual([false, []]);
});

test('Collector takes calls from inside its hook', async () => {
  const controller = new AbortController();
  const collector: Collector = new Collector(undefined, {
    onChunk(chunk) {
      if (chunk === 'one ') collector.write('two ');
      if (chunk === 'two ') collector.close();
      if (chunk === 'late ') controller.abort('stop');
    },
  });
  const open = collector.collect();
  collector.write('one ');
  expect(await open).toMatchObject({ text: 'one two ', closed: true });
  const other = new Collector(undefined, { onChunk: () => controller.abort('stop') });
  const aborted = other.collect({ signal: controller.signal });
  other.write('late');
  expect(await reasonOf(aborted)).toBe('stop');
  expect((await other.collect(NOW)).text).toBe('late');
});

for (const part of ['marker', 'heading'] as const) {
  test(`Collector loses nothing when the ${part} of a style throws`, async () => {
    const style = {
      ...strictStyle,
      [part]: () => {
        throw boom;
      },
    };
    const broken = { ...NOW, policy: TruncationPolicy.bytes(40), truncate: { style } };
    const text = `first €\n${'x'.repeat(200)}\nlast`;
    const pushed = new Collector();
    pushed.write(text);
    pushed.write(utf8('€').subarray(0, 1));
    const labelled = new Collector({ out: streamOf([text]), err: streamOf(['y\n', utf8('€').subarray(0, 1)]) });
    await settle();
    for (const collector of [pushed, labelled]) {
      for (let n = 0; n < 3; n++) expect(await reasonOf(collector.collect(broken))).toBe(boom);
      const window = await collector.collect(NOW);
      expect(window).toMatchObject({ omittedBytes: 0, totalBytes: byteLength(text) + (collector === pushed ? 1 : 3) });
      expect(window.sources?.out?.text ?? window.text).toBe(text);
    }
  });
}

test('Collector puts back what it had omitted, with its place and its count, when a style throws', async () => {
  const windows = [0, 1].map(async (failures) => {
    const collector = new Collector(undefined, { maxBytes: 21 });
    collector.write(`é${'0123456789\n'.repeat(50)}é`);
    const style = {
      ...strictStyle,
      marker: () => {
        throw boom;
      },
    };
    for (let n = 0; n < failures; n++)
      expect(await reasonOf(collector.collect({ ...NOW, truncate: { style } }))).toBe(boom);
    collector.write('behind');
    return collector.collect(NOW);
  });
  const [untouched, putBack] = await Promise.all(windows);
  expect(putBack).toEqual(untouched);
});

test('collect gives the source back when the marker of a style throws, or cancels it at an abort', async () => {
  const style = {
    ...strictStyle,
    marker: () => {
      throw boom;
    },
  };
  for (const aborts of [false, true]) {
    const { stream, give, cancels } = fed();
    const controller = new AbortController();
    give('0123456789');
    const options = {
      policy: TruncationPolicy.bytes(2),
      truncate: { style },
      signal: controller.signal,
      onAbort: 'return',
    } as const;
    const call = collect(stream, aborts ? options : { ...options, yieldTimeMs: 0 });
    await Promise.resolve();
    if (aborts) void settle(1).then(() => controller.abort('stop'));
    expect(await reasonOf(call)).toBe(boom);
    await settle();
    expect([stream.locked, cancels]).toEqual([false, aborts ? ['stop'] : []]);
  }
});
