import { expect, test } from 'vitest';
import { Collector, collect } from '../../src/index.js';
import { reasonOf, settle } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

/** A back end that gives nothing by itself: it is asked what it has, whether it is done, and to wait a little. */
class RawSocket {
  readonly #clock: VirtualClock;
  readonly #received: string[] = [];
  #state: 'open' | 'closed' | Error = 'open';
  polls = 0;
  isReleased = false;

  constructor(clock: VirtualClock, frames: readonly (readonly [ms: number, frame: string | Error | undefined])[]) {
    this.#clock = clock;
    for (const [ms, frame] of frames) {
      clock.at(ms, () => {
        if (typeof frame === 'string') this.#received.push(frame);
        else this.#state = frame ?? 'closed';
      });
    }
  }

  /** What has been received and not been taken, without waiting. */
  poll(): Uint8Array[] {
    this.polls++;
    return this.#received.splice(0).map((frame) => new TextEncoder().encode(frame));
  }

  /** True when the other side is done; throws when the connection broke. */
  settle(): boolean {
    if (this.#state instanceof Error) throw this.#state;
    return this.#state === 'closed';
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.at(this.#clock.elapsed + ms, () => resolve()));
  }

  release(): void {
    this.isReleased = true;
  }
}

/**
 * All that a source needs to be: the three hooks as one loop. The last poll comes after the end is known. An empty chunk
 * goes with each poll: it is no sign of life, but a generator that yields nothing could not be told to stop.
 */
async function* readSocket(socket: RawSocket) {
  try {
    for (;;) {
      const done = socket.settle();
      yield* [...socket.poll(), new Uint8Array()];
      if (done) return;
      await socket.wait(5);
    }
  } finally {
    socket.release();
  }
}

test('collect reads a back end that is polled, through an async generator', async () => {
  const clock = new VirtualClock();
  const socket = new RawSocket(clock, [
    [3, 'one '],
    [12, 'two '],
    [12, 'three '],
    [31, 'last'],
    [31, undefined],
  ]);
  expect(await clock.run(collect(readSocket(socket), { clock }))).toMatchObject({
    text: 'one two three last',
    closed: true,
    endedBy: 'end',
  });
  expect([clock.elapsed, socket.polls, socket.isReleased, clock.timers]).toEqual([35, 8, true, 0]);
});

test('Collector reads a back end that is polled window by window', async () => {
  const clock = new VirtualClock();
  const socket = new RawSocket(clock, [
    [3, 'one '],
    [50, 'two '],
    [90, undefined],
  ]);
  const collector = new Collector(readSocket(socket), { clock });
  expect(await clock.run(collector.collect({ yieldTimeMs: 20 }))).toMatchObject({ text: 'one ', endedBy: 'window' });
  expect(await clock.run(collector.collect({ idleMs: 50 }))).toMatchObject({
    text: 'two ',
    endedBy: 'end',
    closed: true,
  });
});

test('collect gives a back end back between two windows, and its failure is that of the source', async () => {
  const clock = new VirtualClock();
  const broken = new Error('connection reset');
  const source = readSocket(
    new RawSocket(clock, [
      [3, 'one '],
      [12, 'two '],
      [40, broken],
    ]),
  );
  expect(await clock.run(collect(source, { clock, deadlineMs: 7 }))).toMatchObject({
    text: 'one ',
    endedBy: 'deadline',
  });
  expect(await clock.run(collect(source, { clock, deadlineMs: 20 }))).toMatchObject({
    text: 'two ',
    endedBy: 'deadline',
  });
  expect(await reasonOf(clock.run(collect(source, { clock })))).toBe(broken);
});

test('collect releases a back end at an abort', async () => {
  const clock = new VirtualClock();
  const socket = new RawSocket(clock, [[3, 'part']]);
  const controller = new AbortController();
  clock.at(10, () => controller.abort('stop'));
  const options = { clock, signal: controller.signal, onAbort: 'return' } as const;
  expect(await clock.run(collect(readSocket(socket), options))).toMatchObject({ text: 'part', endedBy: 'abort' });
  await clock.moveTo(20);
  await settle();
  expect(socket.isReleased).toBe(true);
});
