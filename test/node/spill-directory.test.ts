import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SpillDirectory, SpillHandleError } from '../../src/node/index.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-directory-'));
afterAll(() => rmSync(root, { recursive: true }));

let count = 0;
const newPath = () => join(root, `${count++}`, 'outputs');
const HOUR_MS = 3_600_000;

/** A file of so many bytes that was written so long ago. */
async function kept(directory: SpillDirectory, bytes: number, hoursAgo: number) {
  const spill = await directory.create();
  await spill.write(new Uint8Array(bytes).fill(0x78));
  await spill.close();
  const at = (Date.now() - hoursAgo * HOUR_MS) / 1000;
  utimesSync(spill.handle, at, at);
  return spill.handle;
}

test('SpillDirectory makes private files with names of their own in a private folder', async () => {
  const directory = new SpillDirectory(newPath());
  const handles = [await kept(directory, 10, 0), await kept(directory, 10, 0)];
  expect(new Set(handles).size).toBe(2);
  expect(statSync(directory.path).mode & 0o777).toBe(0o700);
  expect(handles.map((handle) => statSync(handle).mode & 0o777)).toEqual([0o600, 0o600]);
});

test('SpillDirectory removes what is too old, and nothing that is not its own', async () => {
  const directory = new SpillDirectory(newPath(), { maxAgeMs: 2 * HOUR_MS });
  const old = await kept(directory, 10, 0);
  const young = await kept(directory, 10, 1);
  const other = join(directory.path, 'other.output');
  writeFileSync(other, 'mine');
  for (const path of [old, other]) utimesSync(path, 0, 0);
  expect(await directory.prune()).toBe(10);
  expect([old, young, other].map((path) => existsSync(path))).toEqual([false, true, true]);
});

test('SpillDirectory removes the oldest until a new file may grow to its limit', async () => {
  const directory = new SpillDirectory(newPath(), { maxBytes: 2000, maxTotalBytes: 5000 });
  const handles = [];
  for (const hoursAgo of [3, 1, 2]) handles.push(await kept(directory, 1000, hoursAgo));
  await directory.create();
  expect(handles.map((handle) => existsSync(handle))).toEqual([true, true, true]);
  const growing = await directory.create();
  await growing.write(new Uint8Array(2000));
  expect(handles.map((handle) => existsSync(handle))).toEqual([false, true, false]);
  // What is being written stays, also past the limit.
  const more = await directory.create();
  expect(readdirSync(directory.path).map((name) => join(directory.path, name))).toEqual([growing.handle]);
  await Promise.all([growing.close(), more.close()]);
});

test('SpillDirectory reads its own files alone', async () => {
  const directory = new SpillDirectory(newPath());
  const handle = await kept(directory, 3, 0);
  expect(await directory.readPage(handle)).toMatchObject({ text: 'xxx' });
  const outside = join(root, 'outside');
  writeFileSync(outside, 'secret');
  for (const bad of [outside, `${directory.path}/../../outside`, 'outside', '', `${directory.path}/other`]) {
    await expect(directory.readPage(bad)).rejects.toBeInstanceOf(SpillHandleError);
  }
  await expect(directory.readPage(7 as never)).rejects.toBeInstanceOf(TypeError);
});

test('SpillDirectory keeps nothing in a folder that others may write to', async () => {
  const directory = new SpillDirectory(newPath());
  await directory.create();
  chmodSync(directory.path, 0o777);
  await expect(directory.create()).rejects.toThrow('others may write to it');
});

test('SpillDirectory names what is wrong with its options', () => {
  expect(() => new SpillDirectory(7 as never)).toThrow(TypeError);
  for (const options of [{ maxBytes: 5 }, { maxBytes: 5000, maxTotalBytes: 4999 }, { maxAgeMs: -1 }]) {
    expect(() => new SpillDirectory('x', options)).toThrow(RangeError);
  }
});
