import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Installed, install } from '../cli/installed.js';
import { isRunning, pidsIn, until } from './helpers/processes.js';

let millrace: Installed;
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => millrace.remove());

/** A host that starts a program which ignores all it can, says its process id, and then does as told. */
function startHost(then: string): ChildProcess {
  const file = join(millrace.root, 'host.mjs');
  const script =
    "trap '' TERM HUP INT; (trap '' TERM HUP INT; sleep 60) & echo pid $!; echo pid $$; while :; do sleep 0.1; done";
  writeFileSync(
    file,
    `import { ExecSessions } from '${millrace.root}/dist/node.js';
    const sessions = new ExecSessions();
    const { output, sessionId } = await sessions.exec(${JSON.stringify(script)}, { idleMs: 2000 });
    console.log(output.replaceAll('\\n', ' '));
    ${then}`,
  );
  return spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] });
}

let pids: number[] = [];
afterEach(() => {
  for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
});

async function told(host: ChildProcess): Promise<void> {
  const [line] = await once(createInterface(host.stdout!), 'line');
  pids = pidsIn(line);
  expect(pids).toHaveLength(2);
  expect(pids.map(isRunning)).toEqual([true, true]);
}

test.each([
  ['process.exit', 'process.stdin.once("data", () => process.exit(3));', 3],
  ['an error that nobody catches', 'process.stdin.once("data", () => { throw new Error("host"); });', 1],
])('ExecSessions: nothing outlives a host that ends by %s', async (_, then, code) => {
  const host = startHost(then);
  await told(host);
  host.stdin!.write('go');
  expect(await once(host, 'exit')).toEqual([code, null]);
  await until(() => !pids.some(isRunning), 'that all are gone');
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'ExecSessions: nothing outlives a host that ends by %s',
  async (name) => {
    const host = startHost('');
    await told(host);
    host.kill(name);
    expect(await once(host, 'exit')).toEqual([null, name]);
    await until(() => !pids.some(isRunning), 'that all are gone');
  },
);

test('ExecSessions: a host that listens to a signal itself keeps its sessions, and may end them in peace', async () => {
  const host = startHost(`process.on('SIGINT', () => console.log('heard'));
    process.stdin.once('data', async () => {
      await sessions.terminateAll();
      console.log(process.listenerCount('SIGTERM'), process.listenerCount('exit'));
      process.exit();
    });`);
  await told(host);
  const lines = createInterface(host.stdout!)[Symbol.asyncIterator]();
  host.kill('SIGINT');
  expect((await lines.next()).value).toBe('heard');
  expect(pids.map(isRunning)).toEqual([true, true]);
  host.stdin!.write('go');
  expect((await lines.next()).value).toBe('0 0');
  await once(host, 'exit');
  expect(pids.map(isRunning)).toEqual([false, false]);
});

test('ExecSessions.exec with tty names the package that is not installed', async () => {
  const host = startHost(`await sessions.terminateAll();
    await sessions.exec('true', { tty: true }).catch((error) => console.log(error.message));
    process.exit();`);
  const lines = createInterface(host.stdout!)[Symbol.asyncIterator]();
  await lines.next();
  expect((await lines.next()).value).toBe(
    'Cannot exec with tty: install the package @lydell/node-pty (npm install @lydell/node-pty)',
  );
});
