import { expect, test } from 'vitest';
import { Collector, collect } from '../../src/index.js';
import { END, timed } from './helpers/sources.js';
import { reasonOf, strayRejections, thenable } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

test('collect ends after exit and a grace without chunks, though the pipe is open', async () => {
  const clock = new VirtualClock();
  const { stream, cancels } = timed(clock, [[0, 'done\n']]);
  const result = await clock.run(collect(stream, { clock, exited: clock.when(20, 7) }));
  expect(result).toMatchObject({ text: 'done\n', endedBy: 'exit', closed: false, exit: 7 });
  expect([clock.elapsed, clock.timers, stream.locked, cancels]).toEqual([120, 0, false, []]);
});

test('collect ends with the pipe if that ends within the grace', async () => {
  const clock = new VirtualClock();
  const { stream } = timed(clock, [
    [30, 'last words'],
    [40, END],
  ]);
  const result = await clock.run(collect(stream, { clock, exited: clock.when(20, 0), yieldTimeMs: 1000 }));
  expect(result).toMatchObject({ text: 'last words', endedBy: 'end', closed: true, exit: 0 });
  expect([clock.elapsed, clock.timers]).toEqual([40, 0]);
});

test('collect starts the grace anew with each chunk, for at most graceMaxMs', async () => {
  const chatter = Array.from({ length: 50 }, (_, n): [number, string] => [90 * n, '.']);
  for (const { options, at } of [
    { options: {}, at: 50 + 2000 },
    { options: { graceMaxMs: 500 }, at: 50 + 500 },
    { options: { graceMs: 80 }, at: 90 + 80 },
    { options: { graceMs: 0 }, at: 50 },
    { options: { graceMs: 600, graceMaxMs: 10_000 }, at: 90 * 49 + 600 },
    { options: { graceMs: Infinity, graceMaxMs: 300 }, at: 50 + 300 },
  ]) {
    const clock = new VirtualClock();
    const { stream } = timed(clock, chatter);
    const result = await clock.run(collect(stream, { clock, exited: clock.when(50, 0), ...options }));
    expect([result.endedBy, clock.elapsed, clock.timers]).toEqual(['exit', at, 0]);
    expect(result.text).toBe('.'.repeat(Math.min(50, Math.floor(at / 90) + 1)));
  }
});

test('collect keeps to its limits during the grace', async () => {
  for (const [limits, endedBy] of [
    [{ yieldTimeMs: 60 }, 'window'],
    [{ deadlineMs: 60 }, 'deadline'],
    [{ idleMs: 60 }, 'idle'],
  ] as const) {
    const clock = new VirtualClock();
    const { stream } = timed(clock, []);
    const result = await clock.run(collect(stream, { clock, exited: clock.when(20, 'status'), ...limits }));
    expect(result).toMatchObject({ endedBy, closed: false, exit: 'status' });
    expect(clock.elapsed).toBe(60);
  }
});

test('collect waits a little for the exit when the pipe ends before it is known', async () => {
  for (const { exitAt, endsAt, exit } of [
    { exitAt: 90, endsAt: 90, exit: { exit: 3 } },
    { exitAt: 1000, endsAt: 150, exit: {} },
  ]) {
    const clock = new VirtualClock();
    const { stream } = timed(clock, [
      [10, 'text'],
      [50, END],
    ]);
    const result = await clock.run(collect(stream, { clock, exited: clock.when(exitAt, 3), deadlineMs: 5000 }));
    expect(result).toMatchObject({ text: 'text', endedBy: 'end', closed: true, ...exit });
    expect(['exit' in result, clock.elapsed, clock.timers]).toEqual(['exit' in exit, endsAt, 0]);
  }
});

test('collect tells the exit only if it has settled, also as undefined', async () => {
  const clock = new VirtualClock();
  const open = new Promise(() => {});
  expect('exit' in (await clock.run(collect('text', { clock, exited: open })))).toBe(false);
  const settled = await clock.run(collect('text', { clock, exited: Promise.resolve() }));
  expect(settled).toMatchObject({ endedBy: 'end', closed: true });
  expect('exit' in settled).toBe(true);
  const byThenAlone = thenable<number>((resolve) => resolve(3));
  expect(await clock.run(collect('text', { clock, exited: byThenAlone }))).toMatchObject({ exit: 3 });
});

test('collect rejects with the reason of an exit that rejects, once, and gives the source back', async () => {
  const clock = new VirtualClock();
  const reason = Object.freeze(new Error('not started'));
  const { stream, cancels } = timed(clock, [[10, 'part']]);
  const exited = clock.when(20, 0).then(() => Promise.reject(reason));
  expect(await reasonOf(clock.run(collect(stream, { clock, exited })))).toBe(reason);
  expect([clock.elapsed, clock.timers, stream.locked, cancels]).toEqual([20, 0, false, []]);
  expect(await strayRejections()).toEqual([]);
});

test('collect hears of an exit that had rejected when it was called, though the source has ended', async () => {
  const reason = new Error('not started');
  expect(await reasonOf(collect('text', { exited: Promise.reject(reason) }))).toBe(reason);
  const collector = new Collector();
  collector.write('text');
  collector.close();
  expect(await reasonOf(collector.collect({ exited: Promise.reject(reason) }))).toBe(reason);
  expect(await collector.collect()).toMatchObject({ text: 'text', closed: true });
  expect(await strayRejections()).toEqual([]);
});

test('Collector tells of a rejected exit once, with the window during which or before which it came', async () => {
  const clock = new VirtualClock();
  const reason = new Error('killed');
  const collector = new Collector(undefined, { clock });
  const exited = clock.when(70, 0).then(() => Promise.reject(reason));
  collector.write('text');
  expect(await clock.run(collector.collect({ exited, yieldTimeMs: 50 }))).toMatchObject({ text: 'text' });
  await clock.moveTo(80);
  collector.write('more');
  expect(await reasonOf(clock.run(collector.collect({ exited, yieldTimeMs: 50 })))).toBe(reason);
  const next = await clock.run(collector.collect({ exited, yieldTimeMs: 500 }));
  expect(next).toMatchObject({ text: 'more', endedBy: 'exit', closed: false });
  expect('exit' in next).toBe(false);
  expect(await strayRejections()).toEqual([]);
});

test('Collector watches the same exited promise once, over however many windows', async () => {
  const clock = new VirtualClock();
  const exit = clock.when(10_500, 'status');
  let watchers = 0;
  const exited = thenable<string>((...callbacks) => {
    watchers++;
    return exit.then(...callbacks);
  });
  const collector = new Collector(undefined, { clock });
  for (let n = 0; n < 100; n++) await clock.run(collector.collect({ exited, yieldTimeMs: 100 }));
  expect([clock.elapsed, watchers, clock.timers]).toEqual([10_000, 1, 0]);
  expect(await clock.run(collector.collect({ exited, yieldTimeMs: 2000 }))).toMatchObject({
    endedBy: 'exit',
    exit: 'status',
  });
  expect([clock.elapsed, watchers]).toEqual([10_600, 1]);
});

test('Collector forgets an exit that a window does not name, and measures the grace of another from its own exit', async () => {
  const clock = new VirtualClock();
  const collector = new Collector(undefined, { clock });
  expect(await clock.run(collector.collect({ exited: clock.when(10, 'first'), yieldTimeMs: 50 }))).toMatchObject({
    exit: 'first',
  });
  const without = await clock.run(collector.collect({ yieldTimeMs: 500 }));
  expect([without.endedBy, 'exit' in without, clock.elapsed]).toEqual(['window', false, 550]);
  const other = await clock.run(collector.collect({ exited: clock.when(600, 'other') }));
  expect(other).toMatchObject({ endedBy: 'exit', exit: 'other' });
  expect(clock.elapsed).toBe(700);
});

test('Collector gives what comes between exit and end to the window that is open', async () => {
  const clock = new VirtualClock();
  const { stream } = timed(clock, [
    [10, 'a'],
    [260, 'b'],
    [262, END],
  ]);
  const collector = new Collector(stream, { clock });
  const exited = clock.when(261, 3);
  expect(await clock.run(collector.collect({ exited, yieldTimeMs: 250 }))).toMatchObject({ text: 'a', closed: false });
  await clock.moveTo(300);
  const last = await clock.run(collector.collect({ exited, yieldTimeMs: 250 }));
  expect(last).toMatchObject({ text: 'b', closed: true, endedBy: 'end', exit: 3 });
  expect([clock.elapsed, clock.timers]).toEqual([300, 0]);
});
