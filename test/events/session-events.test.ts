import { expect, test } from 'vitest';
import { createSessionEvents, eventToJsonLine } from '../../src/events/index.js';
import { finishEvent, fixedEvents, startEvent } from './helpers/events.js';

test('createSessionEvents numbers events and ties the finish to its start', () => {
  const events = fixedEvents();
  const outer = events.start('exec', { argv: ['make'] }, { spanId: 'sp', parentSpanId: 'up', traceId: 'tr' });
  const inner = events.start('write', { bytes: 3 });
  const finish = events.finish(outer, { data: { exit_code: 0 } });
  expect([outer, inner, finish].map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(finish).toEqual({
    version: 1,
    event_id: 'id4',
    ts: '1970-01-01T00:00:01.002Z',
    session_id: 's1',
    seq: 3,
    op: 'exec',
    phase: 'finish',
    span_id: 'sp',
    parent_span_id: 'up',
    trace_id: 'tr',
    data: { argv: ['make'], exit_code: 0 },
    ok: true,
    duration_ms: 2,
    error_code: null,
    error_type: null,
    error_message: null,
    error_retryable: null,
    stdout: null,
    stderr: null,
  });
  expect(inner.span_id).not.toBe(outer.span_id);
});

test('createSessionEvents makes random UUIDs, and dates of now', () => {
  const from = Date.now();
  const events = createSessionEvents();
  const start = events.start('exec');
  const ids = [events.sessionId, start.session_id, start.event_id, start.span_id];
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(3);
  expect(Date.parse(start.ts)).toBeGreaterThanOrEqual(from);
  expect(Date.parse(start.ts)).toBeLessThanOrEqual(Date.now());
  expect(events.finish(start).duration_ms).toBeGreaterThanOrEqual(0);
});

test('createSessionEvents measures by the clock, never below zero, and from `ts` where the start was made elsewhere', () => {
  let now = 5000;
  const events = createSessionEvents({ clock: { now: () => now } });
  const start = events.start('exec');
  now = 5000.12345;
  expect(events.finish(start).duration_ms).toBe(0.123);
  now = 4000;
  expect(events.finish(start).duration_ms).toBe(0);
  now = 6000;
  expect(events.finish(JSON.parse(JSON.stringify(start))).duration_ms).toBe(1000);
});

test.each([
  [{}, { ok: true, error_code: null, error_type: null, error_message: null }],
  [{ errorCode: 'timeout' }, { ok: false, error_code: 'timeout', error_type: null }],
  [
    { ok: true, errorMessage: 'warned' },
    { ok: true, error_message: 'warned' },
  ],
  [
    { error: Object.assign(new RangeError('no'), { code: 'E1', retryable: true }) },
    { ok: false, error_code: 'E1', error_type: 'RangeError', error_message: 'no', error_retryable: true },
  ],
  [
    { error: new Error('a'), errorCode: 'mine', errorMessage: 'b' },
    { error_code: 'mine', error_message: 'b' },
  ],
  [{ error: 'text' }, { ok: false, error_type: 'string', error_message: 'text' }],
  [{ error: null }, { ok: false, error_message: 'null' }],
])('createSessionEvents tells an error: %j', (outcome, expected) => {
  expect(finishEvent(outcome)).toMatchObject(expected);
});

test('createSessionEvents tells what it can of an error that throws when it is looked at', () => {
  const hostile = {
    get message() {
      throw new Error('again');
    },
  };
  expect(finishEvent({ error: hostile })).toMatchObject({ ok: false, error_message: '[threw Error: again]' });
});

test('createSessionEvents keeps raw output as a copy, beside the text and never on the wire', () => {
  const stdout = Uint8Array.of(0x61, 0x62);
  const event = finishEvent({ stdout, stderr: 'text' });
  stdout.fill(0);
  expect(event).toMatchObject({ stdout: null, stdout_bytes: Uint8Array.of(0x61, 0x62), stderr: 'text' });
  expect(JSON.parse(eventToJsonLine(event))).not.toHaveProperty('stdout_bytes');
});

test('createSessionEvents copies the data of the start', () => {
  const data: Record<string, unknown> = { a: 1 };
  const event = startEvent(data);
  data.a = 2;
  expect(event.data).toEqual({ a: 1 });
});

test('createSessionEvents refuses what makes no sense', () => {
  const events = fixedEvents();
  expect(() => createSessionEvents({ sessionId: 1 } as never)).toThrow(
    new TypeError('createSessionEvents: sessionId must be a string, got 1'),
  );
  expect(() => createSessionEvents({ clock: {} } as never)).toThrow(/clock must have a now method/);
  expect(() => events.start('')).toThrow(new RangeError('createSessionEvents: op must not be empty'));
  expect(() => events.start('a', 'b' as never)).toThrow(TypeError);
  expect(() => events.finish({} as never)).toThrow(/finish needs a start event/);
  expect(() => events.finish(events.start('a'), { stdout: 1 } as never)).toThrow(/stdout must be a string/);
});
