import { expect, test } from 'vitest';
import { Collector, collect, type OperationRecorder } from '../../src/index.js';
import { VirtualClock } from '../collect/helpers/virtual-clock.js';
import { recording } from './helpers/recording.js';

test('collect records when it began, and how it ended, with its counts and its text', async () => {
  const { seen, events } = recording();
  const source = { stdout: ['out ', 'é\n'], stderr: ['err\n'] };
  const result = await collect(source, { events, maxOutputTokens: 100 });
  expect(result).toEqual(await collect(source, { maxOutputTokens: 100 }));
  const [start, finish, ...more] = seen;
  expect(more).toEqual([]);
  expect(start).toMatchObject({ phase: 'start', op: 'collect', seq: 1, data: {} });
  expect(finish).toMatchObject({
    phase: 'finish',
    span_id: start!.span_id,
    ok: true,
    stdout: 'out é\n',
    stderr: 'err\n',
    data: {
      ended_by: 'end',
      closed: true,
      total_bytes: 11,
      omitted_bytes: 0,
      pending_bytes: 0,
      total_lines: 2,
      source_bytes: { stdout: 7, stderr: 4 },
    },
  });
});

test('collect records a source without labels as standard output, and one of standard error alone as that', async () => {
  const { seen, events } = recording();
  await collect('text', { events });
  await collect({ stderr: 'problem' }, { events });
  expect(seen.filter(({ phase }) => phase === 'finish')).toMatchObject([
    { stdout: 'text', stderr: null },
    { stdout: null, stderr: 'problem' },
  ]);
});

test('Collector records each of its windows', async () => {
  const { seen, events } = recording();
  const clock = new VirtualClock();
  const collector = new Collector(undefined, { events, clock });
  collector.write('a');
  await clock.run(collector.collect({ yieldTimeMs: 10 }));
  collector.write('bc');
  collector.close();
  await clock.run(collector.collect({ yieldTimeMs: 10 }));
  expect(seen.map(({ phase, data }) => [phase, data.ended_by, data.total_bytes])).toEqual([
    ['start', undefined, undefined],
    ['finish', 'window', 1],
    ['start', undefined, undefined],
    ['finish', 'end', 2],
  ]);
});

test('collect records the error of a source, and rejects with it', async () => {
  const { seen, instrumentation, events } = recording(
    (event) => event.phase === 'finish' && Promise.reject(new Error('sink')),
  );
  const broken = Object.assign(new RangeError('broke'), { code: 'E1' });
  const source = (function* () {
    yield 'a';
    throw broken;
  })();
  await expect(collect(source, { events })).rejects.toBe(broken);
  await instrumentation.flush();
  expect(seen[1]).toMatchObject({ ok: false, error_type: 'RangeError', error_message: 'broke', error_code: 'E1' });
});

test.each(['start', 'finish'] as const)(
  'collect gives its result although the %s cannot be recorded, and tells that',
  async (phase) => {
    const failure = new Error('no space');
    const { seen, events } = recording((event) => event.phase === phase && Promise.reject(failure));
    const result = await collect('text', { events });
    expect(result).toMatchObject({ text: 'text', closed: true });
    expect(result.sinkError).toBe(failure);
    expect(seen).toHaveLength(2);
  },
);

test('collect takes a recorder that throws for one that fails', async () => {
  const failure = new Error('no');
  const events: OperationRecorder = {
    start: () => {
      throw failure;
    },
  };
  expect((await collect('text', { events })).sinkError).toBe(failure);
  await expect(collect('text', { events: {} as never })).rejects.toThrow(
    'Cannot collect: events must have a start method',
  );
});

test('recordTo records an operation of any kind, in its place of a trace', async () => {
  const { seen, events } = recording();
  const finish = events.start('write', { bytes: 3 }, { spanId: 'a', traceId: 't' });
  await finish({ data: { written: true }, errorCode: 'late' });
  expect(seen).toMatchObject([
    { op: 'write', span_id: 'a', trace_id: 't', data: { bytes: 3 } },
    { op: 'write', span_id: 'a', trace_id: 't', ok: false, error_code: 'late', data: { bytes: 3, written: true } },
  ]);
});
