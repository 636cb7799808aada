import { expect, test } from 'vitest';
import type { ExecSessions } from '../../src/node/index.js';
import { children, isRunning, pidsIn, until } from './helpers/processes.js';
import { ENDED, endOf, newSessions, readUntil } from './helpers/sessions.js';

const IGNORES = "trap 'echo told' TERM HUP INT; echo pid $$; while :; do sleep 0.1; done";

const LISTENS = `exec ${process.execPath} -e "setInterval(() => {}, 1000); console.log('pid', process.pid);
  process.on('SIGTERM', () => process.stdout.write('bye\\n', () => process.exit(4)))"`;

/** Starts it, and waits until it has told so many process ids; gives them. */
async function pidsOf(sessions: ExecSessions, script: string, count: number, options: object = {}) {
  const update = await sessions.exec(script, { yieldTimeMs: 250, ...options });
  const output = await readUntil(sessions, update, new RegExp(`(pid \\d+\\s[^]*){${count}}`));
  return { sessionId: update.sessionId!, pids: pidsIn(output) };
}

test.each([false, true])(
  'ExecSessions.terminate ends a program that ignores SIGTERM, after a grace (tty: %s)',
  async (tty) => {
    const sessions = newSessions({ killGraceMs: 700 });
    const { sessionId, pids } = await pidsOf(sessions, IGNORES, 1, { tty });
    const last = await sessions.terminate(sessionId);
    expect(last.output).toMatch(/told\r?\n/);
    expect(endOf(last)).toEqual({ ...ENDED, exitCode: null, signal: 'SIGKILL' });
    expect(last.wallTimeMs).toBeGreaterThanOrEqual(700);
    expect(pids.map(isRunning)).toEqual([false]);
    expect([sessions.list(), children()]).toEqual([[], []]);
  },
);

test('ExecSessions.terminate gives the last words of a program that listens, and does not wait longer than it takes', async () => {
  const sessions = newSessions({ killGraceMs: 20_000 });
  const { sessionId } = await pidsOf(sessions, LISTENS, 1);
  const last = await sessions.terminate(sessionId);
  expect([last.output, endOf(last)]).toEqual(['bye\n', { ...ENDED, exitCode: 4 }]);
  expect(last.wallTimeMs).toBeLessThan(15_000);
});

test('ExecSessions.terminate ends the whole group, also those that ignore it, that are stopped, and whose parents are gone', async () => {
  const sessions = newSessions();
  const script = `(trap '' TERM; sleep 61 & echo pid $!; sleep 62) & echo pid $!; (sleep 63 & echo pid $!) ; sleep 64 & kill -STOP $!; echo pid $!; wait`;
  const { sessionId, pids } = await pidsOf(sessions, script, 4);
  expect(pids.map(isRunning)).toEqual([true, true, true, true]);
  await sessions.terminate(sessionId);
  expect(pids.map(isRunning)).toEqual([false, false, false, false]);
  expect(children()).toEqual([]);
});

test('ExecSessions.terminate waits for no grace where a shell is at its prompt, or a program is stopped', async () => {
  const sessions = newSessions({ killGraceMs: 60_000 });
  const shell = await sessions.exec(['bash', '--norc', '-i'], { tty: true, idleMs: 2000 });
  const last = await sessions.terminate(shell.sessionId!);
  expect([last.exitCode, last.wallTimeMs < 30_000]).toEqual([null, true]);
  const stops = "trap 'echo woken; exit 3' TERM; echo pid $$; kill -STOP $$; sleep 60";
  const { sessionId } = await pidsOf(sessions, stops, 1);
  const { output, exitCode } = await sessions.terminate(sessionId);
  expect([output, exitCode]).toEqual(['woken\n', 3]);
});

test('ExecSessions.terminate ends the jobs of a shell that has put them in groups of their own', async () => {
  const sessions = newSessions();
  const { sessionId, pids } = await pidsOf(
    sessions,
    `bash --norc -ic '(trap "" TERM HUP; sleep 61) & echo pid $!; nohup sleep 62 >/dev/null 2>&1 & echo pid $!; echo pid $$; sleep 63'`,
    3,
    { tty: true },
  );
  await sessions.terminate(sessionId);
  expect(pids.map(isRunning)).toEqual(pids.map(() => false));
});

test('ExecSessions: a program that daemonises holds neither the call nor the end of the others', async () => {
  const sessions = newSessions();
  const update = await sessions.exec('setsid sh -c "echo pid \\$\\$; exec sleep 61" & sleep 0.3');
  const [daemon] = pidsIn(update.output);
  expect(endOf(update)).toEqual({ ...ENDED, endedBy: 'exit', closed: false });
  await sessions.terminateAll();
  // It has left its session for that.
  expect(isRunning(daemon!)).toBe(true);
  process.kill(daemon!, 'SIGKILL');
  await until(() => !isRunning(daemon!), 'that the daemon is gone');
});

test('ExecSessions.terminate gives what a call that waits did not get; that call gets its update', async () => {
  const sessions = newSessions();
  const { sessionId } = await pidsOf(sessions, LISTENS, 1);
  const waiting = sessions.write(sessionId, '', { yieldTimeMs: 30_000 });
  const last = await sessions.terminate(sessionId);
  expect(endOf(last)).toEqual({ ...ENDED, exitCode: 4 });
  const waited = await waiting;
  expect([waited.output + last.output, endOf(waited)]).toEqual(['bye\n', { ...ENDED, exitCode: 4 }]);
  await expect(sessions.write(sessionId, '')).rejects.toMatchObject({ name: 'UnknownSessionError', sessionId });
});

test('ExecSessions.terminateAll ends what runs, with an id or in its first window; so does the end of its scope', async () => {
  for (const name of ['terminateAll', Symbol.asyncDispose] as const) {
    const sessions = newSessions();
    const { pids } = await pidsOf(sessions, `${'sleep 60 & echo pid $!;'.repeat(3)} wait`, 3);
    const first = sessions.exec('echo begun; sleep 60', { yieldTimeMs: 30_000 });
    await until(() => children().length === 2, 'that both run');
    await sessions[name]();
    expect(endOf(await first)).toEqual({ ...ENDED, exitCode: null, signal: 'SIGTERM' });
    expect(pids.map(isRunning)).toEqual([false, false, false]);
    expect([sessions.list(), children()]).toEqual([[], []]);
  }
});

test('ExecSessions.interrupt sends SIGINT to all that a program started', async () => {
  const sessions = newSessions();
  const { sessionId, pids } = await pidsOf(
    sessions,
    "trap 'echo interrupted; exit 5' INT; echo pid $$; sleep 60 & wait",
    1,
  );
  await sessions.interrupt(sessionId);
  const last = await sessions.write(sessionId, '');
  expect([last.output, last.exitCode]).toEqual(['interrupted\n', 5]);
  expect(isRunning(pids[0]!)).toBe(false);
});

test('ExecSessions.exec: an abort ends all that was started before the call rejects with the reason', async () => {
  for (const tty of [false, true]) {
    const sessions = newSessions();
    const reason = new Error('enough');
    const controller = new AbortController();
    const { signal } = controller;
    const call = sessions.exec(`sh -c "${IGNORES.replaceAll('$', '\\$')}" & ${IGNORES}`, { tty, signal });
    await until(() => children().length === 1, 'that it runs');
    controller.abort(reason);
    // While it is cleaned up, others may want it to end as well.
    const all = sessions.terminateAll();
    await expect(call).rejects.toBe(reason);
    expect(children()).toEqual([]);
    await all;
    expect(sessions.list()).toEqual([]);
    await expect(sessions.exec('echo never', { tty, signal })).rejects.toBe(reason);
  }
});
