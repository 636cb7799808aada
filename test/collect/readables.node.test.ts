import { spawn } from 'node:child_process';
import { Duplex, PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { Collector, collect, TruncationPolicy } from '../../src/index.js';
import { reasonOf, settle, strayRejections } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

/** What listens to a stream, and what state it is in. */
const stateOf = (stream: Readable) => ({
  listeners: stream.eventNames().map((name) => [String(name), stream.listenerCount(name)]),
  destroyed: stream.destroyed,
  readable: stream.readable,
  flowing: stream.readableFlowing,
});

/** Exceptions that would have ended the process. */
async function uncaughtDuring(body: () => Promise<void>): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => uncaught.push(error));
  try {
    await body();
    await settle();
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of others) process.on('uncaughtException', listener);
  }
  return uncaught;
}

test('collect takes a Readable to its end, and leaves no listener', async () => {
  for (const make of [
    () => Readable.from(['é', Buffer.from('€\n')]),
    () => Readable.from([Buffer.from('é€\n')], { objectMode: false }),
  ]) {
    const stream = make();
    const { listeners } = stateOf(stream);
    expect(await collect(stream)).toMatchObject({ text: 'é€\n', closed: true });
    expect(stateOf(stream).listeners).toEqual(listeners);
  }
  const empty = new PassThrough();
  empty.end();
  expect(await collect(empty)).toMatchObject({ text: '', closed: true, endedBy: 'end' });
});

test('collect gives a Readable back whole: readable, not destroyed, without a listener', async () => {
  const stream = new PassThrough();
  const before = stateOf(stream);
  const clock = new VirtualClock();
  clock.at(5, () => stream.write('seen'));
  expect(await clock.run(collect(stream, { clock, deadlineMs: 10 }))).toMatchObject({
    text: 'seen',
    endedBy: 'deadline',
  });
  expect(stateOf(stream)).toEqual(before);
  stream.write('later ');
  await settle();
  expect(await clock.run(collect(stream, { clock, idleMs: 10 }))).toMatchObject({ text: 'later ', endedBy: 'idle' });
  expect(stateOf(stream)).toEqual(before);
  stream.end('chunks');
  let rest = '';
  for await (const chunk of stream) rest += chunk;
  expect(rest).toBe('chunks');
});

test('collect leaves what it has not read in a Readable that always has more', async () => {
  let next = 0;
  const stream = new Readable({
    read() {
      this.push(`${next++}\n`);
    },
  });
  let taken = 0;
  for (let round = 0; round < 5; round++) taken += (await collect(stream, { yieldTimeMs: round % 3 })).totalBytes;
  const first = Number.parseInt(String(stream.read()), 10);
  let before = 0;
  for (let number = 0; number < first; number++) before += `${number}\n`.length;
  expect(taken).toBe(before);
  expect(first).toBeGreaterThan(100);
  stream.destroy();
});

test('collect rejects with the error of a Readable, whenever it is destroyed, and no process ends by it', async () => {
  const error = Object.freeze(new Error('broken'));
  const uncaught = await uncaughtDuring(async () => {
    for (const early of [true, false]) {
      for (const jobs of [0, 1, 2, 5, 10]) {
        const stream = new PassThrough();
        const { listeners } = stateOf(stream);
        const destroy = async () => {
          for (let job = 0; job < jobs; job++) await null;
          stream.destroy(error);
        };
        if (early) await destroy();
        const call = collect(stream);
        if (!early) stream.write('part');
        if (!early) await destroy();
        expect(await reasonOf(call)).toBe(error);
        await settle();
        expect(stateOf(stream).listeners).toEqual(listeners);
      }
    }
  });
  expect(uncaught).toEqual([]);
});

test('Collector rejects with the error of a Readable once, and keeps its bytes', async () => {
  const error = new Error('broken');
  const stream = new PassThrough();
  const collector = new Collector(stream);
  stream.write('kept');
  await settle();
  stream.destroy(error);
  expect(await reasonOf(collector.collect())).toBe(error);
  expect(await collector.collect()).toMatchObject({ text: 'kept', closed: true });
});

test('collect destroys a Readable only at an abort, and then no listener is left, even if that fails', async () => {
  const uncaught = await uncaughtDuring(async () => {
    for (const abortBefore of [true, false]) {
      for (const failure of [null, new Error('cannot stop')]) {
        const stream = new Duplex({ read() {}, write: (_, __, done) => done(), destroy: (_, done) => done(failure) });
        const { listeners } = stateOf(stream);
        const controller = new AbortController();
        if (abortBefore) controller.abort('stop');
        const reason = reasonOf(collect(stream, { signal: controller.signal }));
        await settle();
        expect(stream.destroyed).toBe(abortBefore);
        controller.abort('stop');
        expect(await reason).toBe('stop');
        await settle();
        expect(stateOf(stream)).toMatchObject({ destroyed: true, listeners });
      }
    }
  });
  expect(uncaught).toEqual([]);
  expect(await strayRejections()).toEqual([]);
});

test('Collector gives the rest of a Readable as a stream with backpressure; to cancel it destroys the Readable', async () => {
  let reads = 0;
  const stream = new Readable({
    highWaterMark: 4,
    read() {
      this.push(`${reads++ % 10}`.repeat(4));
    },
  });
  const collector = new Collector(stream);
  await collector.collect({ yieldTimeMs: 0, policy: TruncationPolicy.bytes(10) });
  const rest = collector.detach().getReader();
  await settle();
  const before = reads;
  await settle();
  expect(reads - before).toBeLessThanOrEqual(4);
  expect((await rest.read()).done).toBe(false);
  await rest.cancel('enough');
  await settle();
  expect(stream.destroyed).toBe(true);
});

test('collect takes stdout and stderr of a child, and gives them back when the child outlives its window', async () => {
  const program = `
    process.stdout.write('ready\\n');
    process.stdin.once('data', () => { process.stderr.write('problem\\n'); process.stdout.write('bye\\n', () => process.exit(3)); });
  `;
  const child = spawn(process.execPath, ['-e', program]);
  const { stdout, stderr } = child;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const before = [stateOf(stdout), stateOf(stderr)];
  let text = '';
  while (!text.includes('\n')) text += (await collect({ stdout, stderr }, { yieldTimeMs: 50 })).text;
  expect(text).toBe('ready\n');
  expect([stateOf(stdout), stateOf(stderr)]).toEqual(before);
  child.stdin.end('go');
  const last = await collect({ stdout, stderr }, { exited });
  expect(last).toMatchObject({ closed: true, endedBy: 'end' });
  expect(await exited).toBe(3);
  expect(last.sources).toMatchObject({ stdout: { text: 'bye\n' }, stderr: { text: 'problem\n' } });
});
