import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TruncationPolicy, truncate } from 'millrace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, type Installed, install } from './installed.js';

let millrace: Installed;
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => millrace.remove());

/** Runs a program in JavaScript under the command. */
const js = (source: string, ...options: string[]) => millrace.run(...options, '--', process.execPath, '-e', source);

const BUDGET_BYTES = 40_000;
/** What stands for the middle, behind the heading. */
const split = (stdout: string) => stdout.replace(/^Total output lines: \d+\n\n/, '').split(/…\d+ tokens truncated…/);

test('millrace prints what a program wrote to both streams, each line whole, and nothing of its own', async () => {
  const { code, stdout, stderr } = await js(
    "for (let i = 0; i < 100; i++) { console.log('out ' + i); console.error('err ' + i); }",
  );
  const lines = stdout.split('\n');
  const numbered = (label: string) => Array.from({ length: 100 }, (_, i) => `${label} ${i}`);
  expect(lines.filter((line) => line.startsWith('out'))).toEqual(numbered('out'));
  expect(lines.filter((line) => line.startsWith('err'))).toEqual(numbered('err'));
  expect(lines.length).toBe(201);
  expect([code, stderr]).toEqual([0, '']);
});

test('millrace keeps the beginning and the end of 200 MB, and counts the rest', async () => {
  const { code, bytes, stdout, stderr } = await js(
    `const chunk = ('x'.repeat(99) + '\\n').repeat(500);
     let left = 4000;
     const write = () => {
       while (left-- > 0) if (!process.stdout.write(chunk)) return process.stdout.once('drain', write);
       process.stdout.write('error: it broke at the very end');
     };
     process.stdout.write('first line\\n');
     write();`,
    '--report',
  );
  expect(code).toBe(0);
  expect(bytes.length).toBeLessThanOrEqual(BUDGET_BYTES);
  expect(stdout).toMatch(/^Total output lines: 2000002\n\nfirst line\nx/);
  expect(stdout).toMatch(/x\nerror: it broke at the very end$/);
  const total = 'first line\n'.length + 200_000_000 + 'error: it broke at the very end'.length;
  const report = JSON.parse(stderr);
  expect(report).toMatchObject({ ok: true, exit_code: 0, total_bytes: total, total_lines: 2_000_002 });
  expect(split(stdout).join('').length + report.omitted_bytes).toBe(total);
});

test('millrace keeps emoji whole that a program writes byte by byte', async () => {
  const { stdout } = await js(
    "const bytes = Buffer.from('😀'.repeat(15_000)); for (const byte of bytes) require('fs').writeSync(1, Buffer.of(byte));",
  );
  const [head, tail] = split(stdout);
  expect(head).toMatch(/^(😀)+$/u);
  expect(tail).toMatch(/^(😀)+$/u);
  expect(Buffer.byteLength(stdout)).toBeGreaterThan(BUDGET_BYTES - 64);
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(BUDGET_BYTES);
});

test('millrace makes well-formed text of binary noise, and counts its bytes', async () => {
  const noise =
    'const noise = Buffer.alloc(1e6); let x = 1; for (let i = 0; i < 1e6; i++) noise[i] = (x = (x * 48271) % 2147483647) >> 8;';
  const { bytes, stdout, stderr } = await js(`${noise} process.stdout.write(noise);`, '--bytes', '5000', '--report');
  const input = new Function('Buffer', `${noise} return noise;`)(Buffer) as Buffer;
  expect(Buffer.from(stdout)).toEqual(bytes);
  expect(stdout).toBe(truncate(input, TruncationPolicy.bytes(5000), { heading: true }).text);
  expect(JSON.parse(stderr).total_bytes).toBe(1e6);
});

test('millrace has the exit code of the program', async () => {
  const { code, stdout } = await js("console.log('three'); process.exitCode = 3;");
  expect([code, stdout]).toEqual([3, 'three\n']);
});

test('millrace tells in its exit code which signal ended the program', async () => {
  const { code, stdout } = await js("process.stdout.write('last', () => process.kill(process.pid, 'SIGKILL'));");
  expect([code, stdout]).toEqual([128 + 9, 'last']);
});

test('millrace tells in one line of a program that is not there, or cannot be run', async () => {
  const missing = await millrace.run('--', 'no-such-program-anywhere');
  expect([missing.code, missing.stdout, missing.stderr]).toEqual([
    127,
    '',
    'millrace: no such program: "no-such-program-anywhere"\n',
  ]);
  const file = join(millrace.root, 'plain.txt');
  writeFileSync(file, 'text');
  const plain = await millrace.run('--', file);
  expect([plain.code, plain.stderr]).toEqual([
    126,
    `millrace: cannot run ${JSON.stringify(file)}: permission denied\n`,
  ]);
});

test('millrace gives its standard input to the program', async () => {
  const child = millrace.start(['--', 'cat'], { stdio: 'pipe' });
  child.stdin!.end('from the pipe\n');
  expect((await ending(child)).stdout).toBe('from the pipe\n');
});

test('millrace runs a shell only when asked to', async () => {
  expect((await millrace.run('--', 'echo', '$((1 + 2)) | cat')).stdout).toBe('$((1 + 2)) | cat\n');
  expect((await millrace.run('--shell', '--', 'echo $((1 + 2)) | cat')).stdout).toBe('3\n');
});

test('millrace is quiet when nobody reads on, and keeps the exit code', async () => {
  const source = "console.log('x'.repeat(99_999)); process.exitCode = 5;";
  const child = millrace.start(['--bytes', '200000', '--', process.execPath, '-e', source]);
  child.stdout!.destroy();
  const [errors, [code]] = await Promise.all([child.stderr!.toArray(), once(child, 'exit')]);
  expect([code, errors]).toEqual([5, []]);
});

test('millrace prints all of it to a pipe that is read late and slowly', async () => {
  const source = "process.stdout.write('é'.repeat(59_000));";
  // A pipe of the shell, since it is smaller than the text; those of Node.js are sockets, which may hold it all.
  const reader = `const { stdin } = process; let n = 0;
    setTimeout(() => stdin.on('data', (bytes) => { n += bytes.length; stdin.pause(); setTimeout(() => stdin.resume(), 20); }), 200);
    stdin.on('end', () => console.log(n));`;
  const script = '"$0" "$1" --bytes 200000 -- "$0" -e "$2" | "$0" -e "$3"';
  const line = await millrace.run('--', 'sh', '-c', script, process.execPath, millrace.cli, source, reader);
  expect(line.stdout).toBe('118000\n');
});

test('millrace says so when its text cannot be written', async () => {
  const { code, stdout } = await millrace.run(
    '--shell',
    '--',
    `"${process.execPath}" "${millrace.cli}" -- echo hi > /dev/full`,
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/^millrace: cannot write to standard output: ENOSPC.*\n$/);
});

test('millrace ends with code 2 and one line on stderr when it is used wrongly', async () => {
  for (const args of [
    ['--no-such-option'],
    ['--tokens', 'many'],
    ['--tokens=1', '--bytes=1', '--', 'true'],
    ['true'],
    ['--'],
  ]) {
    const { code, stdout, stderr } = await millrace.run(...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(/^millrace: [^\n]+\n$/);
  }
});

test('millrace prints its help and its version', async () => {
  const help = await millrace.run('--help');
  expect([help.code, help.stderr]).toEqual([0, '']);
  for (const option of [
    'tokens',
    'bytes',
    'max-buffer',
    'deadline',
    'idle',
    'tty',
    'shell',
    'jsonl',
    'report',
    'help',
    'version',
  ]) {
    expect(help.stdout).toContain(`--${option}`);
  }
  expect((await millrace.run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
