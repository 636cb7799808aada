import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TruncationPolicy, truncate } from '../../src/index.js';
import { children, isRunning, pidsIn, until } from './helpers/processes.js';
import { ENDED, endOf, newSessions, readUntil } from './helpers/sessions.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-exec-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('ExecSessions.exec takes a string for the shell and an array for a program', async () => {
  const sessions = newSessions();
  const env = { PATH: process.env.PATH, NAME: 'a 🙂' };
  const shell = await sessions.exec('printf %s "$NAME" | tr a e', { env });
  expect([shell.output, endOf(shell)]).toEqual(['e 🙂', ENDED]);
  expect((await sessions.exec(['printf', '%s', '$NAME; exit 3'], { env })).output).toBe('$NAME; exit 3');
  expect((await sessions.exec(['pwd'], { cwd: folder })).output).toBe(`${folder}\n`);
  expect(sessions.list()).toEqual([]);
});

test('ExecSessions.exec tells how a program ended', async () => {
  const sessions = newSessions();
  expect(endOf(await sessions.exec('exit 3'))).toEqual({ ...ENDED, exitCode: 3 });
  expect(endOf(await sessions.exec('kill -9 $$'))).toEqual({ ...ENDED, exitCode: null, signal: 'SIGKILL' });
});

test('ExecSessions.exec gives an id to what is not done within its window, and lists it', async () => {
  const sessions = newSessions();
  const command = ['sh', '-c', 'echo begun; sleep 60'];
  const update = await sessions.exec(command, { yieldTimeMs: 0 });
  const { sessionId } = update;
  expect(await readUntil(sessions, update, 'begun')).toBe('begun\n');
  expect(endOf(update)).toEqual({ sessionId, exitCode: null, signal: null, endedBy: 'window', closed: false });
  // What is granted, not what was asked for.
  expect(update.wallTimeMs).toBeGreaterThanOrEqual(250);
  const [info, ...others] = sessions.list();
  expect([info, others]).toEqual([{ sessionId, command, pid: info!.pid, tty: false, running: true }, []]);
  expect(isRunning(info!.pid)).toBe(true);
});

test('ExecSessions.exec: deadlineMs and idleMs end the call, and not the program', async () => {
  const sessions = newSessions();
  const deadline = await sessions.exec('sleep 60', { deadlineMs: 50 });
  expect([deadline.collected.endedBy, deadline.sessionId === null]).toEqual(['deadline', false]);
  const idle = await sessions.exec('echo "a question? "; sleep 60', { idleMs: 2500 });
  expect([idle.output, idle.collected.endedBy, idle.sessionId === null]).toEqual(['a question? \n', 'idle', false]);
  expect(sessions.list().map(({ running }) => running)).toEqual([true, true]);
});

test('ExecSessions.exec cuts output to 10,000 tokens unless told, with heading and count', async () => {
  const sessions = newSessions();
  const whole = (await sessions.exec('seq 1 20000', { maxOutputTokens: null })).output;
  expect(whole).toBe(Array.from({ length: 20_000 }, (_, n) => `${n + 1}\n`).join(''));
  for (const maxOutputTokens of [undefined, 100]) {
    const options = maxOutputTokens === undefined ? {} : { maxOutputTokens };
    const { output, originalTokenCount } = await sessions.exec('seq 1 20000', options);
    const policy = TruncationPolicy.tokens(maxOutputTokens ?? 10_000);
    expect(output).toBe(truncate(whole, policy, { heading: true }).text);
    expect(originalTokenCount).toBe(Math.ceil(whole.length / 4));
  }
  const { output } = await sessions.exec('seq 1 20000', { maxOutputTokens: 100, truncate: { heading: false } });
  expect(output.startsWith('1\n2\n')).toBe(true);
});

test('ExecSessions.exec merges both pipes by lines, and has each by its name', async () => {
  const { output, collected } = await newSessions().exec('echo out; echo err >&2');
  expect(output.split('\n').sort()).toEqual(['', 'err', 'out']);
  expect(Object.keys(collected.sources!)).toEqual(['stdout', 'stderr']);
  expect(collected.exit).toEqual({ code: 0, signal: null });
});

test('ExecSessions.exec gives a program empty input unless told', async () => {
  const { output, ...update } = await newSessions().exec('cat; echo end');
  expect([output, endOf(update as never)]).toEqual(['end\n', ENDED]);
});

test('ExecSessions.exec waits for a program that has closed its output', async () => {
  const update = await newSessions().exec('echo first; exec >&- 2>&-; sleep 1; exit 5');
  expect([update.output, endOf(update)]).toEqual(['first\n', { ...ENDED, exitCode: 5 }]);
});

test('ExecSessions.exec does not wait for who holds the pipe, says so, and does not end it', async () => {
  const sessions = newSessions();
  const later = join(folder, 'later');
  // It writes to the pipe after the call, which must not end it, and then proves that it lived on.
  const script = `(sleep 1; echo late; echo late; echo lived > ${later}; exec sleep 60) & echo pid $!`;
  const update = await sessions.exec(script);
  const [pid] = pidsIn(update.output);
  expect(endOf(update)).toEqual({ ...ENDED, endedBy: 'exit', closed: false });
  expect(update.wallTimeMs).toBeLessThan(9000);
  expect(sessions.list()).toEqual([]);
  await until(() => readOr(later) === 'lived\n', 'that it lived on');
  expect(isRunning(pid!)).toBe(true);
  await sessions.terminateAll();
  expect(isRunning(pid!)).toBe(false);
});

const readOr = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

test('ExecSessions.exec tells of a program that cannot be started, on pipes and on a terminal', async () => {
  const sessions = newSessions();
  for (const tty of [false, true]) {
    await expect(sessions.exec(['no-such-program'], { tty })).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(sessions.exec(['./no-such-program'], { tty, cwd: folder })).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(sessions.exec(['/etc/passwd'], { tty })).rejects.toMatchObject({ code: 'EACCES' });
  }
  expect([sessions.list(), children()]).toEqual([[], []]);
});

test.each([
  ['', {}, RangeError, 'Cannot exec: command must name a program, got ""'],
  [[], {}, RangeError, 'Cannot exec: command must name a program, got none'],
  [['ls', 5], {}, TypeError, 'Cannot exec: command must be of strings, got 5 in it'],
  [5, {}, TypeError, 'Cannot exec: command must be a string or an array of strings, got 5'],
  ['ls', { cwd: '/no/such' }, RangeError, 'Cannot exec: cwd must be a folder, got "/no/such"'],
  ['ls', { cwd: 5 }, TypeError, 'Cannot exec: cwd must be a string, got 5'],
  ['ls', { env: 'A=B' }, TypeError, 'Cannot exec: env must be an object, got "A=B"'],
  ['ls', { tty: 1 }, TypeError, 'Cannot exec: tty must be true or false, got 1'],
  ['ls', { tty: true, cols: 0 }, RangeError, 'Cannot exec: cols must be an integer >= 1, got 0'],
  ['ls', { tty: true, rows: 1e6 }, RangeError, 'Cannot exec: rows must be at most 65535, got 1000000'],
  [
    'ls',
    { yieldTimeMs: Number.NaN },
    RangeError,
    'Cannot exec: yieldTimeMs must be between -Infinity and Infinity, got NaN',
  ],
  ['ls', { maxOutputTokens: 'all' }, TypeError, 'Cannot exec: maxOutputTokens must be a number or null, got "all"'],
] as const)('ExecSessions.exec(%j, %j) is refused', async (command, options, kind, message) => {
  const failure = newSessions().exec(command as never, options as never);
  await expect(failure).rejects.toThrow(new kind(message));
  expect(children()).toEqual([]);
});
