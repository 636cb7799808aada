import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/events/index.js';
import { recording } from '../events/helpers/recording.js';
import { newSessions, readUntil } from './helpers/sessions.js';

function setUp(handle?: (event: SessionEvent) => unknown) {
  const { seen, events } = recording(handle);
  return { seen, sessions: newSessions({ events }) };
}

test('ExecSessions records each call, with its command, its counts and its output', async () => {
  const { seen, sessions } = setUp();
  await sessions.exec('echo é; echo problem >&2; exit 3');
  const [start, finish, ...more] = seen;
  expect(more).toEqual([]);
  const command = { argv: ['/bin/sh', '-c', 'echo é; echo problem >&2; exit 3'], cwd: process.cwd(), tty: false };
  expect(start).toMatchObject({ phase: 'start', op: 'exec', data: command });
  expect(finish).toMatchObject({
    phase: 'finish',
    span_id: start!.span_id,
    ok: false,
    stdout: 'é\n',
    stderr: 'problem\n',
    data: {
      ...command,
      exec_session_id: null,
      exit_code: 3,
      signal: null,
      total_bytes: 11,
      omitted_bytes: 0,
      closed: true,
    },
  });
});

test('ExecSessions records what is written by its length alone, and the end of a program', async () => {
  const { seen, sessions } = setUp();
  const started = await sessions.exec(['cat'], { stdin: true, yieldTimeMs: 0 });
  const id = started.sessionId!;
  await readUntil(sessions, await sessions.write(id, 'é\n'), 'é');
  await sessions.terminate(id);
  const finishes = seen.filter(({ phase }) => phase === 'finish');
  expect(finishes.map(({ op, data }) => [op, data.exec_session_id])).toMatchObject([
    ['exec', id],
    ['write', id],
    ...finishes.slice(2, -1).map(() => ['write', id]),
    ['terminate', null],
  ]);
  expect(finishes.every((event) => event.phase === 'finish' && event.ok)).toBe(true);
  expect(finishes[1]!.data.bytes).toBe(3);
  expect(seen.filter(({ phase }) => phase === 'start').length).toBe(finishes.length);
});

test('ExecSessions records a program that cannot be started with its error, which the caller has as it is', async () => {
  const { seen, sessions } = setUp();
  await expect(sessions.exec(['/no/such/program'])).rejects.toMatchObject({ code: 'ENOENT' });
  await expect.poll(() => seen.length).toBe(2);
  expect(seen[1]).toMatchObject({ phase: 'finish', op: 'exec', ok: false, error_code: 'ENOENT' });
});

test('ExecSessions gives a failure to record beside the update', async () => {
  const failure = new Error('no room');
  const { sessions } = setUp(() => {
    throw failure;
  });
  const { output, collected } = await sessions.exec('echo here');
  expect([output, collected.sinkError]).toEqual(['here\n', failure]);
});
