import { collect, TruncationPolicy, truncate } from 'millrace';
import { childOutput } from 'millrace/node';
import { expect, test } from '../vitest-shim.js';

interface Child {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<{ code: number }>;
  kill(): void;
}
declare const Deno: {
  Command: new (command: string, options: object) => { spawn(): Child };
};

const piped = { stdin: 'null', stdout: 'piped', stderr: 'piped' };
const policy = TruncationPolicy.bytes(1000);

test('Deno.Command: collect takes both pipes of a process, and how it ended', async () => {
  const script = 'yes "a line, é€😀" | head -n 200000; echo problem >&2; exit 3';
  const child = new Deno.Command('sh', { args: ['-c', script], ...piped }).spawn();
  const { sources, exit, closed } = await collect(childOutput(child), { exited: child.status, policy });
  expect(sources!.stdout!.text).toBe(truncate('a line, é€😀\n'.repeat(200_000), policy, { heading: true }).text);
  expect(sources!.stderr!.text).toBe('problem\n');
  expect([closed, (exit as { code: number }).code]).toEqual([true, 3]);
});

test('Deno.Command: collect leaves a process alive that is not done at the deadline', async () => {
  const child = new Deno.Command('yes', { ...piped, stderr: 'null' }).spawn();
  const { endedBy, omittedBytes } = await collect(child.stdout, { deadlineMs: 300, maxBytes: 1 << 16, policy });
  expect(endedBy).toBe('deadline');
  expect(omittedBytes).toBeGreaterThan(0);
  const { value } = await child.stdout.getReader().read();
  expect(value!.length).toBeGreaterThan(0);
  child.kill();
  await child.status;
});

test('Deno.Command: childOutput leaves out a pipe that was not asked for', async () => {
  const child = new Deno.Command('echo', { args: ['out'], ...piped, stderr: 'null' }).spawn();
  expect((await collect(childOutput(child))).sources).toEqual({ stdout: expect.objectContaining({ text: 'out\n' }) });
  await child.status;
});
