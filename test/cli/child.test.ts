import { expect, test } from 'vitest';
import { startChild } from '../../src/cli/child.js';
import { isRunning, pidsIn, until } from '../node/helpers/processes.js';

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

test.runIf(process.platform === 'linux')(
  'Child ends, when its time is up, the groups of a shell with job control',
  async () => {
    let output = '';
    const onChunk = (chunk: Uint8Array | string) => {
      output += typeof chunk === 'string' ? chunk : Buffer.from(chunk);
    };
    const jobs = `set -m; (trap '' TERM; echo "pid $BASHPID"; exec sleep 66) & wait`;
    const child = await startChild(program('bash', '-c', jobs), { onChunk });
    const collected = child.collect({});
    await expect.poll(() => pidsIn(output)).toHaveLength(1);
    child.setDeadline(1);
    await child.exited;
    await collected;
    child.release();
    await until(() => !isRunning(pidsIn(output)[0]!), 'the job to end');
  },
);
