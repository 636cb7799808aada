import { expect, test } from 'vitest';
import { collect } from '../../src/index.js';
import { listenersOf } from '../helpers/listeners.js';
import { END, fed, timed } from './helpers/sources.js';
import { reasonOf, settle, strayRejections } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

const REASONS = [Object.freeze(new Error('stop')), 'text', null, 0];

test('collect rejects with the reason of the signal itself, at once, and cancels the source once with it', async () => {
  for (const reason of REASONS) {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const { stream, cancels } = timed(clock, [[10, 'part']]);
    clock.at(20, () => controller.abort(reason));
    const { signal } = controller;
    expect(await reasonOf(clock.run(collect(stream, { clock, deadlineMs: 1000, signal })))).toBe(reason);
    await settle();
    expect([clock.elapsed, clock.timers, listenersOf(signal), stream.locked]).toEqual([20, 0, 0, false]);
    expect(cancels).toEqual([reason]);
  }
  expect(await strayRejections()).toEqual([]);
});

test('collect with onAbort return gives what came, and cancels the source once', async () => {
  const clock = new VirtualClock();
  const controller = new AbortController();
  const { stream, cancels } = timed(clock, [
    [10, 'part'],
    [20, ' of it'],
  ]);
  clock.at(20, () => controller.abort('enough'));
  const { signal } = controller;
  const result = await clock.run(collect(stream, { clock, deadlineMs: 1000, signal, onAbort: 'return' }));
  expect(result).toMatchObject({ text: 'part of it', endedBy: 'abort', closed: false });
  await settle();
  expect([clock.elapsed, clock.timers, listenersOf(signal), cancels, stream.locked]).toEqual([
    20,
    0,
    0,
    ['enough'],
    false,
  ]);
});

test('collect reads nothing when the signal was aborted before', async () => {
  for (const labelled of [false, true]) {
    const sources = [fed(), fed()] as const;
    const source = labelled ? { out: sources[0].stream, err: sources[1].stream } : sources[0].stream;
    const signal = AbortSignal.abort('early');
    const { sources: bySource, ...result } = await collect(source, { signal, onAbort: 'return', idleMs: 0 });
    expect(result).toMatchObject({ text: '', endedBy: 'abort', closed: false, totalBytes: 0 });
    expect(Object.keys(bySource ?? {})).toEqual(labelled ? ['out', 'err'] : []);
    expect(await reasonOf(collect(fed().stream, { signal }))).toBe('early');
    await settle();
    for (const { cancels, pulls, stream } of sources.slice(0, labelled ? 2 : 1)) {
      expect({ cancels, pulls, locked: stream.locked }).toEqual({ cancels: ['early'], pulls: 0, locked: false });
    }
    expect(listenersOf(signal)).toBe(0);
  }
  expect(await strayRejections()).toEqual([]);
});

test('collect cancels only what has not ended', async () => {
  const controller = new AbortController();
  const [ended, open] = [fed(), fed()];
  let returns = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: true, value: 0 }),
      return: () => ({ done: true, value: returns++ }),
    }),
  };
  const call = collect({ ended: ended.stream, open: open.stream, iterable }, { signal: controller.signal });
  ended.end();
  await settle();
  controller.abort('stop');
  expect(await reasonOf(call)).toBe('stop');
  expect([ended.cancels, open.cancels, returns]).toEqual([[], ['stop'], 0]);
});

test('collect tells an iterator to return, with the reason, once', async () => {
  const controller = new AbortController();
  const returned: unknown[] = [];
  const iterator = { next: () => new Promise(() => {}), return: async (reason: unknown) => returned.push(reason) };
  const source = { [Symbol.asyncIterator]: () => iterator } as unknown as AsyncIterable<unknown>;
  const call = collect(source, { signal: controller.signal });
  await settle();
  controller.abort('stop');
  expect(await reasonOf(call)).toBe('stop');
  expect(returned).toEqual(['stop']);
  let finished = false;
  async function* generated() {
    try {
      for (;;) yield 'x';
    } finally {
      finished = true;
    }
  }
  const endless = new AbortController();
  const result = collect(generated(), { signal: endless.signal, onAbort: 'return' });
  await settle();
  endless.abort();
  expect(await result).toMatchObject({ endedBy: 'abort' });
  await settle();
  expect(finished).toBe(true);
});

test('collect does not cancel a source that ended by itself, by a limit or by an error', async () => {
  const clock = new VirtualClock();
  const { signal } = new AbortController();
  for (const [steps, limits] of [
    [[[5, END]], {}],
    [[], { idleMs: 9 }],
    [[], { deadlineMs: 9 }],
    [[[5, new Error('x')]], {}],
  ] as const) {
    const { stream, cancels } = timed(
      clock,
      steps.map(([ms, step]) => [clock.elapsed + ms, step]),
    );
    await clock.run(collect(stream, { clock, signal, ...limits })).catch(() => {});
    expect([cancels, stream.locked, listenersOf(signal), clock.timers]).toEqual([[], false, 0, 0]);
  }
});

test('collect aborted in any gap between two promise jobs rejects with the reason or gives the whole', async () => {
  const seen = new Set<string>();
  for (let gap = 0; gap < 40; gap++) {
    const controller = new AbortController();
    const rest = ['a', 'b', 'c'];
    const ends: string[] = [];
    const stream = new ReadableStream(
      {
        pull(queue) {
          if (rest.length > 0) return queue.enqueue(rest.shift());
          ends.push('closed');
          queue.close();
        },
        cancel: (reason) => void ends.push(`cancelled: ${reason}`),
      },
      { highWaterMark: 0 },
    );
    const call = collect(stream, { signal: controller.signal }).then(
      ({ text }) => text,
      (reason) => reason,
    );
    for (let job = 0; job < gap; job++) await null;
    controller.abort('stop');
    const outcome = await call;
    await settle(2);
    expect(ends).toEqual([outcome === 'stop' && rest.length > 0 ? 'cancelled: stop' : expect.any(String)]);
    expect([stream.locked, listenersOf(controller.signal)]).toEqual([false, 0]);
    seen.add(`${outcome}, ${ends}`);
  }
  expect([...seen]).toEqual(['stop, cancelled: stop', 'stop, closed', 'abc, closed']);
  expect(await strayRejections()).toEqual([]);
});
