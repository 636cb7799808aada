import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HttpSink, type HttpSinkOptions, HttpStatusError, Instrumentation } from '../../src/events/index.js';
import { settle } from '../collect/helpers/turns.js';
import { VirtualClock } from '../collect/helpers/virtual-clock.js';
import { fixedEvents } from './helpers/events.js';
import { gate } from './helpers/gate.js';
import { type Answer, accept, fakeServer, half, hang, reset, status } from './helpers/http.js';

const URL_OF_SERVER = 'https://logs.example/events?token=s3cret';

function setUp(answers: Answer[] = [], options: HttpSinkOptions = {}) {
  const clock = new VirtualClock();
  const server = fakeServer(answers);
  const sink = new HttpSink(URL_OF_SERVER, { fetch: server.fetch, clock, mode: 'sync', onError: 'raise', ...options });
  const { start } = fixedEvents();
  const events = (count: number) => Array.from({ length: count }, (_, n) => start('exec', { n }));
  return { clock, server, sink, events };
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

test('HttpSink loses nothing and keeps the order, whatever the server does, and tells of a row of failures once', async () => {
  const answers = fc.array(fc.constantFrom(accept, reset, hang, half, status(500), status(429), status(404)), {
    maxLength: 12,
  });
  const waits = fc.array(fc.nat(60_000), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(answers, waits, fc.integer({ min: 1, max: 3 }), async (answers, waits, maxBatchEvents) => {
      const { clock, server, sink, events } = setUp([...answers], { maxBatchEvents, flushTimeoutMs: 10_000_000 });
      let told = 0;
      const instrumentation = new Instrumentation({ sinks: [sink] });
      for (const [n, event] of events(waits.length).entries()) {
        const from = clock.elapsed;
        await clock.run(instrumentation.emit(event).catch(() => void told++));
        expect(clock.elapsed - from).toBeLessThanOrEqual(10_000);
        await clock.moveTo(clock.elapsed + waits[n]!);
      }
      await clock.run(instrumentation.close());
      expect(server.got.flatMap(({ numbers }) => numbers)).toEqual(range(waits.length));
      // What is sent again is the same, with the same key.
      for (const { key, numbers } of server.posts) {
        expect(server.posts.find((post) => post.key === key)!.numbers).toEqual(numbers);
      }
      const rows = answers
        .slice(0, server.posts.length)
        .filter((answer, i, all) => answer !== accept && (all[i - 1] ?? accept) === accept);
      expect(told).toBeLessThanOrEqual(rows.length);
      expect([clock.timers, sink.unsentLines, sink.lostRecords]).toEqual([0, [], 0]);
    }),
  );
});

test.each([
  ['resets', reset, 'connection reset'],
  ['answers 500', status(500), 'https://logs.example/events answers with status 500'],
  ['answers half', half, 'terminated'],
  ['hangs', hang, 'https://logs.example/events does not answer within 1000 ms'],
])('HttpSink tells of a server that %s, once and without what is secret in its URL', async (_, answer, message) => {
  const { clock, sink, events } = setUp([answer, answer, answer], { timeoutMs: 1000 });
  const [first, second] = events(2);
  const told = clock.run(sink.handle(first!));
  await expect(told).rejects.toThrow(message);
  await clock.run(sink.handle(second!));
  expect(clock.elapsed).toBeLessThanOrEqual(1000);
  await clock.run(sink.flush());
});

test('HttpSink waits longer after each failure, as long as the server wants, and sends again by itself', async () => {
  const { clock, server, sink, events } = setUp([reset, reset, status(503, { 'retry-after': '7' }), reset], {
    maxRetryMs: 20_000,
  });
  const [event] = events(1);
  await expect(sink.handle(event!)).rejects.toThrow();
  const posts: number[] = [];
  for (let ms = 0; ms <= 30_000; ms += 100) {
    await clock.moveTo(ms, () => settle(2));
    if (server.posts.length > posts.length) posts.push(ms);
  }
  expect(posts).toEqual([0, 500, 1500, 8500, 12_500]);
  expect(server.got).toHaveLength(1);
  await sink.close();
});

test('HttpSink posts together what waits, within its limits', async () => {
  const { clock, server, sink, events } = setUp([], { maxBatchEvents: 3 });
  await clock.run(sink.handleAll(events(7)));
  expect(server.posts.map(({ numbers }) => numbers)).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  const small = setUp([], { maxBatchBytes: 1 });
  await small.clock.run(small.sink.handleAll(small.events(2)));
  expect(small.server.posts.map(({ numbers }) => numbers)).toEqual([[0], [1]]);
});

test('HttpSink in an Instrumentation posts together what came while it was busy', async () => {
  const { opened, open } = gate();
  const slow: Answer = async () => {
    await opened;
    return accept();
  };
  const { server, sink, events } = setUp([slow], { mode: 'best_effort' });
  const instrumentation = new Instrumentation({ sinks: [sink] });
  for (const event of events(5)) await instrumentation.emit(event);
  await settle();
  open();
  await instrumentation.close();
  expect(server.posts.map(({ numbers }) => numbers)).toEqual([[0], [1, 2, 3, 4]]);
});

test('HttpSink lets the oldest go when there is no more room, and counts them', async () => {
  const { clock, server, sink, events } = setUp([reset], { maxSpoolBytes: 1000 });
  const all = events(10);
  await expect(sink.handle(all[0]!)).rejects.toThrow('connection reset');
  for (const event of all.slice(1)) await sink.handle(event);
  expect(sink.lostRecords).toBeGreaterThan(3);
  await clock.run(sink.close());
  const kept = server.got.flatMap(({ numbers }) => numbers);
  expect(kept).toEqual([0, ...range(10).slice(1 + sink.lostRecords)]);
});

test('HttpSink gives up at its close after a time, says how much is left, and hands it out', async () => {
  const { clock, sink, events } = setUp(
    Array.from({ length: 99 }, () => status(500)),
    { flushTimeoutMs: 5000 },
  );
  const instrumentation = new Instrumentation({ sinks: [sink] });
  const [first, second] = events(2);
  await expect(instrumentation.emit(first!)).rejects.toBeInstanceOf(HttpStatusError);
  await instrumentation.emit(second!);
  const closed = clock.run(instrumentation.close());
  await expect(closed).rejects.toThrow('Cannot send 2 events to https://logs.example/events');
  await expect(closed).rejects.toMatchObject({ cause: { status: 500 } });
  expect(clock.elapsed).toBeLessThanOrEqual(5000);
  expect(sink.unsentLines.map((line) => JSON.parse(line).data.n)).toEqual([0, 1]);
  expect(clock.timers).toBe(0);
});

test('HttpSink sends what it is told to, and refuses what makes no sense', async () => {
  const seen: unknown[] = [];
  const fetch = async (url: unknown, { method, headers }: RequestInit = {}) => {
    seen.push([String(url), method, headers]);
    return accept();
  };
  const sink = new HttpSink(new URL(URL_OF_SERVER), { fetch, headers: { Authorization: 'Bearer a' } });
  expect([sink.mode, sink.onError]).toEqual(['best_effort', 'log']);
  const event = fixedEvents().start('exec');
  await sink.handle(event);
  const types = { Authorization: 'Bearer a', 'content-type': 'application/x-ndjson' };
  expect(seen).toEqual([[URL_OF_SERVER, 'POST', { ...types, 'idempotency-key': event.event_id }]]);
  expect(() => new HttpSink('events')).toThrow('Cannot create HttpSink: url must be an absolute URL, got "events"');
  expect(() => new HttpSink(URL_OF_SERVER, { timeoutMs: 0 })).toThrow(/timeoutMs must be an integer >= 1, got 0/);
  expect(() => new HttpSink(URL_OF_SERVER, { fetch: 1 as never })).toThrow(/fetch must be a function, got 1/);
  expect(() => new HttpSink(URL_OF_SERVER, { clock: Date as never })).toThrow(
    /clock must have a setTimeout method, got a/,
  );
});
