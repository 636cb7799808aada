import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, type Installed, install } from './installed.js';

let millrace: Installed;
const temporary = mkdtempSync(join(tmpdir(), 'millrace-cli-spill-'));
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => {
  millrace.remove();
  rmSync(temporary, { recursive: true });
});

const SECRET = 'hunter2-s3cret';
/** With a folder of its own for what is kept, and a secret. */
const run = (...args: string[]) =>
  ending(millrace.start(args, { env: { ...process.env, TMPDIR: temporary, TOKEN: SECRET } }));
const js = (source: string, ...options: string[]) => run(...options, '--', process.execPath, '-e', source);
const NUMBERS = 'for (let i = 0; i < 20000; i++) console.log(i);';
const handleIn = (text: string) => /millrace page (\S+\.output)…/.exec(text)![1]!;

test('millrace --spill keeps the whole output, and the marker and the report have its handle', async () => {
  const { code, stdout, stderr } = await js(NUMBERS, '--bytes', '1000', '--spill', '--report');
  const handle = handleIn(stdout);
  expect([code, JSON.parse(stderr).output_handle]).toEqual([0, handle]);
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1000);
  const whole = Array.from({ length: 20_000 }, (_, n) => `${n}\n`).join('');
  expect(readFileSync(handle, 'utf8')).toBe(whole);

  const first = await run('page', handle, '--bytes', '100');
  expect([first.code, first.stdout]).toEqual([0, whole.slice(0, 100)]);
  expect(first.stderr).toBe(`millrace: more: --from 100, of ${whole.length} bytes\n`);
  const last = await run('page', handle, '--from', `${whole.length - 6}`);
  expect([last.stdout, last.stderr]).toEqual(['19999\n', '']);
  const found = await run('page', '--grep', '1999', '--lines', '2', handle);
  expect(found.stdout).toBe(`${whole.indexOf('1999\n')}:1999\n${whole.indexOf('11999\n')}:11999\n`);
});

test('millrace without --spill keeps nothing, and page tells of a handle that is none', async () => {
  const { stdout } = await js(NUMBERS, '--bytes', '1000');
  expect(stdout).toMatch(/…\d+ bytes truncated…/);
  const { code, stderr } = await run('page', join(temporary, 'none'));
  expect([code, stderr]).toEqual([
    1,
    `millrace: Cannot read the output ${JSON.stringify(join(temporary, 'none'))}: there is no such file\n`,
  ]);
});

test('millrace --redact-env masks a value in the text, on disk, in the records and in what it tells', async () => {
  const log = join(temporary, 'log.jsonl');
  const print = `process.stdout.write('a ${SECRET.slice(0, 7)}'); setTimeout(() => console.log('${SECRET.slice(7)} b'), 50);`;
  const options = ['--redact-env', 'NOT_SET,TOKEN', '--spill', '--report', '--events', log];
  const { stdout, stderr } = await js(`${print} // ${SECRET}`, ...options);
  expect(stdout).toBe('a [masked] b\n');
  expect(readFileSync(JSON.parse(stderr).output_handle, 'utf8')).toBe('a [masked] b\n');
  const records = readFileSync(log, 'utf8');
  expect(records).toContain('[masked]');
  expect(records).not.toContain(SECRET);
  const missing = await run('--redact-env=TOKEN', '--', `no-${SECRET}`);
  expect([missing.code, missing.stderr]).toEqual([127, 'millrace: no such program: "no-[masked]"\n']);
});

test('millrace --strip-ansi leaves escape sequences out of the text, and not of what is kept', async () => {
  const options = ['--strip-ansi', '--spill', '--report'];
  const { stdout, stderr } = await js("console.log('\\u001b[31mred\\u001b[0m');", ...options);
  expect(stdout).toBe('red\n');
  expect(readFileSync(JSON.parse(stderr).output_handle, 'utf8')).toBe('\u001b[31mred\u001b[0m\n');
});

test('millrace --spill runs all the same where nothing can be kept, and tells', async () => {
  const folder = join(temporary, 'open');
  mkdirSync(join(folder, `millrace-${process.getuid!()}`), { recursive: true });
  chmodSync(join(folder, `millrace-${process.getuid!()}`), 0o777);
  const child = millrace.start(['--spill', '--', 'echo', 'text'], { env: { ...process.env, TMPDIR: folder } });
  const { code, stdout, stderr } = await ending(child);
  expect([code, stdout]).toEqual([0, 'text\n']);
  expect(stderr).toMatch(/^millrace: cannot keep all of the output: .*others may write to it\n$/);
});
