import { expect, test } from 'vitest';
import { Collector } from '../../src/index.js';
import { listenersOf } from '../helpers/listeners.js';
import { END, timed, utf8 } from './helpers/sources.js';
import { outcomeOf, reasonOf } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

test('Collector gives the bytes of an aborted window to the next one, and the source goes on', async () => {
  const clock = new VirtualClock();
  const controller = new AbortController();
  const { stream, cancels } = timed(clock, [
    [10, 'one '],
    [40, 'two'],
    [50, END],
  ]);
  const collector = new Collector(stream, { clock });
  clock.at(20, () => controller.abort('stop'));
  const { signal } = controller;
  expect(await reasonOf(clock.run(collector.collect({ yieldTimeMs: 1000, signal })))).toBe('stop');
  expect(await reasonOf(clock.run(collector.collect({ yieldTimeMs: 1000, signal })))).toBe('stop');
  expect([clock.elapsed, clock.timers, listenersOf(signal), cancels]).toEqual([20, 0, 0, []]);
  expect(await clock.run(collector.collect({ yieldTimeMs: 1000 }))).toMatchObject({ text: 'one two', closed: true });
});

test('Collector with onAbort return gives each byte to one window', async () => {
  const clock = new VirtualClock();
  const collector = new Collector(undefined, { clock });
  const controller = new AbortController();
  collector.write(utf8('one €').subarray(0, 6));
  clock.at(20, () => controller.abort());
  const window = { yieldTimeMs: 1000, signal: controller.signal, onAbort: 'return' } as const;
  expect(await clock.run(collector.collect(window))).toMatchObject({ text: 'one ', endedBy: 'abort', pendingBytes: 2 });
  collector.write(utf8('€').subarray(2));
  expect(await clock.run(collector.collect(window))).toMatchObject({ text: '€', endedBy: 'abort' });
  expect([clock.elapsed, listenersOf(controller.signal)]).toEqual([20, 0]);
});

test('Collector leaves no listener on a signal that many windows share', async () => {
  const clock = new VirtualClock();
  const { signal } = new AbortController();
  const mine = () => {};
  signal.addEventListener('abort', mine);
  const collector = new Collector(undefined, { clock });
  for (let n = 0; n < 30; n++) {
    const outcome = outcomeOf(collector.collect({ yieldTimeMs: 10, signal }));
    expect(listenersOf(signal)).toBe(2);
    await clock.moveTo(clock.elapsed + 10);
    expect([outcome.settled !== undefined, listenersOf(signal), clock.timers]).toEqual([true, 1, 0]);
  }
});
