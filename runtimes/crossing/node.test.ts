import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { collect, HeadTailBuffer, TruncationPolicy, truncate, Utf8CarryTransform } from 'millrace';
import { LOG, streamOf } from '../place.js';
import { expect, test } from '../vitest-shim.js';

const policy = TruncationPolicy.bytes(1000);
const whole = 'a line, é€😀\n'.repeat(200_000);
const printing = () =>
  spawn('sh', ['-c', 'yes "a line, é€😀" | head -n 200000'], { stdio: ['ignore', 'pipe', 'ignore'] });

test('Readable.toWeb: the output of a process goes through the transforms', async () => {
  const stream = Readable.toWeb(printing().stdout) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
  const kept = new HeadTailBuffer({ maxBytes: 1 << 16 });
  const { totalBytes } = await collect(stream.pipeThrough(new Utf8CarryTransform()).pipeThrough(kept), { policy });
  expect(kept.totalBytes).toBe(new TextEncoder().encode(whole).length);
  expect(totalBytes).toBeLessThan((1 << 16) + 100);
});

test('Readable.fromWeb: what comes out of the transforms is a Readable', async () => {
  const stream = streamOf(LOG).pipeThrough(new Utf8CarryTransform());
  let text = '';
  for await (const chunk of Readable.fromWeb(stream as unknown as NodeStream)) text += new TextDecoder().decode(chunk);
  expect(text === LOG).toBe(true);
});

test('collect takes the pipe of a process as it is', async () => {
  const { text, closed } = await collect(printing().stdout, { policy });
  expect({ text, closed }).toEqual({ text: truncate(whole, policy, { heading: true }).text, closed: true });
});

test('collect leaves a process alive that is not done at the deadline, and its pipe with whoever reads next', async () => {
  const child = spawn('yes', ['a line, é€😀'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const first = await collect(child.stdout, { deadlineMs: 300, maxBytes: 1 << 16, policy });
  expect([first.endedBy, child.exitCode, child.signalCode]).toEqual(['deadline', null, null]);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const second = await collect(child.stdout, { deadlineMs: 300, maxBytes: 1 << 16, policy });
  expect(second.endedBy).toBe('deadline');
  for (const { totalBytes } of [first, second]) expect(totalBytes).toBeGreaterThan(1 << 16);
  child.kill();
  await gone;
});
