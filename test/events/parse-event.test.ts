import { expect, test } from 'vitest';
import { EventError, eventToJsonLine, parseSessionEvent } from '../../src/events/index.js';
import { finishEvent, startEvent } from './helpers/events.js';

const wire = (event: object) => JSON.parse(JSON.stringify(event));

test('parseSessionEvent gives back what eventToJsonLine wrote, and fields that it does not know', () => {
  for (const event of [startEvent({ argv: ['é'] }), finishEvent({ error: new Error('x'), stdout: 'out' })]) {
    expect(parseSessionEvent(JSON.parse(eventToJsonLine(event)))).toEqual(event);
    expect(parseSessionEvent({ ...wire(event), later: [1] })).toEqual({ ...event, later: [1] });
  }
});

test('parseSessionEvent takes a missing field for null where that may be', () => {
  const { error_code, stdout, trace_id, ...rest } = finishEvent();
  expect(parseSessionEvent(wire(rest))).toEqual({ ...rest, error_code, stdout, trace_id });
});

test('parseSessionEvent leaves the record alone, and gives one with raw output', () => {
  const record = Object.freeze({ ...finishEvent(), stdout_bytes: Uint8Array.of(1) });
  expect(parseSessionEvent(record)).toEqual(record);
});

const START_FIELDS = ['version', 'event_id', 'ts', 'session_id', 'seq', 'op', 'phase', 'span_id', 'data'];

test.each([
  ...[...START_FIELDS, 'ok', 'duration_ms'].flatMap((name) => [
    [name, undefined],
    [name, null],
    [name, ['wrong']],
  ]),
  ['version', 2],
  ['ts', 'yesterday'],
  ['seq', 1.5],
  ['seq', -1],
  ['op', ''],
  ['phase', 'middle'],
  ['data', 'text'],
  ['duration_ms', -1],
  ['trace_id', 1],
  ['error_retryable', 'yes'],
  ['stdout', 1],
  ['stdout_bytes', 'AAA='],
] as [string, unknown][])('parseSessionEvent refuses %s: %j', (path, value) => {
  const record = { ...finishEvent(), [path]: value };
  const failure = errorOf(() => parseSessionEvent(value === undefined ? wire(record) : record));
  expect(failure).toMatchObject({ path, name: 'EventError' });
  expect(failure.message).toMatch(
    new RegExp(`^Cannot parse a session event: ${path} must be .*, (got .*|and is missing)$`),
  );
});

test.each([null, 1, 'text', [], undefined])('parseSessionEvent refuses %j', (value) => {
  expect(errorOf(() => parseSessionEvent(value))).toMatchObject({ path: '' });
});

function errorOf(run: () => unknown): EventError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(EventError);
    return error as EventError;
  }
  throw new Error('nothing was thrown');
}
