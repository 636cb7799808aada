import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, type Installed, install } from './installed.js';

let millrace: Installed;
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => millrace.remove());

const js = (source: string) => ['--', process.execPath, '-e', source];

test('millrace --idle ends a program that has nothing to say any more, and no other', async () => {
  const stuck = js("console.log('a question?'); setInterval(() => {}, 1000)");
  const { code, stdout, stderr } = await millrace.run('--idle', '1500ms', '--report', ...stuck);
  expect([code, stdout]).toEqual([124, 'a question?\n']);
  expect(JSON.parse(stderr)).toMatchObject({ ok: false, ended_by: 'idle', signal: 'SIGTERM', exit_code: null });

  const talking = js(
    'let n = 0; const timer = setInterval(() => { console.log(n); if (++n === 8) clearInterval(timer); }, 400)',
  );
  const done = await millrace.run('--idle', '2s', ...talking);
  expect([done.code, done.stdout]).toEqual([0, '0\n1\n2\n3\n4\n5\n6\n7\n']);
});

test('millrace --idle ends the reading of standard input', async () => {
  const reading = millrace.start(['--idle', '800ms', '--report'], { stdio: ['pipe', 'pipe', 'pipe'] });
  reading.stdin!.write('first\n');
  const { code, stdout, stderr } = await ending(reading);
  expect([code, stdout]).toEqual([124, 'first\n']);
  expect(JSON.parse(stderr)).toMatchObject({ ended_by: 'idle', total_bytes: 6 });
});

test('millrace --tty names the package that it needs', async () => {
  const { code, stderr } = await millrace.run('--tty', '--', 'true');
  expect(code).toBe(126);
  expect(stderr).toContain('install the package @lydell/node-pty');
});

test('millrace --tty runs a program on a terminal of its own, with empty input', async () => {
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(millrace.root, 'node_modules'));
  const { code, stdout, stderr } = await millrace.run(
    '--tty',
    '--report',
    '--shell',
    '--',
    'stty -echo; stty size; tty; cat; exit 5',
  );
  expect(stdout).toMatch(/24 80\r\n\/dev\/\S+\r\n$/);
  expect(code).toBe(5);
  expect(JSON.parse(stderr)).toMatchObject({ exit_code: 5, ended_by: 'end', closed: true });

  expect((await millrace.run('--tty', '--', 'no-such-program')).code).toBe(127);
  const ended = await millrace.run(
    '--tty',
    '--idle',
    '1s',
    '--report',
    '--',
    'sh',
    '-c',
    "trap '' HUP; echo on; sleep 60",
  );
  expect([ended.code, ended.stdout]).toEqual([124, expect.stringContaining('on\r\n')]);
});
