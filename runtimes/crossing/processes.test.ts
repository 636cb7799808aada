import { Collector } from 'millrace';
import { childOutput, ExecSessions, type ExecUpdate } from 'millrace/node';
import { afterEach, expect, test } from '../vitest-shim.js';

const made: ExecSessions[] = [];
function newSessions(): ExecSessions {
  const sessions = new ExecSessions({ killGraceMs: 500 });
  made.push(sessions);
  return sessions;
}
afterEach(async () => {
  for (const sessions of made.splice(0)) await sessions.terminateAll();
});

const endOf = ({ sessionId, exitCode, signal, collected }: ExecUpdate) => [
  sessionId,
  exitCode,
  signal,
  collected.closed,
];

async function readUntil(sessions: ExecSessions, update: ExecUpdate, wanted: string): Promise<string> {
  let { output, sessionId } = update;
  while (!output.includes(wanted)) {
    if (sessionId === null) throw new Error(`it ended without ${wanted}: ${JSON.stringify(output)}`);
    const next = await sessions.write(sessionId, '', { idleMs: 200 });
    output += next.output;
    sessionId = next.sessionId;
  }
  return output;
}

/** True for a process that is there and not dead. */
async function isRunning(pid: string): Promise<boolean> {
  const { output } = await newSessions().exec(['ps', '-o', 'stat=', '-p', pid]);
  return /^[^Z]/.test(output.trim());
}

test('ExecSessions: output, errors, exit code and signal of programs', async () => {
  const sessions = newSessions();
  const update = await sessions.exec('echo "$NAME"; echo err >&2; exit 3', {
    env: { NAME: 'é🙂', PATH: '/usr/bin:/bin' },
  });
  expect(update.output.split('\n').sort()).toEqual(['', 'err', 'é🙂']);
  expect(endOf(update)).toEqual([null, 3, null, true]);
  expect(endOf(await sessions.exec('kill -9 $$'))).toEqual([null, null, 'SIGKILL', true]);
  await expect(sessions.exec(['no-such-program'])).rejects.toMatchObject({ code: 'ENOENT' });
  expect(endOf(await sessions.exec('head -c 3000000 /dev/zero | tr "\\0" x'))).toEqual([null, 0, null, true]);
});

test('ExecSessions: a session is written to, read on and ended with all that it started', async () => {
  const sessions = newSessions();
  const cat = await sessions.exec(['cat'], { stdin: true, yieldTimeMs: 250 });
  expect(await readUntil(sessions, await sessions.write(cat.sessionId!, 'é🙂\n'), '\n')).toBe('é🙂\n');
  expect(endOf(await sessions.write(cat.sessionId!, '', { endInput: true }))).toEqual([null, 0, null, true]);
  await expect(sessions.write(cat.sessionId!, '')).rejects.toMatchObject({ name: 'UnknownSessionError' });

  const script = "trap '' TERM; sleep 60 & echo pid $! pid $$; wait; sleep 60";
  const group = await sessions.exec(script, { idleMs: 2000 });
  const pids = (group.output.match(/\d+/g) ?? []) as string[];
  expect(await Promise.all(pids.map(isRunning))).toEqual([true, true]);
  expect(endOf(await sessions.terminate(group.sessionId!))).toEqual([null, null, 'SIGKILL', true]);
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
});

test('ExecSessions: who holds the pipe does not hold the call', async () => {
  const update = await newSessions().exec('sleep 60 & echo done');
  expect([update.output, ...endOf(update)]).toEqual(['done\n', null, 0, null, false]);
});

test('ExecSessions: an abort ends the program before the call rejects with the reason', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason), 200);
  await expect(newSessions().exec('sleep 60', { signal: controller.signal })).rejects.toBe(reason);
});

test('ExecSessions: a shell on a terminal, an interrupt and a size', async () => {
  const sessions = newSessions();
  const options = { tty: true, cols: 91, rows: 31, env: { PATH: '/usr/bin:/bin', PS1: 'ready> ', TERM: 'dumb' } };
  const first = await sessions.exec(['sh', '-i'], { ...options, idleMs: 500 });
  await readUntil(sessions, first, 'ready> ');
  const sessionId = first.sessionId!;
  const type = async (line: string, wanted: string) => {
    return readUntil(sessions, await sessions.write(sessionId, line, { idleMs: 200 }), wanted);
  };
  expect(await type('stty size; echo $((6*7))\r', '42\r\n')).toContain('31 91\r\n');
  await sessions.resize(sessionId, 132, 50);
  expect(await type('stty size; echo $((6*8))\r', '48\r\n')).toContain('50 132\r\n');
  await type('sleep 60\r', 'sleep 60');
  await type('\u0003', 'ready> ');
  expect(endOf(await sessions.write(sessionId, 'exit 9\r', { yieldTimeMs: 20_000 }))).toEqual([null, 9, null, true]);
});

test('ExecSessions: a terminal gives every byte of a program that ends right behind its output', async () => {
  const sessions = newSessions();
  for (let n = 0; n < 10; n++) {
    const script = "stty -opost; head -c 20480 /dev/zero | tr '\\0' x; printf €";
    const { output, exitCode } = await sessions.exec(script, { tty: true });
    expect([output === `${'x'.repeat(20_480)}€`, exitCode]).toEqual([true, 0]);
  }
});

test('childOutput takes what node:child_process starts', async () => {
  const { spawn } = await import('node:child_process');
  const script = 'head -c 200000 /dev/zero; head -c 200000 /dev/zero >&2';
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { sources, closed } = await new Collector(childOutput(child)).collect();
  expect([sources!.stdout!.totalBytes, sources!.stderr!.totalBytes, closed]).toEqual([200_000, 200_000, true]);
});
