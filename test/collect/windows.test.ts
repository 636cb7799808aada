import { expect, test } from 'vitest';
import { Collector, collect } from '../../src/index.js';
import { END, timed, utf8 } from './helpers/sources.js';
import { outcomeOf, settle } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

/** Collects one window of a timetable, as a one-shot and as a Collector's; gives how and when it ended. */
async function windowOf(steps: [number, unknown][], limits: object) {
  const results = [];
  for (const oneShot of [true, false]) {
    const clock = new VirtualClock();
    const { stream } = timed(clock, steps);
    const window = oneShot ? collect(stream, { clock, ...limits }) : new Collector(stream, { clock }).collect(limits);
    const { text, endedBy, closed } = await clock.run(window);
    expect(clock.timers, 'timers left behind').toBe(0);
    results.push({ text, endedBy, closed, at: clock.elapsed });
  }
  expect(results[0]).toEqual(results[1]);
  return results[0];
}

/** A chunk each 40 ms, then silence from 200 ms on. */
const CHATTY: [number, unknown][] = [40, 80, 120, 160, 200].map((ms) => [ms, `${ms} `]);

test('collect ends a window by its yield time, whatever comes', async () => {
  expect(await windowOf(CHATTY, { yieldTimeMs: 130 })).toEqual({
    text: '40 80 120 ',
    endedBy: 'window',
    closed: false,
    at: 130,
  });
  expect(await windowOf([], { yieldTimeMs: 7 })).toEqual({ text: '', endedBy: 'window', closed: false, at: 7 });
});

test('collect ends a window by its deadline, which is wall time', async () => {
  expect(await windowOf(CHATTY, { deadlineMs: 100 })).toEqual({
    text: '40 80 ',
    endedBy: 'deadline',
    closed: false,
    at: 100,
  });
});

test('collect ends a window by silence: idleMs from the start, and again from each chunk', async () => {
  expect(await windowOf(CHATTY, { idleMs: 41 })).toMatchObject({
    text: '40 80 120 160 200 ',
    endedBy: 'idle',
    at: 241,
  });
  expect(await windowOf(CHATTY, { idleMs: 39 })).toMatchObject({ text: '', endedBy: 'idle', at: 39 });
});

test('collect takes an empty chunk for no sign of life', async () => {
  const empty: [number, unknown][] = [10, 20, 30, 40, 50, 60].flatMap((ms) => [
    [ms, new Uint8Array()],
    [ms + 5, ''],
  ]);
  expect(await windowOf([[5, 'x'], ...empty], { idleMs: 50 })).toMatchObject({ text: 'x', endedBy: 'idle', at: 55 });
  expect(await windowOf(empty, { exited: Promise.resolve(0), graceMs: 50 })).toMatchObject({ endedBy: 'exit', at: 50 });
});

test('collect tells which of three limits it was', async () => {
  const limits = { yieldTimeMs: 100, deadlineMs: 100, idleMs: 100 };
  for (const [name, endedBy] of [
    ['yieldTimeMs', 'window'],
    ['deadlineMs', 'deadline'],
    ['idleMs', 'idle'],
  ]) {
    expect(await windowOf([], { ...limits, [name!]: 99 })).toMatchObject({ endedBy, at: 99 });
  }
});

test('collect names the stricter of two limits that are due at one moment: deadline, window, idle', async () => {
  expect(await windowOf([], { yieldTimeMs: 50, deadlineMs: 50, idleMs: 50 })).toMatchObject({
    endedBy: 'deadline',
    at: 50,
  });
  expect(await windowOf([], { yieldTimeMs: 50, idleMs: 50 })).toMatchObject({ endedBy: 'window', at: 50 });
  expect(await windowOf([[20, 'a']], { deadlineMs: 70, idleMs: 50 })).toMatchObject({ endedBy: 'deadline', at: 70 });
});

test('collect looks at the deadline before the source, and still gives the last bytes and the end together', async () => {
  const last = { text: 'last', endedBy: 'window', closed: true, at: 50 };
  expect(
    await windowOf(
      [
        [50, 'la'],
        [50, 'st'],
        [50, END],
      ],
      { yieldTimeMs: 50 },
    ),
  ).toEqual(last);
  expect(
    await windowOf(
      [
        [50, 'last'],
        [50, END],
      ],
      { deadlineMs: 50 },
    ),
  ).toEqual({ ...last, endedBy: 'deadline' });
  expect(
    await windowOf(
      [
        [50, 'last'],
        [50, END],
      ],
      { yieldTimeMs: 51 },
    ),
  ).toEqual({ ...last, endedBy: 'end' });
});

test('collect settles the end: a chunk that comes with the end of the source is in its window', async () => {
  for (const limits of [{}, { yieldTimeMs: 1000 }, { deadlineMs: 1000 }, { idleMs: 1000 }]) {
    expect(
      await windowOf(
        [
          [30, 'a'],
          [30, 'b'],
          [30, END],
        ],
        limits,
      ),
    ).toEqual({ text: 'ab', endedBy: 'end', closed: true, at: 30 });
  }
});

test('collect without any time waits for the end; bytes alone do not end a window', async () => {
  expect(await windowOf([...CHATTY, [100_000, END]], {})).toMatchObject({ endedBy: 'end', closed: true, at: 100_000 });
  expect(await windowOf([...CHATTY, [9e9, END]], { yieldTimeMs: Infinity, deadlineMs: Infinity })).toMatchObject({
    at: 9e9,
  });
});

test('collect with yieldTimeMs 0 takes what is queued', async () => {
  expect(
    await windowOf(
      [
        [0, 'now '],
        [0, 'too'],
        [1, 'later'],
      ],
      { yieldTimeMs: 0 },
    ),
  ).toMatchObject({ at: 0, endedBy: 'window' });
  const clock = new VirtualClock();
  const { stream, give } = timed(clock, []);
  const collector = new Collector(stream, { clock });
  for (const chunk of ['a', 'b', 'c']) give(utf8(chunk));
  expect((await collector.collect({ yieldTimeMs: 0 })).text).toBe('abc');
});

test('collect keeps to times that are longer than a timer of the platform can be', async () => {
  const years = 2 ** 33;
  expect(await windowOf([[20, 'a']], { deadlineMs: years })).toMatchObject({
    text: 'a',
    endedBy: 'deadline',
    at: years,
  });
  const { setTimeout: set, ...clock } = new VirtualClock();
  const delays: number[] = [];
  const spied = { ...clock, setTimeout: (fn: () => void, ms: number) => delays.push(ms) && set(fn, ms) };
  const outcome = outcomeOf(
    collect(timed(new VirtualClock(), []).stream, { clock: spied, deadlineMs: years, idleMs: 2 ** 40 }),
  );
  await settle();
  expect(outcome.settled).toBeUndefined();
  expect(delays).toEqual([2 ** 31 - 1]);
});
