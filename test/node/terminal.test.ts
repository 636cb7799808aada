import { expect, test } from 'vitest';
import type { ExecSessions } from '../../src/node/index.js';
import { isRunning, pidsIn } from './helpers/processes.js';
import { ENDED, endOf, newSessions, readUntil } from './helpers/sessions.js';

/** Types a line at a prompt and reads until what is wanted has come. */
async function type(sessions: ExecSessions, sessionId: number, line: string, wanted: string | RegExp): Promise<string> {
  return readUntil(sessions, await sessions.write(sessionId, `${line}\r`, { idleMs: 200 }), wanted);
}

test('ExecSessions.exec with tty: bash, its prompt, an interrupt, the size, and its end', async () => {
  const sessions = newSessions();
  const env = { ...process.env, PS1: 'ready> ', TERM: 'xterm' };
  const first = await sessions.exec(['bash', '--norc', '-i'], { tty: true, cols: 91, rows: 31, env, idleMs: 500 });
  const sessionId = first.sessionId!;
  await readUntil(sessions, first, 'ready> ');
  expect(sessions.list()).toMatchObject([{ tty: true, running: true }]);
  expect(await type(sessions, sessionId, 'stty size; echo $((6*7))', '42')).toContain('31 91\r\n42\r\n');
  await sessions.resize(sessionId, 132, 50);
  expect(await type(sessions, sessionId, 'stty size', /50 132/)).toContain('50 132\r\n');
  expect(await type(sessions, sessionId, 'echo $TERM; test -t 0 && test -t 1 && echo tty$((1))', 'tty1')).toContain(
    'xterm',
  );

  await type(sessions, sessionId, 'sleep 60', 'sleep 60');
  const interrupted = await sessions.write(sessionId, '\u0003', { idleMs: 300, yieldTimeMs: 5000 });
  expect(await readUntil(sessions, interrupted, 'ready> ')).toContain('^C');
  await type(sessions, sessionId, 'sleep 61', 'sleep 61');
  await sessions.interrupt(sessionId);
  await readUntil(sessions, await sessions.write(sessionId, '', { idleMs: 200 }), 'ready> ');
  expect(await type(sessions, sessionId, 'echo $?', '130')).toContain('130\r\n');

  const last = await sessions.write(sessionId, 'exit 9\r', { yieldTimeMs: 20_000 });
  expect(endOf(last)).toEqual({ ...ENDED, exitCode: 9 });
});

test('ExecSessions.exec with tty: python3 computes, asks and ends with Ctrl-D', async () => {
  const sessions = newSessions();
  const env = { ...process.env, PYTHON_BASIC_REPL: '1', TERM: 'dumb', LC_ALL: 'C.UTF-8' };
  const first = await sessions.exec(['python3', '-q', '-i'], { tty: true, env, yieldTimeMs: 20_000, idleMs: 2000 });
  const sessionId = first.sessionId!;
  await readUntil(sessions, first, '>>> ');
  expect(await type(sessions, sessionId, 'print("€🙂" * 3, 2 ** 100)', /2676506/)).toContain(
    `€🙂€🙂€🙂 ${2n ** 100n}\r\n`,
  );
  await type(sessions, sessionId, 'name = input("who? ")', /who\? $/);
  await type(sessions, sessionId, 'Zoë', '>>> ');
  expect(await type(sessions, sessionId, 'name[::-1]', 'ëoZ')).toContain("'ëoZ'");
  const last = await sessions.write(sessionId, '', { endInput: true, yieldTimeMs: 20_000 });
  expect(endOf(last)).toEqual(ENDED);
});

test('ExecSessions.exec with tty: an emoji that comes byte by byte is whole, in one window or in two', async () => {
  const script = `const bytes = Buffer.from('a€🙂z'.repeat(3)); let at = 0;
    const next = () => at < bytes.length ? process.stdout.write(bytes.subarray(at, ++at), () => setTimeout(next, 30)) : 0;
    next();`;
  const sessions = newSessions();
  for (const tty of [true, false]) {
    const first = await sessions.exec([process.execPath, '-e', script], { tty, yieldTimeMs: 30_000 });
    expect([first.output, endOf(first)]).toEqual(['a€🙂z'.repeat(3), ENDED]);

    let update = await sessions.exec([process.execPath, '-e', script], { tty, yieldTimeMs: 250 });
    const windows = [update];
    while (update.sessionId !== null) {
      update = await sessions.write(update.sessionId, '', { deadlineMs: 47 });
      windows.push(update);
    }
    expect(windows.map(({ output }) => output).join('')).toBe('a€🙂z'.repeat(3));
    expect(windows.some(({ collected }) => collected.pendingBytes > 0)).toBe(true);
  }
});

/** Keeps the event loop busy, as a host with work of its own does; gives what stops it. */
function beBusy(ms: number): () => void {
  let goesOn = true;
  const work = () => {
    for (const start = performance.now(); performance.now() - start < ms; );
    if (goesOn) setImmediate(work);
  };
  work();
  return () => {
    goesOn = false;
  };
}

test('ExecSessions.exec with tty: a program that ends right behind its output loses nothing of it', async () => {
  const sessions = newSessions();
  // The terminal is told not to change line feeds, so that what comes is what was written.
  const run = async (bytes: number) => {
    const script = `stty -opost; head -c ${bytes} /dev/zero | tr '\\0' x`;
    const { output, collected } = await sessions.exec(script, {
      tty: true,
      maxOutputTokens: null,
      yieldTimeMs: 30_000,
    });
    return [output === 'x'.repeat(bytes), collected.totalBytes, collected.closed];
  };
  for (let n = 0; n < 40; n++) expect(await run(20_480)).toEqual([true, 20_480, true]);
  const stop = beBusy(40);
  for (let n = 0; n < 4; n++) expect(await run(60_000)).toEqual([true, 60_000, true]);
  stop();
});

test('ExecSessions.exec with tty tells of a signal that ended the program, and of an exit code', async () => {
  const sessions = newSessions();
  const killed = await sessions.exec('kill -9 $$', { tty: true });
  expect(endOf(killed)).toEqual({ ...ENDED, exitCode: null, signal: 'SIGKILL' });
  expect(endOf(await sessions.exec('exit 3', { tty: true }))).toEqual({ ...ENDED, exitCode: 3 });
  const gone = await sessions.exec('sleep 0.4; echo last', { tty: true, yieldTimeMs: 250 });
  const update = await sessions.write(gone.sessionId!, '', { yieldTimeMs: 20_000 });
  expect([update.output, endOf(update)]).toEqual(['last\r\n', ENDED]);
});

test('ExecSessions.exec with tty: what a program leaves in the background hears the hang-up', async () => {
  const sessions = newSessions();
  const { output } = await sessions.exec('sleep 60 & echo pid $!', { tty: true });
  await sessions.terminateAll();
  expect(pidsIn(output).map(isRunning)).toEqual([false]);
});

test('ExecSessions.exec: top -b, on a terminal and on pipes', async () => {
  const sessions = newSessions();
  const env = { ...process.env, TERM: 'xterm' };
  for (const tty of [true, false]) {
    const { output, exitCode } = await sessions.exec(['top', '-b', '-n', '2', '-d', '0.3'], { tty, env, cols: 120 });
    expect(exitCode).toBe(0);
    expect(output.match(/load average/g)).toHaveLength(2);
    expect(output).toMatch(/PID\s+USER/);
  }
});

test('ExecSessions.exec: yes goes on and on, within bounds, and stops when it is interrupted', async () => {
  const sessions = newSessions({ maxBytes: 65_536 });
  for (const tty of [true, false]) {
    let update = await sessions.exec(['yes', 'and on'], { tty, yieldTimeMs: 250, maxOutputTokens: 1000 });
    const sessionId = update.sessionId!;
    const sums = { total: 0, omitted: 0 };
    for (
      ;
      sums.total < 500_000;
      update = await sessions.write(sessionId, '', { deadlineMs: 300, maxOutputTokens: 1000 })
    ) {
      expect(Buffer.byteLength(update.output)).toBeLessThanOrEqual(4000);
      sums.total += update.collected.totalBytes;
      sums.omitted += update.collected.omittedBytes;
    }
    expect(sums.omitted).toBeGreaterThan(0);
    await sessions.interrupt(sessionId);
    const last = await sessions.write(sessionId, '');
    expect(endOf(last)).toEqual({ ...ENDED, exitCode: null, signal: 'SIGINT' });
  }
});
