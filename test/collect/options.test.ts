import { expect, test } from 'vitest';
import { type CollectOptions, Collector, collect, TruncationPolicy } from '../../src/index.js';
import { fed } from './helpers/sources.js';
import { reasonOf, settle } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

const { TypeError: kind, RangeError: value } = globalThis;
const policy = TruncationPolicy.bytes(10);

/** Options that cannot be kept, and the error that says so. */
const wrongWindow: [options: object, error: typeof TypeError | typeof RangeError, message: RegExp][] = [
  ...['yieldTimeMs', 'deadlineMs', 'idleMs', 'graceMs', 'graceMaxMs'].flatMap((name): typeof wrongWindow => [
    [{ [name]: '250' }, kind, new RegExp(`${name} must be a number, got "250"`)],
    [{ [name]: null }, kind, new RegExp(`${name} must be a number, got null`)],
    [{ [name]: Number.NaN }, value, new RegExp(`${name} must be .*, got NaN`)],
    [{ [name]: -1 }, value, new RegExp(`${name} must be .*, got -1`)],
  ]),
  [{ policy, maxOutputTokens: 5 }, kind, /maxOutputTokens/],
  [{ policy, maxOutputTokens: null }, kind, /maxOutputTokens/],
  [{ policy: { mode: 'bytes', limit: 5 } }, kind, /policy must be a TruncationPolicy/],
  [{ maxOutputTokens: '5' }, kind, /maxOutputTokens must be a number or null, got "5"/],
  [{ maxOutputTokens: Number.NaN }, value, /NaN/],
  [{ maxOutputTokens: 1.5 }, value, /1.5/],
  [{ truncate: 5 }, kind, /options must be an object, got 5/],
  [{ truncate: { heading: 'yes' } }, kind, /heading must be true or false/],
  [{ truncate: { headShare: 2 } }, value, /headShare/],
  [{ exited: 5 }, kind, /exited must be a promise, got 5/],
  [{ exited: {} }, kind, /exited must be a promise/],
  [{ signal: {} }, kind, /signal must be an AbortSignal/],
  [{ signal: new AbortController() }, kind, /signal must be an AbortSignal, got a AbortController/],
  [{ onAbort: 'ignore' }, value, /onAbort must be 'reject' or 'return', got "ignore"/],
  [{ onAbort: true }, kind, /onAbort must be 'reject' or 'return', got true/],
  [{ clock: {} }, kind, /clock must have a now method/],
  [{ clock: { now() {}, setTimeout() {} } }, kind, /clock must have a clearTimeout method/],
  [{ clock: null }, kind, /clock must have a now method/],
];

const wrongCollector: typeof wrongWindow = [
  [{ maxBytes: '5' }, kind, /maxBytes must be a number, got "5"/],
  [{ maxBytes: -1 }, value, /maxBytes must be an integer >= 0, got -1/],
  [{ maxBytes: 1.5 }, value, /maxBytes must be an integer >= 0, got 1.5/],
  [{ maxBytes: Number.POSITIVE_INFINITY }, value, /maxBytes/],
  [{ onChunk: 5 }, kind, /onChunk must be a function, or have a write method, got 5/],
  [{ onChunk: null }, kind, /onChunk must be a function, or have a write method, got null/],
  [{ spill: {} }, kind, /spill must have a write method/],
  [{ spill: null }, kind, /spill must have a write method, got null/],
  [{ clock: 5 }, kind, /clock must have a now method, got 5/],
];

test('collect refuses options that it cannot keep, before it touches the source', async () => {
  const { stream, cancels } = fed();
  const notOptions = [5, 'options', null].map((options): (typeof wrongWindow)[0] => [
    options as never,
    kind,
    /options must be an object/,
  ]);
  for (const [options, error, message] of [...wrongWindow, ...wrongCollector, ...notOptions]) {
    const reason = await reasonOf(collect(stream, options as CollectOptions));
    expect(reason, JSON.stringify(options)).toBeInstanceOf(error);
    expect((reason as Error).message).toMatch(message);
    expect((reason as Error).message).toMatch(/^Cannot (collect|create BudgetTruncate): |^TruncationPolicy/);
  }
  expect([stream.locked, cancels]).toEqual([false, []]);
});

test('Collector refuses options that it cannot keep, before it touches the source', () => {
  const { stream } = fed();
  for (const [options, error, message] of wrongCollector) {
    expect(() => new Collector(stream, options)).toThrow(error);
    expect(() => new Collector(stream, options)).toThrow(message);
    expect(() => new Collector(stream, options)).toThrow(/^Cannot create Collector: /);
  }
  expect(stream.locked).toBe(false);
});

test('Collector refuses the options of a window, and has another one at once', async () => {
  const collector = new Collector();
  collector.write('text');
  for (const [options, error] of wrongWindow) {
    expect(await reasonOf(collector.collect(options)), JSON.stringify(options)).toBeInstanceOf(error);
  }
  expect(await collector.collect({ yieldTimeMs: 0 })).toMatchObject({ text: 'text' });
});

test('collect takes every time from 0 to Infinity', async () => {
  for (const ms of [0, 0.5, 2 ** 31, Number.MAX_VALUE, Infinity]) {
    const limits = { yieldTimeMs: ms, deadlineMs: ms, idleMs: ms, graceMs: ms, graceMaxMs: ms };
    const clock = new VirtualClock();
    const { text, endedBy } = await clock.run(collect('text', { ...limits, clock, exited: Promise.resolve() }));
    expect([text, endedBy]).toEqual(['text', ms === 0 ? 'deadline' : 'end']);
  }
});

test('collect takes any object for a signal that can be listened to', async () => {
  const heard: (() => void)[] = [];
  const signal = {
    aborted: false,
    reason: 'by hand',
    addEventListener: (_: string, listener: () => void) => heard.push(listener),
    removeEventListener: (_: string, listener: () => void) => heard.splice(heard.indexOf(listener), 1),
  };
  const { stream, cancels } = fed();
  const call = reasonOf(collect(stream, { signal: signal as unknown as AbortSignal }));
  await settle();
  signal.aborted = true;
  for (const listener of [...heard]) listener();
  expect(await call).toBe('by hand');
  expect([cancels, heard]).toEqual([['by hand'], []]);
});
