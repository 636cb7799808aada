import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { HttpSink, Instrumentation } from '../../src/events/index.js';
import { fixedEvents } from './helpers/events.js';

type Behaviour = (request: IncomingMessage, response: ServerResponse, socket: Socket) => void;

/** A wide margin above `TIMEOUT_MS`, for a machine under load. */
const MOST_WAIT_MS = 10_000;
const TIMEOUT_MS = 2000;

const accept: Behaviour = (_, response) => response.writeHead(204).end();
const behaviours: Record<string, Behaviour> = {
  'never answers': () => {},
  'resets the connection': (_, __, socket) => socket.resetAndDestroy(),
  'answers 500': (_, response) => response.writeHead(500).end('no'),
  'answers 429': (_, response) => response.writeHead(429, { 'retry-after': '0' }).end(),
  'breaks off in its headers': (_, __, socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
  'breaks off in its body': (_, response, socket) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => socket.destroy(), 20);
  },
  'never ends its body': (_, response) => response.writeHead(200).write('x'),
};

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A server on the loopback that takes a request once for each key, however it answers. */
async function serve(turns: Behaviour[]) {
  const taken = new Map<string, number[]>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const behave = turns.shift() ?? accept;
    const numbers = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).data.n);
    taken.set(String(request.headers['idempotency-key']), numbers);
    behave(request, response, request.socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, taken };
}

test.each(Object.keys(behaviours))(
  'HttpSink at a real server that %s: nothing is lost or twice, told once, not held up',
  async (name) => {
    const { url, taken } = await serve([behaviours[name]!, behaviours[name]!]);
    const told: unknown[] = [];
    const sink = new HttpSink(url, { mode: 'sync', timeoutMs: TIMEOUT_MS, retryMs: 50, flushTimeoutMs: 60_000 });
    const instrumentation = new Instrumentation({ sinks: [sink], log: (...each) => told.push(each) });
    const { start } = fixedEvents();
    for (let n = 0; n < 4; n++) {
      const from = performance.now();
      await instrumentation.emit(start('exec', { n }));
      expect(performance.now() - from).toBeLessThan(TIMEOUT_MS + MOST_WAIT_MS);
    }
    await instrumentation.close();
    expect([...taken.values()].flat()).toEqual([0, 1, 2, 3]);
    expect(told).toEqual([['Cannot deliver events to HttpSink', expect.any(Error)]]);
  },
);

test('HttpSink where nobody listens gives up at its close, and hands out what is left', async () => {
  const { url } = await serve([]);
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  const sink = new HttpSink(url, { mode: 'sync', onError: 'raise', flushTimeoutMs: 200, retryMs: 50 });
  const instrumentation = new Instrumentation({ sinks: [sink] });
  await expect(instrumentation.emit(fixedEvents().start('exec', { n: 7 }))).rejects.toThrow();
  await expect(instrumentation.close()).rejects.toThrow(`Cannot send 1 events to ${url}`);
  expect(sink.unsentLines.map((line) => JSON.parse(line).data.n)).toEqual([7]);
});
