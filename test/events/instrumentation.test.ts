import { expect, test, vi } from 'vitest';
import {
  CallbackSink,
  ChainedSink,
  type EventSink,
  type FinishEvent,
  Instrumentation,
  type SessionEvent,
} from '../../src/events/index.js';
import { finishEvent, startEvent } from './helpers/events.js';

const quiet = { log: () => {} };

test('Instrumentation rejects with all errors together if several sinks raise', async () => {
  const errors = [new Error('a'), new Error('b')];
  const sinks = errors.map((error) => new CallbackSink(() => Promise.reject(error)));
  const failing = new Instrumentation({ sinks: [sinks[0]!, new ChainedSink([sinks[1]!])] }).emit(startEvent());
  await expect(failing).rejects.toBeInstanceOf(AggregateError);
  await expect(failing).rejects.toMatchObject({ errors });
});

test('Instrumentation gives each sink a copy, as the event was when it was emitted', async () => {
  const seen: SessionEvent[] = [];
  const spoil = (event: SessionEvent) => {
    seen.push(structuredClone(event));
    (event.data.list as unknown[]).push('spoiled');
    delete (event as { op?: string }).op;
  };
  const instrumentation = new Instrumentation({
    sinks: [new CallbackSink(spoil, { mode: 'async' }), new CallbackSink(spoil, { mode: 'best_effort' })],
    payloadPolicy: { includeExecOutput: true },
  });
  const stdout = new TextEncoder().encode('out');
  const event = { ...finishEvent({ data: { list: [1] } }), stdout_bytes: stdout };
  const emitted = instrumentation.emit(event);
  (event.data.list as unknown[]).push('later');
  stdout.fill(0);
  await emitted;
  await instrumentation.flush();
  const expected = { op: 'exec', data: { list: [1] }, stdout: 'out', stdout_bytes: new TextEncoder().encode('out') };
  expect(seen).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);
});

test('Instrumentation takes whatever data an event has', async () => {
  const seen: unknown[] = [];
  const circular: Record<string, unknown> = { n: 1n };
  circular.self = circular;
  const hostile = {
    get x() {
      throw new Error('broke');
    },
  };
  const instrumentation = new Instrumentation({ sinks: [new CallbackSink(({ data }) => seen.push(data))] });
  await instrumentation.emit(startEvent({ circular, hostile, f() {} }));
  expect(seen).toEqual([{ circular: { n: '1', self: '[circular]' }, hostile: { x: '[threw Error: broke]' } }]);
});

test('Instrumentation takes data that is a broken proxy', async () => {
  const seen: unknown[] = [];
  const data = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no keys');
      },
    },
  );
  for (const redact of [undefined, { secrets: ['keys'] }]) {
    const sinks = [new CallbackSink((event) => seen.push(event.data))];
    await new Instrumentation({ sinks, ...(redact && { redact }) }).emit({ ...startEvent(), data });
  }
  expect(seen).toEqual([{ note: '[threw Error: no keys]' }, { note: '[threw Error: no [masked]]' }]);
});

test('a failure that is logged is told once, until the sink takes an event again; one that is ignored never', async () => {
  let fails = true;
  const handle = () => (fails ? Promise.reject(new Error('no space')) : Promise.resolve());
  const told: string[] = [];
  const instrumentation = new Instrumentation({
    sinks: [new CallbackSink(handle, { onError: 'log' }), new CallbackSink(handle, { onError: 'ignore' })],
    log(message, reason) {
      told.push(`${message}: ${reason}`);
      throw new Error('a log that fails');
    },
  });
  for (const nextFails of [true, true, false, true, true]) {
    fails = nextFails;
    await instrumentation.emit(startEvent());
  }
  await instrumentation.close();
  const once = 'Cannot deliver events to CallbackSink: Error: no space';
  expect(told).toEqual([once, once]);
  expect(instrumentation.failedEvents).toBe(8);
});

test('Instrumentation logs to the console unless told otherwise', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    const reason = new Error('x');
    const sink = new CallbackSink(() => Promise.reject(reason), { mode: 'best_effort' });
    const instrumentation = new Instrumentation({ sinks: [sink] });
    await instrumentation.emit(startEvent());
    await instrumentation.close();
    expect(error.mock.calls).toEqual([['Cannot deliver events to CallbackSink', reason]]);
  } finally {
    error.mockRestore();
  }
});

test('close closes every sink once, tells what one raises, and ends emitting', async () => {
  const failure = new Error('close');
  const acts: string[] = [];
  const sink = (name: string, fails: boolean, options: Partial<EventSink> = {}): EventSink => ({
    mode: 'async',
    onError: 'raise',
    ...options,
    handle: () => void acts.push(`${name} handle`),
    flush: () => void acts.push(`${name} flush`),
    close: () => {
      acts.push(`${name} close`);
      if (fails) throw failure;
    },
  });
  const sinks = [sink('a', true), new ChainedSink([sink('b', false)]), sink('c', true, { mode: 'best_effort' })];
  const instrumentation = new Instrumentation({ sinks, ...quiet });
  await instrumentation.emit(startEvent());
  const closed = instrumentation.close();
  expect(instrumentation.close()).toBe(closed);
  await expect(closed).rejects.toBe(failure);
  for (const name of ['a', 'b', 'c']) {
    expect(acts.filter((act) => act.startsWith(name))).toEqual([`${name} handle`, `${name} flush`, `${name} close`]);
  }
  await expect(instrumentation.emit(startEvent())).rejects.toThrow('Cannot emit: this Instrumentation is closed');
});

test('ChainedSink that stands alone serves its sinks in order, each by its policy', async () => {
  const acts: unknown[] = [];
  const failure = new Error('no');
  const chain = new ChainedSink([
    new CallbackSink(() => Promise.reject(failure)),
    new CallbackSink((event) => acts.push((event as FinishEvent).stdout), {
      payloadPolicy: { includeExecOutput: true, maxStdoutChars: 1 },
    }),
    new CallbackSink(() => Promise.reject(new Error('ignored')), { onError: 'ignore' }),
    {
      mode: 'sync',
      onError: 'raise',
      handle() {},
      flush: () => void acts.push('flush'),
      close: () => void acts.push('close'),
    },
  ]);
  await expect(chain.handle(finishEvent({ stdout: 'abc' }))).rejects.toBe(failure);
  await chain.flush();
  await chain.close();
  expect(acts).toEqual(['a…', 'flush', 'close']);
});

test('Instrumentation and sinks refuse what makes no sense', async () => {
  expect(() => new Instrumentation({ sinks: [{}] } as never)).toThrow(
    /a sink must have a handle method, got an object/,
  );
  expect(() => new Instrumentation({ sinks: 1 } as never)).toThrow(/sinks must be an array, got 1/);
  expect(() => new Instrumentation({ maxQueuedEvents: 0 })).toThrow(RangeError);
  expect(() => new Instrumentation({ payloadPolicyByOp: { exec: { maxStdoutChars: 0.5 } } })).toThrow(RangeError);
  expect(() => new Instrumentation({ dropPolicy: 'all' } as never)).toThrow(RangeError);
  expect(() => new CallbackSink(1 as never)).toThrow(/callback must be a function, got 1/);
  expect(() => new CallbackSink(() => {}, { mode: 'later' as never })).toThrow(/mode must be 'sync' or 'async' or/);
  expect(() => new CallbackSink(() => {}, { redact: { secrets: [''] } })).toThrow(RangeError);
  await expect(new Instrumentation().emit({} as never)).rejects.toThrow('Cannot emit: event must be a session event');
});

test('Instrumentation takes a log that rejects', async () => {
  const told: unknown[] = [];
  const log = async (...all: unknown[]) => {
    told.push(all);
    throw new Error('not unhandled');
  };
  const sink = new CallbackSink(() => Promise.reject(new Error('a')), { onError: 'log' });
  await new Instrumentation({ sinks: [sink], log }).emit(startEvent());
  expect(told).toHaveLength(1);
});

test('Instrumentation closes after a sink that throws, and does not reject', async () => {
  const handle = () => {
    throw new Error('at once');
  };
  const instrumentation = new Instrumentation({ sinks: [{ mode: 'sync', onError: 'raise', handle }] });
  await expect(instrumentation.emit(startEvent())).rejects.toThrow('at once');
  await instrumentation.close();
});
