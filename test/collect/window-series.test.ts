import { expect, test } from 'vitest';
import { Collector } from '../../src/index.js';
import { END, timed } from './helpers/sources.js';
import { outcomeOf, reasonOf } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

test('Collector does not end a window early or never when its clock is set back', async () => {
  const clock = new VirtualClock();
  const collector = new Collector(undefined, { clock });
  const outcome = outcomeOf(collector.collect({ yieldTimeMs: 100, idleMs: 90 }));
  clock.at(50, () => collector.write('a'));
  await clock.moveTo(60);
  clock.turnBack(40);
  collector.write('b');
  await clock.moveTo(99);
  expect(outcome.settled).toBeUndefined();
  await clock.moveTo(100);
  expect(outcome.settled).toMatchObject({ value: { text: 'ab', endedBy: 'window' } });
  expect(clock.timers).toBe(0);
});

test('Collector starts each window anew, and takes the clock of a window before its own', async () => {
  const clock = new VirtualClock();
  const collector = new Collector(undefined, { clock });
  clock.at(30, () => collector.write('a'));
  expect(await clock.run(collector.collect({ yieldTimeMs: 50 }))).toMatchObject({ text: 'a' });
  expect(await clock.run(collector.collect({ idleMs: 40 }))).toMatchObject({ text: '', endedBy: 'idle' });
  expect(clock.elapsed).toBe(90);
  const other = new VirtualClock();
  await other.run(collector.collect({ clock: other, yieldTimeMs: 20 }));
  expect([clock.elapsed, other.elapsed, clock.timers]).toEqual([90, 20, 0]);
});

test('Collector does not say that all was given while an error is still to be told', async () => {
  for (const failsFirst of [true, false]) {
    const clock = new VirtualClock();
    const collector = new Collector(undefined, { clock });
    const error = new Error('source');
    const fail = () => clock.at(50, () => collector.fail(error));
    if (failsFirst) fail();
    const window = collector.collect({ yieldTimeMs: 50 });
    if (!failsFirst) fail();
    collector.write('text');
    expect(await clock.run(window)).toMatchObject({ text: 'text', endedBy: 'window', closed: false });
    expect(await reasonOf(collector.collect({ yieldTimeMs: 50 }))).toBe(error);
    expect(await collector.collect()).toMatchObject({ text: '', endedBy: 'end', closed: true });
  }
});

test('Collector gives windows to for await until its source has ended', async () => {
  const clock = new VirtualClock();
  const { stream } = timed(clock, [
    [10, 'one '],
    [10_010, 'two '],
    [25_000, 'three'],
    [25_000, END],
  ]);
  const windows: unknown[][] = [];
  const loop = async () => {
    for await (const { text, closed } of new Collector(stream, { clock })) windows.push([clock.elapsed, text, closed]);
  };
  await clock.run(loop());
  expect(windows).toEqual([
    [10_000, 'one ', false],
    [20_000, 'two ', false],
    [25_000, 'three', true],
  ]);
  expect(clock.timers).toBe(0);
});

test('Collector goes on behind a loop that was left', async () => {
  const clock = new VirtualClock();
  const { stream, cancels } = timed(clock, [
    [10, 'one '],
    [10_010, 'two'],
    [10_020, END],
  ]);
  const collector = new Collector(stream, { clock });
  const loop = async () => {
    for await (const { text } of collector) return text;
  };
  expect(await clock.run(loop())).toBe('one ');
  expect(await clock.run(collector.collect())).toMatchObject({ text: 'two', closed: true });
  expect([cancels, clock.timers]).toEqual([[], 0]);
});
