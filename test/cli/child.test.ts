import { expect, test } from 'vitest';
import { startChild } from '../../src/cli/child.js';

test('startChild passes a signal on that comes while the program starts, and listens no longer than that', async () => {
  const listeners = process.listenerCount('SIGHUP');
  const starting = startChild([process.execPath, '-e', 'setTimeout(() => {}, 60_000)'], false);
  process.emit('SIGHUP', 'SIGHUP');
  const child = await starting;
  expect(await child.exited).toEqual({ code: null, signal: 'SIGHUP' });
  child.release();
  expect(process.listenerCount('SIGHUP')).toBe(listeners);
});

test('startChild leaves no listener behind a program that cannot be started', async () => {
  const listeners = process.listenerCount('SIGHUP');
  await expect(startChild(['/no/such/program'], false)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(startChild(['nul\0'], false)).rejects.toThrow('null bytes');
  expect(process.listenerCount('SIGHUP')).toBe(listeners);
});
