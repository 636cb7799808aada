import { expect, test } from 'vitest';
import { startChild } from '../../src/cli/child.js';

const program = (...command: [string, ...string[]]) => ({ command, shell: false, tty: false });

test('startChild passes a signal on that comes while the program starts, and listens no longer than that', async () => {
  const listeners = process.listenerCount('SIGHUP');
  const starting = startChild(program(process.execPath, '-e', 'setTimeout(() => {}, 60_000)'));
  process.emit('SIGHUP', 'SIGHUP');
  const child = await starting;
  expect(await child.exited).toEqual({ code: null, signal: 'SIGHUP' });
  child.release();
  expect(process.listenerCount('SIGHUP')).toBe(listeners);
});

test('startChild leaves no listener behind a program that cannot be started', async () => {
  const listeners = process.listenerCount('SIGHUP');
  await expect(startChild(program('/no/such/program'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(startChild(program('nul\0'))).rejects.toThrow('null bytes');
  expect(process.listenerCount('SIGHUP')).toBe(listeners);
});
