import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install } from './installed.js';

let millrace: Installed;
let file: string;
beforeAll(async () => {
  millrace = await install();
  file = join(millrace.root, 'runs.jsonl');
});
afterAll(() => millrace.remove());

const records = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('millrace --jsonl appends one record of the start and one of the finish, without the text', async () => {
  writeFileSync(file, '{"older":true}\n');
  const argv = ['sh', '-c', 'echo secret; echo error >&2; exit 3'];
  const { code } = await millrace.run('--jsonl', file, '--', ...argv);
  expect(code).toBe(3);
  const [older, start, finish, ...more] = records();
  expect([older, more]).toEqual([{ older: true }, []]);
  expect(start).toMatchObject({ version: 1, op: 'exec', phase: 'start', seq: 1, data: { argv, shell: false } });
  expect(finish).toMatchObject({ version: 1, op: 'exec', phase: 'finish', seq: 2, ok: false, error_code: 'nonzero' });
  expect(finish.data).toMatchObject({
    argv,
    exit_code: 3,
    signal: null,
    ended_by: 'end',
    total_bytes: 13,
    omitted_bytes: 0,
  });
  expect(finish.data.source_bytes).toEqual({ stdout: 7, stderr: 6 });
  expect(finish.span_id).toBe(start.span_id);
  expect(finish.session_id).toBe(start.session_id);
  expect(finish.event_id).not.toBe(start.event_id);
  expect(new Date(finish.ts).toISOString()).toBe(finish.ts);
  expect(Date.parse(finish.ts)).toBeGreaterThanOrEqual(Date.parse(start.ts));
  expect(finish.duration_ms).toBeGreaterThanOrEqual(0);
});

test('millrace --jsonl takes off a record that was cut short, and ends any other line that has no break', async () => {
  writeFileSync(file, '{"torn":');
  await millrace.run('--jsonl', file, '--', 'true');
  expect(records().map(({ phase }) => phase)).toEqual(['start', 'finish']);
  writeFileSync(file, 'a note');
  await millrace.run('--jsonl', file, '--', 'true');
  const [note, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(note).toBe('a note');
  expect(lines.map((line) => JSON.parse(line).phase)).toEqual(['start', 'finish']);
});

test('millrace --events has the beginning of what came out as well, and --jsonl beside it does not', async () => {
  const events = join(millrace.root, 'events.jsonl');
  writeFileSync(file, '');
  const program = 'printf %9000s x; echo error >&2';
  await millrace.run('--tokens=100', '--jsonl', file, '--events', events, '--', 'sh', '-c', program);
  const [start, finish] = readFileSync(events, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(start).toMatchObject({ phase: 'start', data: { argv: ['sh', '-c', program] } });
  expect(finish).toMatchObject({
    phase: 'finish',
    stderr: 'error\n',
    data: { source_bytes: { stdout: 9000, stderr: 6 } },
  });
  expect(finish.stdout).toMatch(/^Total output lines: 1\n\n {100}.*tokens truncated.* x$/);
  expect(records()).toEqual([start, { ...finish, stdout: null, stderr: null }]);
});

test('millrace --jsonl records a program that could not be started', async () => {
  writeFileSync(file, '');
  await millrace.run('--jsonl', file, '--', 'no-such-program-anywhere');
  expect(records()[1]).toMatchObject({
    phase: 'finish',
    ok: false,
    error_code: 'not_found',
    error_message: 'no such program: "no-such-program-anywhere"',
    data: { exit_code: null, total_bytes: 0 },
  });
});

test('millrace --jsonl refuses a file that it cannot open before anything is started', async () => {
  const { code, stdout, stderr } = await millrace.run(
    '--jsonl',
    join(millrace.root, 'no/such/dir'),
    '--',
    'echo',
    'ran',
  );
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^millrace: cannot open the file of --jsonl: ENOENT[^\n]*\n$/);
});

test('millrace --jsonl tells once of a record that cannot be written, and keeps the exit code', async () => {
  const { code, stdout, stderr } = await millrace.run('--jsonl', '/dev/full', '--', 'sh', '-c', 'echo ran; exit 3');
  expect([code, stdout]).toEqual([3, 'ran\n']);
  expect(stderr).toMatch(/^millrace: cannot write to "\/dev\/full": ENOSPC[^\n]*\n$/);
});

test('millrace --jsonl refuses a FIFO that nobody reads, and never waits for a reader', async () => {
  const fifo = join(millrace.root, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const unread = await millrace.run('--jsonl', fifo, '--', 'echo', 'ran');
  expect([unread.code, unread.stdout]).toEqual([2, '']);
  expect(unread.stderr).toMatch(/^millrace: cannot open the file of --jsonl: ENXIO[^\n]*\n$/);

  // Read by nobody from here on, and with room for less than one of these records.
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const long = 'x'.repeat(100_000);
  const full = await millrace.run('--jsonl', fifo, '--', 'printf', '%.3s', long);
  closeSync(reader);
  expect([full.code, full.stdout]).toEqual([0, 'xxx']);
  expect(full.stderr).toMatch(/^millrace: cannot write to [^\n]*: \d+ of \d+ bytes written\n$/);
});

test('millrace --report tells the same facts on stderr', async () => {
  writeFileSync(file, '');
  const { stdout, stderr } = await millrace.run('--report', '--tokens=9', '--jsonl', file, '--', 'seq', '1000');
  const { ok, duration_ms, data } = records()[1];
  const { argv, shell, ...facts } = data;
  expect([argv, shell]).toEqual([['seq', '1000'], false]);
  expect(JSON.parse(stderr)).toEqual({ ok, duration_ms, ...facts });
  expect(facts).toMatchObject({ total_bytes: 3893, total_lines: 1000, total_tokens: 974 });
  expect(stderr.endsWith('}\n')).toBe(true);
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(36);
});
