import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { collect } from '../../src/index.js';
import { readPage, SpillFile } from '../../src/node/index.js';
import { mayMount, mountSmall } from './helpers/small-disk.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-spill-'));
afterAll(() => rmSync(root, { recursive: true }));

let count = 0;
const newPath = () => join(root, `${count++}.log`);
const utf8 = (text: string) => new TextEncoder().encode(text);
const NOTE = /\n\[millrace [0-9a-f]{16}: bytes 0*(\d+) to 0*(\d+) omitted; [^\]]*\]\n/;

/** Bytes of which each few tell where they stand. */
const numbered = (length: number) =>
  utf8(Array.from({ length: Math.ceil(length / 8) + 1 }, (_, n) => `${n}`.padStart(7, '0')).join('\n')).subarray(
    0,
    length,
  );

async function written(path: string, chunks: readonly Uint8Array[], maxBytes: number) {
  const spill = new SpillFile(path, { maxBytes });
  for (const chunk of chunks) {
    await spill.write(chunk);
    expect(statSync(path).size).toBeLessThanOrEqual(maxBytes);
  }
  await spill.close();
  return spill;
}

test('SpillFile keeps all up to its limit, for its owner alone', async () => {
  const path = newPath();
  const bytes = Uint8Array.from({ length: 2000 }, (_, n) => n % 256);
  const spill = await written(path, [bytes.subarray(0, 999), bytes.subarray(999)], 2000);
  expect(readFileSync(path)).toEqual(Buffer.from(bytes));
  expect([spill.handle, spill.totalBytes, spill.omittedBytes]).toEqual([path, 2000, 0]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('SpillFile keeps beginning and end past its limit, in order and counted, however the output is cut', async () => {
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3000 })), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1024, max: 2000 }), async (cuts, maxBytes) => {
      const total = cuts.reduce((sum, length) => sum + length, 1);
      const bytes = numbered(total);
      let at = 0;
      const chunks = [...cuts, 1].map((length) => {
        at += length;
        return bytes.subarray(at - length, at);
      });
      const path = newPath();
      const spill = await written(path, chunks, maxBytes);
      const file = readFileSync(path, 'latin1');
      const [note, start, end] = NOTE.exec(file) ?? ['', total, total];
      expect(note === '').toBe(total <= maxBytes);
      if (note !== '') expect(file.length).toBe(maxBytes);
      const text = Buffer.from(bytes).toString('latin1');
      expect(file).toBe(text.slice(0, Number(start)) + note + text.slice(Number(end)));
      expect([spill.omittedBytes, spill.totalBytes]).toEqual([Number(end) - Number(start), total]);
    }),
    { numRuns: 300 },
  );
});

test('SpillFile puts an end of several blocks in order', async () => {
  const bytes = numbered(1_000_000);
  for (const length of [99_999, 7, 1_000_000]) {
    const path = newPath();
    const chunks =
      length === 7
        ? [bytes.subarray(0, 999_990), bytes.subarray(999_990)]
        : Array.from({ length: Math.ceil(1e6 / length) }, (_, n) => bytes.subarray(n * length, (n + 1) * length));
    const spill = await written(path, chunks, 400_001);
    const file = readFileSync(path, 'latin1');
    expect(file.endsWith(Buffer.from(bytes.subarray(-199_000)).toString('latin1'))).toBe(true);
    expect(file.length).toBe(400_001);
    expect(file.length - NOTE.exec(file)![0].length + spill.omittedBytes).toBe(1_000_000);
  }
});

test('SpillFile takes writes that nobody waits for, and copies them', async () => {
  const path = newPath();
  const spill = new SpillFile(path);
  const chunk = new Uint8Array(10);
  for (let n = 0; n < 100; n++) void spill.write(chunk.fill(0x30 + (n % 10)));
  await Promise.all([spill.close(), spill.close()]);
  expect(readFileSync(path, 'utf8')).toBe(Array.from({ length: 100 }, (_, n) => `${n % 10}`.repeat(10)).join(''));
  await spill.write(chunk);
  expect([spill.isOver, spill.omittedBytes, statSync(path).size]).toEqual([true, 10, 1000]);
});

test('SpillFile writes to no file that is there, nor through a link', async () => {
  const path = newPath();
  writeFileSync(path, 'mine');
  const link = newPath();
  symlinkSync(newPath(), link);
  for (const taken of [path, link]) {
    const spill = new SpillFile(taken);
    const { text, sinkError } = await collect('output', { spill });
    expect([text, sinkError]).toEqual(['output', expect.objectContaining({ code: 'EEXIST' })]);
    expect([spill.omittedBytes, spill.isOver]).toEqual([6, true]);
  }
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('SpillFile names what is wrong with its arguments', () => {
  expect(() => new SpillFile(7 as never)).toThrow(
    new TypeError('Cannot create SpillFile: path must be a string, got 7'),
  );
  expect(() => new SpillFile('x', { maxBytes: 1023 })).toThrow(RangeError);
  expect(() => new SpillFile('x').write('text' as never)).toThrow(TypeError);
});

async function fullDisk() {
  const folder = join(root, 'small');
  mountSmall(folder);
  try {
    const spill = new SpillFile(join(folder, 'output.log'), { maxBytes: 1 << 20 });
    const bytes = numbered(200_000);
    const source = (async function* () {
      for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
    })();
    const { text, sinkError, closed } = await collect(source, { spill });
    expect([text.length, closed, sinkError]).toEqual([200_000, true, expect.objectContaining({ code: 'ENOSPC' })]);
    const { size } = statSync(spill.handle);
    expect(size).toBeLessThanOrEqual(65_536);
    const page = await readPage(spill.handle, { maxBytes: 100_000 });
    expect(page).toMatchObject({ failed: true, totalBytes: size, next: size });
    const kept = size - page.omittedBytes;
    expect(page.text).toBe(`${text.slice(0, kept)}…${page.omittedBytes} bytes omitted…`);
    expect(kept).toBeGreaterThan(50_000);
  } finally {
    execFileSync('umount', [folder]);
  }
}

if (mayMount()) {
  test('SpillFile survives a full disk: collect goes on and tells once, the file says that more is missing', fullDisk);
}

test('SpillFile whose file cannot be made counts all that it is given, and rejects once', async () => {
  const spill = new SpillFile(join(root, 'no-such-folder', 'output.log'));
  await expect(spill.write(utf8('one'))).rejects.toMatchObject({ code: 'ENOENT' });
  await spill.write(utf8('two'));
  await spill.close();
  expect([spill.totalBytes, spill.omittedBytes, spill.isOver]).toEqual([6, 6, true]);
});
