import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CallbackSink,
  ChainedSink,
  Instrumentation,
  QueueFullError,
  type SessionEvent,
  type SinkOptions,
} from '../../src/events/index.js';
import { settle } from '../helpers/turns.js';
import { fixedEvents } from './helpers/events.js';
import { gate } from './helpers/gate.js';

/** A sink's function that notes what it gets, and is done when the gate opens. */
const stuck = (seen: number[], opened: Promise<void>) => (event: SessionEvent) => {
  seen.push(event.seq);
  return opened;
};

test('Instrumentation delivers in order, one at a time, and flush and close wait for all of it', async () => {
  const modes = fc.constantFrom<SinkOptions>(
    { mode: 'sync' },
    { mode: 'async' },
    { mode: 'async', onError: 'log' },
    { mode: 'best_effort' },
  );
  const layouts = fc.array(fc.record({ options: modes, turns: fc.nat(3), inChain: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(layouts, fc.integer({ min: 1, max: 6 }), fc.boolean(), async (layout, count, closes) => {
      const seen = layout.map(() => [] as number[]);
      let running = 0;
      const sinks = layout.map(({ options, turns, inChain }, i) => {
        const busy = { now: 0 };
        const sink = new CallbackSink(async ({ seq }) => {
          expect(++busy.now).toBe(1);
          running++;
          await settle(turns);
          running--;
          busy.now--;
          seen[i]!.push(seq);
        }, options);
        return inChain ? new ChainedSink([sink]) : sink;
      });
      const instrumentation = new Instrumentation({ sinks });
      const events = fixedEvents();
      const emits = Array.from({ length: count }, () => instrumentation.emit(events.start('exec')));
      await (closes ? instrumentation.close() : instrumentation.flush());
      expect(running).toBe(0);
      expect(seen).toEqual(layout.map(() => Array.from({ length: count }, (_, i) => i + 1)));
      await Promise.all(emits);
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['newest', [1, 2, 3]],
  ['oldest', [1, 9, 10]],
] as const)('Instrumentation holds no more than it may, and drops and counts the %s', async (dropPolicy, expected) => {
  const { opened, open } = gate();
  const seen: number[] = [];
  const told: unknown[] = [];
  const sink = new CallbackSink(stuck(seen, opened), { mode: 'best_effort' });
  const log = (message: string, reason: unknown) => told.push([message, reason]);
  const instrumentation = new Instrumentation({ sinks: [sink], maxQueuedEvents: 2, dropPolicy, log });
  const events = fixedEvents();
  for (let n = 0; n < 10; n++) await instrumentation.emit(events.start('exec'));
  expect(instrumentation.droppedEvents).toBe(7);
  open();
  await instrumentation.close();
  expect(seen).toEqual(expected);
  expect(told).toEqual([['Cannot deliver events to CallbackSink', expect.any(QueueFullError)]]);
});

test('Instrumentation bounds what waits by its size as well, but takes one event of any size', async () => {
  const { opened, open } = gate();
  const seen: number[] = [];
  const sink = new CallbackSink(stuck(seen, opened), { mode: 'best_effort', onError: 'ignore' });
  const instrumentation = new Instrumentation({ sinks: [sink], maxQueuedBytes: 1000 });
  const events = fixedEvents();
  for (const length of [1, 5000, 1, 5000])
    await instrumentation.emit(events.start('exec', { text: 'x'.repeat(length) }));
  open();
  await instrumentation.close();
  expect(seen).toEqual([1, 2]);
  expect(instrumentation.droppedEvents).toBe(2);
});

test('Instrumentation rejects an emit whose event was dropped by a sink that raises, and serves the others', async () => {
  const { opened, open } = gate();
  const seen: number[] = [];
  const instrumentation = new Instrumentation({
    sinks: [new CallbackSink(() => opened), new CallbackSink(({ seq }) => seen.push(seq))],
    maxQueuedEvents: 1,
  });
  const events = fixedEvents();
  const emits = [1, 2, 3].map(() => instrumentation.emit(events.start('exec')));
  await expect(emits[2]).rejects.toBeInstanceOf(QueueFullError);
  open();
  await Promise.all(emits.slice(0, 2));
  expect(seen).toEqual([3, 1, 2]);
});

test('a sink that emits from inside its handle is served in order', async () => {
  const seen: number[] = [];
  const events = fixedEvents();
  const instrumentation: Instrumentation = new Instrumentation();
  const more: Promise<void>[] = [];
  instrumentation.addSink(
    new CallbackSink(({ seq }) => {
      if (seq < 3) more.push(instrumentation.emit(events.start('exec')));
      seen.push(seq);
    }),
  );
  await instrumentation.emit(events.start('exec'));
  await instrumentation.flush();
  await Promise.all(more);
  expect(seen).toEqual([1, 2, 3]);
});
