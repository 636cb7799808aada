import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionEvents, Instrumentation } from '../../src/events/index.js';
import { JsonlFileSink } from '../../src/node/index.js';
import { mayMount, mountSmall } from './helpers/small-disk.js';
import { records, said, writers } from './helpers/writers.js';

let program: Awaited<ReturnType<typeof writers>>;
beforeAll(async () => {
  program = await writers();
});
afterAll(() => program.remove());

const { start } = createSessionEvents({ sessionId: 's1' });
const big = (n: number) => start('write', { name: 'w', n, text: 'x'.repeat(20_000) });

async function fullDisk() {
  const folder = join(program.folder, 'small');
  mountSmall(folder);
  try {
    const path = join(folder, 'events.jsonl');
    writeFileSync(join(folder, 'other'), 'y'.repeat(10_000));
    const told: unknown[] = [];
    const sink = new JsonlFileSink(path, { onError: 'log' });
    const instrumentation = new Instrumentation({ sinks: [sink], log: (_, reason) => told.push(reason) });
    for (let n = 0; n < 6; n++) await instrumentation.emit(big(n));
    expect(told).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
    const written = await records(path);
    expect(written.map(({ id }) => id)).toEqual(['w 0', 'w 1'].slice(0, written.length));
    expect(sink.waitingRecords).toBe(6 - written.length);
    execFileSync('mount', ['-o', 'remount,size=1m', folder]);
    await instrumentation.emit(big(6));
    await instrumentation.close();
    expect((await records(path)).map(({ id }) => id)).toEqual(Array.from({ length: 7 }, (_, n) => `w ${n}`));
    expect([told.length, sink.lostRecords]).toEqual([1, 0]);
  } finally {
    execFileSync('umount', [folder]);
  }
}

if (mayMount()) {
  test(
    'JsonlFileSink on a disk that is full: tells once, leaves no part of a record, and writes all when there is room',
    fullDisk,
  );
}

test('JsonlFileSink at the limit on the size of a file rejects what does not fit, and leaves no part of it', async () => {
  const path = join(program.folder, 'limited.jsonl');
  // In blocks of 512 bytes, or of 1,024 where the shell counts so: room for one to three records and a part.
  const output = await said(program.start(path, 'w', 8, 'fixed', 'ulimit -f 10'));
  const fits = output.filter((line) => /^\d+$/.test(line)).length;
  expect(fits).toBeGreaterThan(0);
  expect(output).toEqual(Array.from({ length: 8 }, (_, n) => (n < fits ? `${n}` : `${n} EFBIG`)));
  expect((await records(path)).map(({ id }) => id)).toEqual(Array.from({ length: fits }, (_, n) => `w ${n}`));
  expect(statSync(path).size).toBeLessThanOrEqual(10 * 1024);
});

/** Modes mean nothing to root, so that its part is given to nobody. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

test('JsonlFileSink in a folder that is read-only appends to a file that is there, without a lock, and makes none', async () => {
  const folder = join(program.folder, 'read-only');
  mkdirSync(folder);
  chmodSync(program.folder, 0o755);
  const [present, absent] = [join(folder, 'present.jsonl'), join(folder, 'absent.jsonl')];
  writeFileSync(present, '{"torn":');
  chmodSync(present, 0o666);
  chmodSync(folder, 0o555);
  try {
    expect(await said(program.start(present, 'w', 3, 'fixed', asNobody))).toEqual(['0', '1', '2']);
    // Without a lock nobody can know that no other is writing, so that nothing is taken off.
    const [torn, ...lines] = readFileSync(present, 'utf8').trimEnd().split('\n');
    expect(torn).toBe('{"torn":');
    expect(lines.map((line) => JSON.parse(line).data.n)).toEqual([0, 1, 2]);
    expect(await said(program.start(absent, 'w', 2, 'fixed', asNobody))).toEqual(['0 EACCES', '1 EACCES']);
  } finally {
    chmodSync(folder, 0o755);
  }
});

test('JsonlFileSink tells of a device that is full, and goes on telling', async () => {
  const sink = new JsonlFileSink('/dev/full');
  for (let n = 0; n < 2; n++) await expect(sink.handle(big(n))).rejects.toMatchObject({ code: 'ENOSPC' });
  await sink.close();
  expect(sink.lostRecords).toBe(2);
});
