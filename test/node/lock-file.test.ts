import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LockFile } from '../../src/node/lock-file.js';
import { isGone, newProcessId } from '../../src/node/process-id.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a process that is gone would have called itself. */
async function goneId(): Promise<string> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return newProcessId().replace(/^\d+/, String(child.pid));
}

test('LockFile is held by one at a time', async () => {
  let holders = 0;
  let turns = 0;
  const work = async () => {
    const lock = new LockFile(path, 60_000);
    for (let n = 0; n < 20; n++) {
      await lock.acquire();
      expect(++holders).toBe(1);
      expect(isGone(readlinkSync(path))).toBe(false);
      await new Promise(setImmediate);
      holders--;
      turns++;
      lock.release();
    }
  };
  await Promise.all(Array.from({ length: 5 }, work));
  expect(turns).toBe(100);
  expect(readdirSync(folder)).toEqual([]);
});

test('LockFile takes away what a process that is gone has left, also of those that were about to, and only that', async () => {
  for (let round = 0; round < 20; round++) {
    symlinkSync(await goneId(), path);
    const left = new LockFile(path, 60_000);
    let holders = 0;
    // All of them find it at once.
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await left.acquire();
        expect(++holders).toBe(1);
        await new Promise(setImmediate);
        holders--;
        left.release();
      }),
    );
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('LockFile goes on where a process was ended while it took a lock away', async () => {
  const { createHash } = await import('node:crypto');
  const nameOf = (link: string, holder: string) =>
    `${link}.${createHash('sha256').update(holder).digest('hex').slice(0, 16)}`;
  const [first, second] = [await goneId(), await goneId()];
  symlinkSync(first, path);
  symlinkSync(second, nameOf(path, first));
  const lock = new LockFile(path, 10_000);
  await lock.acquire();
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('LockFile never takes the lock of a process that lives, or of another machine, and names it in the end', async () => {
  const elsewhere = newProcessId().replace(/^\d+ (\S+) \S+/, '4194305 $1 elsewhere/pid:[1]');
  for (const [holder, name] of [
    [newProcessId(), `process ${process.pid}`],
    [elsewhere, 'process 4194305'],
    ['what is this', '"what is this"'],
  ] as const) {
    rmSync(path, { force: true });
    symlinkSync(holder, path);
    await expect(new LockFile(path, 50).acquire()).rejects.toThrow(`${name} holds ${path} for more than 50 ms`);
    expect(readlinkSync(path)).toBe(holder);
  }
});

test('LockFile leaves what is no lock where it is, and says so', async () => {
  writeFileSync(path, 'mine');
  await expect(new LockFile(path, 60_000).acquire()).rejects.toThrow(`${path} is in the way of a lock, and is none`);
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('newProcessId is new each time, and short enough for the inode of a link', () => {
  const ids = Array.from({ length: 1000 }, newProcessId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(Buffer.byteLength(id)).toBeLessThan(60);
});

test('isGone tells a process from a later one of the same number, and from one that has ended but was not waited for', async () => {
  expect(isGone(newProcessId())).toBe(false);
  expect(isGone(await goneId())).toBe(true);
  const [pid, start, ...rest] = newProcessId().split(' ');
  expect(isGone([pid, `${start}1`, ...rest].join(' '))).toBe(true);
  expect(isGone([pid, 'unknown', ...rest].join(' '))).toBe(false);
  // The program that takes the shell's place never waits for the shell's child.
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [output] = await once(parent.stdout!, 'data');
    const zombie = Number(String(output));
    while (!/\) Z /.test(readFileSync(`/proc/${zombie}/stat`, 'utf8')))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isGone(newProcessId().replace(/^\d+/, String(zombie)))).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
});

test('LockFile.release takes a lock that somebody has removed', async () => {
  const lock = new LockFile(path, 1000);
  await lock.acquire();
  rmSync(path);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});
