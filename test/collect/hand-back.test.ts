import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect, strictStyle, TruncationPolicy } from '../../src/index.js';
import {
  decode,
  END,
  fed,
  ofOlderEngine,
  polyfilled,
  readAll,
  streamOf,
  timed,
  utf8,
  withoutIteration,
} from './helpers/sources.js';
import { outcomeOf, reasonOf, settle, strayRejections } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

const LIMITS = [{ yieldTimeMs: 10 }, { deadlineMs: 10 }, { idleMs: 10 }, { exited: Promise.resolve(0), graceMs: 10 }];

for (const [name, Stream] of [
  ['a stream', ReadableStream],
  ['a polyfilled stream', polyfilled],
] as const) {
  test(`collect gives ${name} back unlocked, and every later chunk is for the next reader`, async () => {
    for (const limit of LIMITS) {
      const clock = new VirtualClock();
      const { stream, give, end, cancels } = fed(Stream);
      give(utf8('seen'));
      expect(await clock.run(collect(stream, { clock, ...limit }))).toMatchObject({ text: 'seen', closed: false });
      expect(stream.locked).toBe(false);
      give(utf8('later '));
      const rest = readAll(stream);
      give(utf8('chunks'));
      end();
      expect(decode(await rest)).toBe('later chunks');
      expect(cancels).toEqual([]);
    }
    expect(await strayRejections()).toEqual([]);
  });
}

test('collect leaves a chunk that comes while its window is being cut', async () => {
  const { stream, give, end } = fed();
  give(utf8('0123456789'.repeat(10)));
  const marker = (cut: Parameters<typeof strictStyle.marker>[0]) => {
    give(utf8(' late'));
    return strictStyle.marker(cut);
  };
  const options = { policy: TruncationPolicy.bytes(50), truncate: { style: { ...strictStyle, marker } } };
  expect((await collect(stream, { yieldTimeMs: 0, ...options })).totalBytes).toBe(100);
  end();
  expect(decode(await readAll(stream))).toMatch(/^( late)+$/);
});

test('collect takes a chunk that has left the stream, though its window has ended', async () => {
  for (let jobs = 0; jobs < 30; jobs++) {
    const clock = new VirtualClock();
    const { stream, give, end } = fed();
    const { signal } = new AbortController();
    const remove = signal.removeEventListener.bind(signal);
    // Called when the window ends.
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      remove(...args);
      const late = async () => {
        for (let job = 0; job < jobs; job++) await null;
        give(utf8('late'));
        end();
      };
      void late();
    };
    const { text } = await clock.run(collect(stream, { clock, signal, yieldTimeMs: 5 }));
    expect(text + decode(await readAll(stream))).toBe('late');
  }
});

test('collect gives a Response and each source of a record back', async () => {
  const clock = new VirtualClock();
  const [one, two] = [
    timed(clock, [
      [5, 'a\n'],
      [30, 'b'],
      [31, END],
    ]),
    timed(clock, [
      [6, 'x\n'],
      [8, END],
    ]),
  ];
  expect(await clock.run(collect({ one: one.stream, two: two.stream }, { clock, deadlineMs: 10 }))).toMatchObject({
    text: 'a\nx\n',
  });
  expect([one.stream.locked, two.stream.locked]).toEqual([false, false]);
  expect(await clock.run(collect(one.stream, { clock }))).toMatchObject({ text: 'b', closed: true });
  const { stream, give, end } = fed();
  const response = new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>);
  give(utf8('first'));
  expect(await collect(response, { yieldTimeMs: 0 })).toMatchObject({ text: 'first', closed: false });
  give(utf8('second'));
  end();
  expect(await collect(response.body!)).toMatchObject({ text: 'second', closed: true });
});

test('collect gives the other sources back when one fails', async () => {
  const error = new Error('one');
  const [failing, other] = [fed(), fed()];
  const call = collect({ failing: failing.stream, other: other.stream });
  failing.fail(error);
  expect(await reasonOf(call)).toBe(error);
  expect([other.stream.locked, other.cancels]).toEqual([false, []]);
  other.give(utf8('rest'));
  other.end();
  expect(await collect(other.stream)).toMatchObject({ text: 'rest' });
});

test('collect cannot unlock a stream of an older engine while a read is pending, and rejects nothing for it', async () => {
  const clock = new VirtualClock();
  const { stream, give, fail, cancels } = fed();
  give(utf8('seen'));
  const older = ofOlderEngine(stream);
  expect(await clock.run(collect(older, { clock, yieldTimeMs: 10 }))).toMatchObject({
    text: 'seen',
    endedBy: 'window',
  });
  expect([older.locked, cancels, clock.timers]).toEqual([true, [], 0]);
  fail(new Error('nobody reads it'));
  expect(await strayRejections()).toEqual([]);
  // With no read pending, there is nothing that stands against it.
  const ready = ofOlderEngine(streamOf(['a', 'b']));
  expect(await collect(ready)).toMatchObject({ text: 'ab' });
  expect(ready.locked).toBe(false);
});

test('collect, over and over on one source, gives all of it once', async () => {
  const steps = fc.array(fc.record({ after: fc.nat(9), chunk: fc.stringMatching(/^[a-zé]{0,5}$/) }), { maxLength: 20 });
  const check = fc.asyncProperty(steps, fc.array(fc.nat(15), { minLength: 1 }), async (script, times) => {
    const clock = new VirtualClock();
    let at = 0;
    const timetable: [number, unknown][] = [];
    for (const { after, chunk } of script) {
      at += after;
      timetable.push([at, chunk]);
    }
    const { stream } = timed(clock, [...timetable, [at + 1, END]]);
    const source = times.length % 2 === 0 ? stream : withoutIteration(stream);
    let text = '';
    for (let round = 0, closed = false; !closed; round++) {
      const outcome = outcomeOf(
        collect(source, { clock, yieldTimeMs: times[round % times.length]! + (round > 50 ? 5 : 0) }),
      );
      while (!outcome.settled) await clock.moveTo(clock.elapsed + 1);
      const { value } = outcome.settled as { value: Awaited<ReturnType<typeof collect>> };
      text += value.text;
      closed = value.closed;
      await settle(1);
    }
    expect(text).toBe(script.map(({ chunk }) => chunk).join(''));
    expect(await strayRejections()).toEqual([]);
  });
  await fc.assert(check, { numRuns: 100 });
});
