import { collect, TruncationPolicy, truncate } from 'millrace';
import { childOutput } from 'millrace/node';
import { expect, test } from '../vitest-shim.js';

interface Child {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly exited: Promise<number>;
  readonly exitCode: number | null;
  kill(): void;
}
declare const Bun: { spawn(command: string[], options: object): Child };

const piped = { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' };
const policy = TruncationPolicy.bytes(1000);

test('Bun.spawn: collect takes both pipes of a process, and how it ended', async () => {
  const script = 'yes "a line, é€😀" | head -n 200000; echo problem >&2; exit 3';
  const child = Bun.spawn(['sh', '-c', script], piped);
  const { sources, exit, closed } = await collect(childOutput(child), { exited: child.exited, policy });
  expect(sources!.stdout!.text).toBe(truncate('a line, é€😀\n'.repeat(200_000), policy, { heading: true }).text);
  expect(sources!.stderr!.text).toBe('problem\n');
  expect([closed, exit]).toEqual([true, 3]);
});

test('Bun.spawn: collect leaves a process alive that is not done at the deadline', async () => {
  const child = Bun.spawn(['yes'], piped);
  const { endedBy, omittedBytes } = await collect(child.stdout, { deadlineMs: 300, maxBytes: 1 << 16, policy });
  expect([endedBy, child.exitCode]).toEqual(['deadline', null]);
  expect(omittedBytes).toBeGreaterThan(0);
  const { value } = await child.stdout.getReader().read();
  expect(value!.length).toBeGreaterThan(0);
  child.kill();
  await child.exited;
});

test('Bun.spawn: childOutput leaves out a pipe that was not asked for', async () => {
  const child = Bun.spawn(['echo', 'out'], { ...piped, stderr: 'ignore' });
  expect((await collect(childOutput(child))).sources).toEqual({ stdout: expect.objectContaining({ text: 'out\n' }) });
});
