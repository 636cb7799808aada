import { expect, test } from 'vitest';
import {
  CallbackSink,
  ChainedSink,
  type FinishEvent,
  Instrumentation,
  type SessionEvent,
} from '../../src/events/index.js';
import { finishEvent } from './helpers/events.js';

test('redact masks before any sink sees the record, also what a cap would cut in two', async () => {
  const secret = 'sk-12345';
  const seen: string[] = [];
  const show = (event: SessionEvent) => void seen.push(JSON.stringify(event) + shownBytes(event));
  const shownBytes = (event: SessionEvent) => new TextDecoder().decode((event as FinishEvent).stdout_bytes);
  const event = finishEvent({
    data: { argv: [secret], token: { a: 1 } },
    stderr: `err ${secret}`,
    error: new Error(secret),
  });
  for (let cap = 0; cap < 14; cap++) {
    const payloadPolicy = { includeExecOutput: true, maxStdoutChars: cap, maxStderrChars: cap };
    const instrumentation = new Instrumentation({
      sinks: [new CallbackSink(show), new ChainedSink([new CallbackSink(show)])],
      redact: { secrets: [secret], names: ['token'], mask: '#' },
      payloadPolicy,
    });
    await instrumentation.emit({ ...event, stdout_bytes: new TextEncoder().encode(`out ${secret}!`) });
  }
  expect(seen).toHaveLength(28);
  for (const text of seen) expect(text).not.toMatch(/sk-|"a":1/);
  expect(seen.at(-1)).toMatch(/"token":"#".*"stdout":"out #!".*out #!$/);
  expect(event.data.argv).toEqual([secret]);
});

test('redact of a sink and of the chains around it comes on top of that for all', async () => {
  const seen: Record<string, unknown> = {};
  const sink = (name: string, secrets?: string[]) => {
    const see = (event: SessionEvent) =>
      Object.assign(seen, { [name]: [event.data.text, (event as FinishEvent).stdout] });
    return new CallbackSink(see, {
      payloadPolicy: { includeExecOutput: true },
      ...(secrets && { redact: { secrets, mask: '#' } }),
    });
  };
  const chain = new ChainedSink([sink('inner', ['c'])], { redact: { secrets: ['b'], mask: '#' } });
  const instrumentation = new Instrumentation({ sinks: [sink('plain'), chain], redact: { secrets: ['a'], mask: '#' } });
  await instrumentation.emit(finishEvent({ data: { text: 'abcd' }, stdout: 'dcba' }));
  expect(seen).toEqual({ plain: ['#bcd', 'dcb#'], inner: ['###d', 'd###'] });
});

test('redact leaves what makes a record of it, and masks what a later version adds', async () => {
  const seen: SessionEvent[] = [];
  const event = { ...finishEvent({ data: { start: 'exec s1' } }), token: 1, later: ['exec'], data: { exec: 1 } };
  const words = ['finish', 'exec', 's1', '1', 'data', 'true', 'id'];
  const redact = { secrets: words, names: ['data', 'op', 'token'], mask: '#' };
  await new Instrumentation({ sinks: [new CallbackSink((each) => seen.push(each))], redact }).emit(event);
  expect(seen).toEqual([{ ...event, token: '#', later: ['#'], data: { '#': '#' } }]);
});
