import { expect, test } from 'vitest';
import { Collector, collect, type Source } from '../../src/index.js';
import { fed, streamOf, utf8 } from './helpers/sources.js';
import { outcomeOf, reasonOf, settle, strayRejections, thenable } from './helpers/turns.js';

const NOW = { yieldTimeMs: 0 };
const boom = Object.freeze(new Error('boom'));
const throws = (): never => {
  throw boom;
};
const throwing = (property: PropertyKey) => Object.defineProperty({}, property, { get: throws, enumerable: true });

/** Iterators that fail at their second chunk. */
const failing: Record<string, (chunk: IteratorResult<unknown>) => unknown> = {
  'throws from next': throws,
  'rejects from next': () => Promise.reject(boom),
  'gives a thenable that rejects': () => thenable((_, reject) => reject(boom)),
  'gives a thenable whose then throws': () => thenable(throws),
  'gives an object whose then throws': () => throwing('then'),
  'gives a result whose done throws': () => throwing('done'),
  'gives a result whose value throws': () => throwing('value'),
};

for (const [name, fail] of Object.entries(failing)) {
  test(`Collector rejects once with the error of an iterator that ${name}`, async () => {
    let calls = 0;
    const next = () => (++calls === 1 ? { done: false, value: 'first' } : fail({ done: false, value: 'x' }));
    let returns = 0;
    const iterator = { next, return: () => ++returns };
    for (const symbol of [Symbol.iterator, Symbol.asyncIterator]) {
      calls = 0;
      const collector = new Collector({ [symbol]: () => iterator } as unknown as Source);
      expect(await reasonOf(collector.collect())).toBe(boom);
      expect(await collector.collect()).toMatchObject({ text: 'first', closed: true });
      expect([calls, returns]).toEqual([2, 0]);
    }
    expect(await strayRejections()).toEqual([]);
  });
}

test('collect rejects with a TypeError when an iterator gives no result', async () => {
  for (const result of [undefined, null]) {
    const source = { [Symbol.iterator]: () => ({ next: () => result }) } as unknown as Iterable<unknown>;
    expect(await reasonOf(collect(source))).toBeInstanceOf(TypeError);
  }
});

test('collect rejects with what a source throws while it is opened, and unlocks the others', async () => {
  const { stream } = fed();
  const opening: unknown[] = [
    throwing('getReader'),
    Object.assign(Object.create({}), { getReader: throws }),
    { [Symbol.asyncIterator]: throws },
    { [Symbol.iterator]: throws },
    throwing(Symbol.asyncIterator),
    Object.defineProperty(new Response('x'), 'body', { get: throws }),
    Object.assign(new Blob(['x']), { stream: throws }),
  ];
  for (const source of opening as Source[]) {
    expect(await reasonOf(collect(source))).toBe(boom);
    expect(() => new Collector(source)).toThrow(boom);
    expect(await reasonOf(collect({ stream, source } as Source))).toBe(boom);
    expect(stream.locked).toBe(false);
  }
  expect(await reasonOf(collect(throwing('label') as Source))).toBe(boom);
  expect(await strayRejections()).toEqual([]);
});

test('collect takes a reader that has no more than it must', async () => {
  const results = [{ done: false, value: 'text' }, { done: true }];
  const source = { getReader: () => ({ read: async () => results.shift(), releaseLock() {}, cancel() {} }) };
  expect(await collect(source as unknown as Source)).toMatchObject({ text: 'text', closed: true });
  const broken = { getReader: () => ({ read: throws, releaseLock: throws, cancel: throws }) };
  expect(await reasonOf(collect(broken as unknown as Source))).toBe(boom);
});

/** What a source may do when it is told to stop. */
const stops: Record<string, () => unknown> = {
  throws,
  rejects: () => Promise.reject(boom),
  'never settles': () => new Promise(() => {}),
  'gives a thenable whose then throws': () => thenable(throws),
};

for (const [name, stop] of Object.entries(stops)) {
  test(`collect aborts with its reason alone when the cancelling of a source ${name}`, async () => {
    const reader = { read: () => new Promise(() => {}), releaseLock: throws, cancel: stop };
    const sources = (): unknown[] => [
      new ReadableStream({ cancel: stop as () => void }),
      { getReader: () => ({ ...reader, closed: Promise.reject(boom) }) },
      { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: stop }) },
      {
        [Symbol.iterator]: () =>
          Object.defineProperty({ next: () => new Promise(() => {}) }, 'return', { get: throws }),
      },
    ];
    for (const onAbort of ['reject', 'return'] as const) {
      for (const source of sources() as Source[]) {
        const controller = new AbortController();
        const call = outcomeOf(collect(source, { signal: controller.signal, onAbort }));
        await settle();
        controller.abort('stop');
        await settle();
        expect(call.settled).toMatchObject(onAbort === 'reject' ? { reason: 'stop' } : { value: { endedBy: 'abort' } });
      }
    }
    await new Collector(sources()[0] as Source)
      .detach()
      .cancel('enough')
      .catch(() => {});
    expect(await strayRejections()).toEqual([]);
  });
}

test('Collector takes a chunk of a wrong kind for an error of its source, keeps what came before, and cancels nothing', async () => {
  const bad: unknown[] = [
    5,
    null,
    undefined,
    true,
    {},
    [],
    new ArrayBuffer(1),
    new Uint16Array(1),
    Symbol('s'),
    5n,
    Promise.resolve('x'),
  ];
  for (const chunk of bad) {
    const { stream, give, cancels } = fed();
    const collector = new Collector(stream);
    give('before');
    give(chunk);
    give('behind');
    expect(await reasonOf(collector.collect())).toBeInstanceOf(TypeError);
    expect(await collector.collect()).toMatchObject({ text: 'before', closed: true });
    expect([cancels, stream.locked]).toEqual([[], false]);
    expect(await collect(stream, NOW)).toMatchObject({ text: 'behind' });
  }
});

test('collect takes a chunk whose memory was transferred for an empty one', async () => {
  const chunk = utf8('gone');
  structuredClone(chunk.buffer, { transfer: [chunk.buffer] });
  expect(await collect(['a', chunk, 'b'])).toMatchObject({ text: 'ab', totalBytes: 2 });
});

test('collect takes views into the middle of larger memory, and shared memory', async () => {
  const memory = utf8('..é..');
  // Some runtimes have shared memory only where they are told to, and some never.
  const shared = new Uint8Array('SharedArrayBuffer' in globalThis ? new SharedArrayBuffer(2) : new ArrayBuffer(2));
  shared.set(utf8('ok'));
  expect((await collect([memory.subarray(2, 3), memory.subarray(3, 4), shared, utf8('!')])).text).toBe('éok!');
});

test('Collector takes what an exited promise of any make does', async () => {
  const collector = new Collector();
  collector.write('text');
  expect(await reasonOf(collector.collect({ exited: thenable(throws) }))).toBe(boom);
  const twice = thenable<number>((resolve, reject) => {
    resolve(1);
    resolve(2);
    reject(boom);
  });
  expect(await collector.collect({ exited: twice, graceMs: 0 })).toMatchObject({
    text: 'text',
    endedBy: 'exit',
    exit: 1,
  });
  expect(await collector.collect(NOW)).toMatchObject({ text: '' });
  expect(await strayRejections()).toEqual([]);
});

test('collect takes an error that is no error', async () => {
  for (const reason of [undefined, null, 0, '', 'text']) {
    const { stream, fail } = fed();
    const call = reasonOf(collect(stream));
    fail(reason);
    expect(await call).toBe(reason);
  }
});

test('Collector of a stream that fails and of one that never ends rejects once, and then goes on', async () => {
  const { stream, give, fail } = fed();
  const endless = streamOf(
    (function* () {
      for (;;) yield 'x\n';
    })(),
  );
  const collector = new Collector({ failing: stream, endless });
  give('half');
  fail(boom);
  expect(await reasonOf(collector.collect())).toBe(boom);
  const { endedBy, closed, sources } = await collector.collect(NOW);
  expect([endedBy, closed, sources?.failing?.text]).toEqual(['window', false, 'half']);
  await collector.detach().cancel();
  expect(await strayRejections()).toEqual([]);
});
