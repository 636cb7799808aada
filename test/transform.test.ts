import { afterEach, expect, test, vi } from 'vitest';
import { type ChunkTransform, compose, Utf8CarryTransform } from '../src/index.js';
import { Probe, Take } from './helpers/probe.js';
import { run } from './helpers/run.js';
import { implementations, readAll, sourceOf } from './helpers/streams.js';
import { settle } from './helpers/turns.js';

const count = function* (from = 1) {
  for (let n = from; ; n++) yield n;
};

afterEach(() => {
  vi.unstubAllGlobals();
});

for (const streams of implementations) {
  test(`toTransformer ends both sides of ${streams.name} when a core is done, and cancels the source`, async () => {
    const core = new Take(2);
    const { readable, seen } = sourceOf(streams, count());
    expect(await readAll(readable.pipeThrough(streams.pair(core)))).toEqual([1, 2]);
    await settle();
    expect(seen.cancels.length).toBe(1);
    expect(core.seen).toEqual([1, 2]);
  });

  test(`a core that is done before anything came ends its stream, and cancels the source (${streams.name})`, async () => {
    const { readable, seen } = sourceOf(streams, count());
    expect(await readAll(readable.pipeThrough(streams.pair(new Take(0))))).toEqual([]);
    await settle();
    expect(seen.cancels.length).toBe(1);
    const behind = new Probe(undefined, () => ['end']);
    const silent = new streams.ReadableStream();
    expect(await readAll(silent.pipeThrough(streams.pair(compose(new Probe(), new Take(0), behind))))).toEqual(['end']);
    expect(behind.seen).toEqual(['flush']);
  });

  test(`compose through ${streams.name} flushes what is behind a core that is done, and cancels the source`, async () => {
    const behind = new Probe(
      (chunk) => [`<${chunk}>`],
      () => ['end'],
    );
    const { readable, seen } = sourceOf(streams, count());
    const output = readable.pipeThrough(streams.pair(compose(new Probe(), new Take(2), behind)));
    expect(await readAll(output)).toEqual(['<1>', '<2>', 'end']);
    await settle();
    expect(seen.cancels.length).toBe(1);
  });

  for (const [where, make] of Object.entries<(failure: unknown) => ChunkTransform<unknown, unknown>>({
    push: (failure) => new Probe((chunk) => (chunk === 2 ? fail(failure) : [chunk])),
    flush: (failure) => new Probe(undefined, () => fail(failure)),
    'push inside compose': (failure) =>
      compose(new Probe(), new Probe((chunk) => (chunk === 2 ? fail(failure) : [chunk]))),
    'flush inside compose': (failure) => compose(new Probe(undefined, () => fail(failure)), new Probe()),
  })) {
    test(`ChunkTransform: an error of ${where} reaches both sides of ${streams.name}, untouched`, async () => {
      for (const failure of [Object.freeze(new Error('core')), 'a string', null]) {
        const { readable, writable } = streams.pair(make(failure));
        const writer = writable.getWriter();
        const caught = (promise: Promise<unknown>) =>
          promise.then(
            () => 'no error',
            (error) => error,
          );
        const writing = caught(Promise.all([writer.write(1), writer.write(2), writer.close()]));
        expect(await caught(readAll(readable))).toBe(failure);
        expect(await writing).toBe(failure);
        expect(await caught(writer.closed)).toBe(failure);
      }
    });

    test(`ChunkTransform: an error of ${where} rejects a pipe through ${streams.name} once, and cancels the source`, async () => {
      const failure = Object.freeze(new Error('core'));
      const { readable, seen } = sourceOf(streams, [1, 2, 3]);
      const written: unknown[] = [];
      const aborts: unknown[] = [];
      const sink = new streams.WritableStream({
        write: (chunk) => void written.push(chunk),
        abort: (reason) => void aborts.push(reason),
      });
      await expect(readable.pipeThrough(streams.pair(make(failure))).pipeTo(sink)).rejects.toBe(failure);
      expect([written[0], aborts.length, aborts[0] === failure]).toEqual([1, 1, true]);
      // By the time of its flush the source has closed by itself.
      expect(seen.cancels).toEqual(where.startsWith('push') ? [failure] : []);
    });
  }

  test(`ChunkTransform asks a source through ${streams.name} for no more than its readers want`, async () => {
    const every = 3;
    const core = new Probe((chunk) => ((chunk as number) % every === 0 ? [chunk] : []));
    const { readable, seen } = sourceOf(streams, count());
    const reader = readable.pipeThrough(streams.pair(core)).getReader();
    for (let read = 1; read <= 4; read++) {
      expect((await reader.read()).value).toBe(read * every);
      await settle();
      // One more waits in the writable side, for the next read.
      expect(seen.pulls).toBeLessThanOrEqual(read * every + 1);
    }
    await reader.cancel();
  });
}

function fail(failure: unknown): never {
  throw failure;
}

test('ChunkTransform makes its streams once, when they are first asked for', () => {
  const made = vi.fn();
  const Native = TransformStream;
  vi.stubGlobal(
    'TransformStream',
    class extends Native {
      constructor(...args: ConstructorParameters<typeof Native>) {
        super(...args);
        made();
      }
    },
  );
  const carry = new Utf8CarryTransform();
  carry.push('a');
  expect(made).not.toHaveBeenCalled();
  const { readable, writable } = carry;
  expect([carry.readable === readable, carry.writable === writable]).toEqual([true, true]);
  expect(made).toHaveBeenCalledTimes(1);
});

test('ChunkTransform without a TransformStream can be pushed to, and says what is missing', () => {
  vi.stubGlobal('TransformStream', undefined);
  const carry = new Utf8CarryTransform();
  expect(run(carry, ['a'])).toEqual([Uint8Array.of(0x61)]);
  for (const side of ['readable', 'writable'] as const) {
    expect(() => carry[side]).toThrow(TypeError);
    expect(() => carry[side]).toThrow('Cannot make streams of Utf8CarryTransform: this runtime has no TransformStream');
  }
});
