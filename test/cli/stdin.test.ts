import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TruncationPolicy, truncate } from 'millrace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, type Installed, install } from './installed.js';

let millrace: Installed;
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => millrace.remove());

/** More than any pipe holds: once it is written, the command has been reading for long. */
const MUCH = 'a line of the input\n'.repeat(200_000);
const written = (stream: NodeJS.WritableStream, text: string) =>
  new Promise<void>((resolve) => {
    stream.write(text, () => resolve());
  });

test('millrace prints standard input as truncate() cuts it, and ends with code 0', async () => {
  const input = Array.from({ length: 20_000 }, (_, i) => `${i} 你好 😀\n`).join('');
  const cases = [
    [['--tokens', '100'], TruncationPolicy.tokens(100)],
    [['--bytes', '1kB'], TruncationPolicy.bytes(1000)],
    [['--bytes=2MiB'], TruncationPolicy.bytes(2 ** 21)],
    [['--tokens=0'], TruncationPolicy.tokens(0)],
    [[], TruncationPolicy.tokens(10_000)],
  ] as const;
  for (const [args, policy] of cases) {
    const child = millrace.start(args, { stdio: 'pipe' });
    child.stdin!.end(input);
    const { code, stdout, stderr } = await ending(child);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(truncate(input, policy, { heading: true }).text);
  }
});

test('millrace reads a file as its standard input', async () => {
  const file = join(millrace.root, 'input.txt');
  writeFileSync(file, 'from a file');
  const fd = openSync(file, 'r');
  const { code, stdout } = await ending(millrace.start([], { stdio: [fd, 'pipe', 'pipe'] }));
  closeSync(fd);
  expect([code, stdout]).toEqual([0, 'from a file']);
});

test('millrace holds no more than --max-buffer of what comes, and counts the rest', async () => {
  const child = millrace.start(['--max-buffer', '1000', '--report'], { stdio: 'pipe' });
  child.stdin!.end(MUCH);
  const { stdout, stderr } = await ending(child);
  expect(stdout.match(/a line of the input\n/g)!.length).toBe(50);
  const report = JSON.parse(stderr);
  expect([report.total_bytes, report.omitted_bytes]).toEqual([MUCH.length, MUCH.length - 1000]);
});

test('millrace stops reading at the deadline', async () => {
  const child = millrace.start(['--deadline', '2s', '--report'], { stdio: 'pipe' });
  child.stdin!.on('error', () => {});
  child.stdin!.write('all there is');
  const { code, stdout, stderr } = await ending(child);
  expect([code, stdout]).toEqual([124, 'all there is']);
  expect(JSON.parse(stderr)).toMatchObject({ ok: false, ended_by: 'deadline', exit_code: null, closed: false });
});

test('millrace prints what came when it is interrupted, with the last words of the writer', async () => {
  const child = millrace.start(['--tokens', '100'], { stdio: 'pipe' });
  const running = ending(child);
  await written(child.stdin!, MUCH);
  child.kill('SIGINT');
  child.stdin!.end('last words');
  const { code, stdout } = await running;
  expect(code).toBe(128 + 2);
  expect(stdout).toMatch(/^Total output lines: 200001\n\na line.*last words$/s);
});

test('millrace says so when standard input cannot be read', async () => {
  const fd = openSync(join(millrace.root, 'output.txt'), 'w');
  const { code, stdout, stderr } = await ending(millrace.start([], { stdio: [fd, 'pipe', 'pipe'] }));
  closeSync(fd);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^millrace: cannot read standard input: EBADF[^\n]*\n$/);
});

test('millrace says so when standard input is a directory', async () => {
  const fd = openSync(millrace.root, 'r');
  const { code, stdout, stderr } = await ending(millrace.start([], { stdio: [fd, 'pipe', 'pipe'] }));
  closeSync(fd);
  expect([code, stdout, stderr]).toEqual([1, '', 'millrace: cannot read standard input: it is a directory\n']);
});

test('millrace does not wait for a writer that goes on after an interrupt', async () => {
  const child = millrace.start(['--tokens', '100', '--report'], { stdio: 'pipe' });
  const running = ending(child);
  await written(child.stdin!, MUCH);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await running;
  expect(code).toBe(128 + 15);
  expect(stdout).toMatch(/^Total output lines: 200000\n\n/);
  expect(JSON.parse(stderr)).toMatchObject({ ok: false, ended_by: 'abort', signal: 'SIGTERM', exit_code: null });
});
