import { expect, test } from 'vitest';
import { UnknownSessionError } from '../../src/index.js';
import { type ExecSessions, type ExecUpdate, SessionInputError } from '../../src/node/index.js';
import { VirtualClock } from '../collect/helpers/virtual-clock.js';
import { until } from './helpers/processes.js';
import { ENDED, endOf, newSessions, readUntil } from './helpers/sessions.js';

/** Starts what is not done within its first window. */
async function started(
  sessions: ExecSessions,
  command: string,
  options: object = {},
): Promise<ExecUpdate & { sessionId: number }> {
  const update = await sessions.exec(command, { yieldTimeMs: 250, stdin: true, ...options });
  if (update.sessionId === null) throw new Error(`it ended: ${JSON.stringify(update)}`);
  return update as never;
}

/** Until it has answered, also where the machine is busy. */
const ANSWERED = { yieldTimeMs: 20_000, idleMs: 2000 };

const isOver = (sessions: ExecSessions) => sessions.list().every(({ running }) => !running);

test('ExecSessions.write writes to a pipe and gives what comes; endInput is the end of file', async () => {
  const sessions = newSessions();
  const { sessionId } = await started(sessions, 'cat; echo end');
  const first = await sessions.write(sessionId, 'é 🙂\n', ANSWERED);
  expect([first.sessionId, first.output]).toEqual([sessionId, 'é 🙂\n']);
  const last = await sessions.write(sessionId, 'last\n', { endInput: true, yieldTimeMs: 10_000 });
  expect([last.output, endOf(last)]).toEqual(['last\nend\n', ENDED]);
  expect(last.wallTimeMs).toBeLessThan(9000);
});

test('ExecSessions.write: an id is unknown once the last output was given, and not before', async () => {
  const sessions = newSessions();
  const { sessionId } = await started(sessions, 'sleep 0.5; echo last; exit 7');
  await until(() => isOver(sessions), 'that it ended');
  expect(sessions.list()).toMatchObject([{ sessionId, running: false }]);
  const last = await sessions.write(sessionId, '');
  expect([last.output, endOf(last)]).toEqual(['last\n', { ...ENDED, exitCode: 7 }]);
  for (const ask of [
    () => sessions.write(sessionId, ''),
    () => sessions.interrupt(sessionId),
    () => sessions.resize(sessionId, 80, 24),
    () => sessions.terminate(sessionId),
  ]) {
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnknownSessionError);
    expect((failure as UnknownSessionError).sessionId).toBe(sessionId);
  }
});

test('ExecSessions.write: chars that cannot arrive are an error that names the session, and cost no output', async () => {
  const sessions = newSessions();
  const closed = await started(sessions, 'exec 0<&-; sleep 0.5; echo later; sleep 60');
  const without = await started(sessions, 'sleep 60', { stdin: false });
  const gone = await started(sessions, 'sleep 0.3; echo last');
  await until(() => sessions.list().some(({ running }) => !running), 'that one ended');
  for (const [{ sessionId }, why] of [
    [closed, 'its process does not read any more'],
    [without, 'its process has no input; start it with tty or stdin'],
    [gone, 'its process is gone'],
  ] as const) {
    const failure = await sessions.write(sessionId, 'x', { yieldTimeMs: 30_000 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SessionInputError);
    expect(failure).toMatchObject({ sessionId, message: `Cannot write to session ${sessionId}: ${why}` });
  }
  expect((await sessions.write(gone.sessionId, '')).output).toBe('last\n');
  expect(await readUntil(sessions, closed, 'later')).toBe('later\n');
});

test('ExecSessions.write: a write of nothing waits 5 seconds, other writes 250 ms, unless they are told', async () => {
  const clock = new VirtualClock();
  const sessions = newSessions({ clock });
  const first = await clock.run(sessions.exec(['cat'], { stdin: true }));
  expect(first.wallTimeMs).toBe(10_000);
  const { sessionId } = first;
  for (const [chars, yieldTimeMs, granted] of [
    ['', undefined, 5000],
    ['', 100, 5000],
    ['', 7000, 7000],
    ['', 1e9, 30_000],
    ['x', undefined, 250],
    ['x', 0, 250],
    ['x', 7000, 7000],
  ] as const) {
    const options = yieldTimeMs === undefined ? {} : { yieldTimeMs };
    const update = await clock.run(sessions.write(sessionId!, chars, options));
    expect([chars, yieldTimeMs, update.wallTimeMs]).toEqual([chars, yieldTimeMs, granted]);
    expect(update.collected.endedBy).toBe('window');
  }
  expect(clock.timers).toBe(0);
  await clock.run(sessions.terminateAll());
  expect(clock.timers).toBe(0);
});

test('ExecSessions.write: calls to one session at the same time take turns, and lose and double nothing', async () => {
  const sessions = newSessions();
  const { sessionId } = await started(sessions, 'cat');
  const chars = Array.from({ length: 8 }, (_, n) => `line ${n}\n`);
  const updates = await Promise.all(chars.map((line) => sessions.write(sessionId, line)));
  const rest = await sessions.write(sessionId, '', ANSWERED);
  expect([...updates, rest].map(({ output }) => output).join('')).toBe(chars.join(''));
  // Those behind the last output find the session gone.
  const ends = [sessions.write(sessionId, '', { endInput: true, ...ANSWERED }), sessions.write(sessionId, '')];
  const [end, behind] = await Promise.allSettled(ends);
  expect(end).toMatchObject({ status: 'fulfilled', value: { sessionId: null, exitCode: 0 } });
  expect(behind).toMatchObject({ status: 'rejected', reason: { name: 'UnknownSessionError', sessionId } });
});

test('ExecSessions.write: what is written does not wait for the turn of its window', async () => {
  const sessions = newSessions();
  const { sessionId } = await started(sessions, 'read line; echo "got $line"');
  const polling = sessions.write(sessionId, '', { yieldTimeMs: 30_000 });
  await sessions.write(sessionId, 'it\n').catch(() => {});
  const { output, wallTimeMs } = await polling;
  expect(output).toBe('got it\n');
  expect(wallTimeMs).toBeLessThan(20_000);
});

test('ExecSessions.write: an abort ends the call with its reason, and neither the program nor its output', async () => {
  const sessions = newSessions();
  const { sessionId } = await started(sessions, 'read line; echo "got $line"; cat');
  const reason = new Error('enough');
  const controller = new AbortController();
  const waiting = sessions.write(sessionId, 'it\n', { yieldTimeMs: 30_000, signal: controller.signal });
  const queued = sessions.write(sessionId, '', { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 200);
  for (const call of [waiting, queued]) await expect(call).rejects.toBe(reason);
  await expect(sessions.write(sessionId, 'never', { signal: controller.signal })).rejects.toBe(reason);
  expect((await sessions.write(sessionId, 'on\n', ANSWERED)).output).toBe('got it\non\n');
});

test('ExecSessions.write does not wait for a program that does not read', async () => {
  const sessions = newSessions();
  const { sessionId } = await started(sessions, 'sleep 60');
  const update = await sessions.write(sessionId, 'x'.repeat(10_000_000));
  expect([update.sessionId, update.collected.endedBy]).toEqual([sessionId, 'window']);
});

test('ExecSessions.write tells what is wrong before anything is written', async () => {
  const sessions = newSessions();
  const { sessionId } = await started(sessions, 'cat');
  await expect(sessions.write(sessionId, 5 as never)).rejects.toThrow(
    new TypeError('Cannot write: chars must be a string, got 5'),
  );
  await expect(sessions.write(sessionId, 'x', { yieldTimeMs: Number.NaN })).rejects.toThrow(RangeError);
  await expect(sessions.write(sessionId, 'x', { endInput: 1 as never })).rejects.toThrow(TypeError);
  await expect(sessions.write(sessionId, 'x', { maxOutputTokens: 1.5 })).rejects.toThrow(RangeError);
  await expect(sessions.resize(sessionId, 0, 24)).rejects.toThrow(RangeError);
  expect((await sessions.write(sessionId, 'y', ANSWERED)).output).toBe('y');
});
