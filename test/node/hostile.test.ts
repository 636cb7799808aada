import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { children } from './helpers/processes.js';
import { endOf, newSessions } from './helpers/sessions.js';

test.each([false, true])('ExecSessions.terminateAll ends a program that is about to start, tty: %s', async (tty) => {
  const sessions = newSessions();
  const starting = sessions.exec('sleep 67', { tty, yieldTimeMs: 30_000 });
  await sessions.terminateAll();
  expect((await starting).sessionId).toBe(null);
  expect(children()).toEqual([]);
});

test.each([false, true])('ExecSessions.exec takes the same env and arguments on pipes as with tty: %s', async (tty) => {
  const sessions = newSessions();
  const env = { A: undefined, B: 1, PATH: process.env.PATH } as never;
  expect((await sessions.exec('echo "A=$A $B"', { tty, env })).output.trim()).toBe('A= 1');
  expect((await sessions.exec(['echo', 'hi'], { tty, env: {} })).output.trim()).toBe('hi');
  await expect(sessions.exec(['echo', 'a\0b'], { tty })).rejects.toThrow(/^Cannot exec: command must not contain NUL/);
  await expect(sessions.exec('echo a\0b', { tty })).rejects.toThrow(RangeError);
  await expect(sessions.exec('env', { tty, env: { A: 'b\0' } })).rejects.toThrow(/env\.A must not contain NUL/);
  await expect(sessions.exec('env', { tty, env: { A: Symbol('s') } as never })).rejects.toThrow(TypeError);
  await expect(sessions.exec('pwd', { tty, cwd: '/\0' })).rejects.toThrow(/cwd must not contain NUL/);
  await expect(sessions.exec(['/tmp'], { tty })).rejects.toMatchObject({ code: 'EACCES' });
});

test('ExecSessions.write to a terminal that nobody reads holds nothing up', async () => {
  const sessions = newSessions({ killGraceMs: 300 });
  const { sessionId } = await sessions.exec('stty raw -echo; exec sleep 68', { tty: true, yieldTimeMs: 500 });
  const { sessionId: running } = await sessions.write(sessionId!, 'a line of text\n'.repeat(100_000));
  expect(running).toBe(sessionId);
  expect((await sessions.terminate(sessionId!)).signal).not.toBe(null);
});

test('ExecSessions.write to a terminal that is read late loses nothing', async () => {
  const sessions = newSessions();
  const text = Array.from({ length: 40_000 }, (_, n) => `${n} 🙂\n`).join('');
  const bytes = Buffer.byteLength(text);
  const command = `stty raw -echo; sleep 1; head -c ${bytes} | sha256sum`;
  const { sessionId } = await sessions.exec(command, { tty: true, yieldTimeMs: 400 });
  const last = await sessions.write(sessionId!, text, { yieldTimeMs: 30_000 });
  expect(last.output).toContain(createHash('sha256').update(text).digest('hex'));
  expect(endOf(last)).toMatchObject({ exitCode: 0 });
});

test('ExecSessions takes an onPruned that rejects', async () => {
  const told: number[] = [];
  const onPruned = async (id: number) => {
    told.push(id);
    throw new Error('not unhandled');
  };
  const sessions = newSessions({ max: 1, protectRecent: 0, onPruned });
  const { sessionId } = await sessions.exec('exec sleep 69', { yieldTimeMs: 250 });
  await sessions.exec('exec sleep 69', { yieldTimeMs: 500 });
  await sessions.terminateAll();
  await expect.poll(() => told).toEqual([sessionId]);
});
