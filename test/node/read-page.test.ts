import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type ReadPageOptions, readPage, SpillFile, SpillHandleError } from '../../src/node/index.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-page-'));
afterAll(() => rmSync(root, { recursive: true }));

let count = 0;
const newPath = () => join(root, `${count++}.log`);
const utf8 = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const byteLength = (text: string) => utf8(text).length;

async function spilled(bytes: Uint8Array, { maxBytes = 1 << 20, close = true, chunkBytes = 333 } = {}) {
  const spill = new SpillFile(newPath(), { maxBytes });
  for (let at = 0; at < bytes.length; at += chunkBytes) await spill.write(bytes.subarray(at, at + chunkBytes));
  if (close || bytes.length === 0) await spill.close();
  return spill;
}

/** All pages, one behind the other. */
async function pagesOf(handle: string, options: ReadPageOptions) {
  const pages = [];
  for (let from = 0, total = 1; from < total; ) {
    const page = await readPage(handle, { ...options, from });
    expect(page.from).toBe(from);
    expect(page.next).toBeGreaterThan(from);
    expect(byteLength(page.text)).toBeLessThanOrEqual(options.maxBytes ?? 40_000);
    pages.push(page);
    [from, total] = [page.next, page.totalBytes];
  }
  return pages;
}

const texts = fc.array(fc.constantFrom('a', '\n', 'é', '€', '😀', '\uFEFF', 'line of text\n', 'x'.repeat(50)), {
  minLength: 1,
  maxLength: 400,
});

test('readPage gives all of an output, page by page, no scalar value cut', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 64, max: 300 }), fc.boolean(), async (parts, maxBytes, close) => {
      const text = parts.join('');
      const spill = await spilled(utf8(text), { close });
      const pages = await pagesOf(spill.handle, { maxBytes });
      if (!close) await spill.close();
      expect(pages.map((page) => page.text).join('')).toBe(text);
      expect(pages.every(({ totalBytes, omittedBytes }) => totalBytes === byteLength(text) && omittedBytes === 0)).toBe(
        true,
      );
    }),
    { numRuns: 150 },
  );
});

test('readPage gives what is kept with one marker, open or closed, wherever the file is cut', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 64, max: 700 }), fc.boolean(), async (parts, maxBytes, close) => {
      const bytes = utf8(parts.join('').repeat(1 + Math.ceil(2500 / byteLength(parts.join('')))));
      const spill = await spilled(bytes, { maxBytes: 1024 + (maxBytes % 7), close });
      const pages = await pagesOf(spill.handle, { maxBytes });
      const all = pages.map((page) => page.text).join('');
      const { omittedBytes, totalBytes } = pages[0]!;
      expect(totalBytes).toBe(bytes.length);
      const [head, tail] = all.split(`…${omittedBytes} bytes omitted…`) as [string, string];
      expect(byteLength(head) + byteLength(tail) + omittedBytes).toBe(bytes.length);
      expect(decode(bytes)).toSatisfy((text: string) => text.startsWith(head) && text.endsWith(tail));
      expect(omittedBytes - spill.omittedBytes).toBeLessThanOrEqual(6);
      expect(omittedBytes).toBeGreaterThanOrEqual(spill.omittedBytes);
      if (!close) await spill.close();
    }),
    { numRuns: 150 },
  );
});

test('readPage gives well-formed text of any bytes, at their positions', async () => {
  const someBytes = fc.uint8Array({ minLength: 1, maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(someBytes, fc.integer({ min: 64, max: 200 }), async (bytes, maxBytes) => {
      const { handle } = await spilled(bytes);
      const pages = await pagesOf(handle, { maxBytes });
      expect(pages.map((page) => page.text).join('')).toBe(decode(bytes));
      for (const { from, next, text } of pages) expect(text).toBe(decode(bytes.subarray(from, next)));
    }),
    { numRuns: 150 },
  );
});

test('readPage begins a scalar value at its first byte, and counts lines', async () => {
  const { handle } = await spilled(utf8('a😀b\nc\n\nd'));
  for (const from of [1, 2, 3, 4]) {
    expect(await readPage(handle, { from, lines: 1 })).toMatchObject({ text: '😀b\n', from: 1, next: 7 });
  }
  expect(await readPage(handle, { from: 5, lines: 3 })).toMatchObject({ text: 'b\nc\n\n', next: 10, totalBytes: 11 });
  expect(await readPage(handle, { from: 11 })).toMatchObject({ text: '', from: 11, next: 11 });
});

test('readPage counts what is left out from where it begins', async () => {
  const { handle } = await spilled(utf8('0123456789'.repeat(500)), { maxBytes: 1024 });
  const { omittedBytes } = await readPage(handle);
  const head = (await readPage(handle, { maxBytes: 2000 })).text.indexOf('…');
  const page = await readPage(handle, { from: head + 100, maxBytes: 64 });
  expect(page.text.startsWith(`…${omittedBytes - 100} bytes omitted…`)).toBe(true);
});

test('readPage finds lines as grep -b does, over pages, blocks and the gap', async () => {
  const lines = Array.from({ length: 30_000 }, (_, n) => (n % 1000 === 7 ? `error ${n} é` : `line ${n}`));
  const text = `${lines.join('\n')}\n`;
  const { handle } = await spilled(utf8(text), { chunkBytes: 50_000 });
  let at = 0;
  const expected = [];
  for (const line of lines) {
    if (line.startsWith('error')) expected.push(`${at}:${line}\n`);
    at += byteLength(line) + 1;
  }
  for (const grep of ['error', /^error \d+/g]) {
    for (const limits of [{ maxBytes: 70 }, { lines: 4 }, {}]) {
      const pages = await pagesOf(handle, { grep, ...limits });
      expect(pages.map((page) => page.text).join('')).toBe(expected.join(''));
      expect(pages.length > 1).toBe(Object.keys(limits).length > 0);
    }
  }
  const [, position] = /(\d+):error 5007/.exec(expected.join(''))!;
  expect((await readPage(handle, { from: Number(position), lines: 1 })).text).toBe('error 5007 é\n');
  const cut = await spilled(utf8(text), { maxBytes: 100_000, chunkBytes: 50_000 });
  const page = await readPage(cut.handle, { grep: 'error' });
  expect(page.text).toMatch(/^7?\d+:error 7 é\n(\d+:error \d+ é\n)+…\d+ bytes omitted…\n(\d+:error \d+ é\n)+$/);
  expect(page.text).toContain(expected.at(-1));
  expect(page.next).toBe(byteLength(text));
});

test('readPage gives the beginning of a line that is larger than a page', async () => {
  const { handle } = await spilled(utf8(`start ${'😀'.repeat(50_000)}\nlast start\n`), { chunkBytes: 9999 });
  const first = await readPage(handle, { grep: 'start', maxBytes: 64 });
  expect(first.text).toMatch(/^0:start (😀)+\n$/u);
  expect(byteLength(first.text)).toBeGreaterThan(58);
  const { text, next, totalBytes } = await readPage(handle, { grep: 'start', maxBytes: 64, from: first.next });
  expect([text, next]).toEqual([`${totalBytes - 11}:last start\n`, totalBytes]);
});

test('readPage reads while the output is written, and never gives new bytes for old ones', async () => {
  const spill = new SpillFile(newPath(), { maxBytes: 4096 });
  // Each line tells its position, so that a byte from elsewhere shows.
  const line = (n: number) => utf8(`${n * 8}`.padStart(7, '0').concat('\n'));
  await spill.write(line(0));
  let isDone = false;
  const writing = (async () => {
    for (let n = 1; n < 6000; n++) await spill.write(line(n));
    await spill.close();
    isDone = true;
  })();
  let reads = 0;
  while (!isDone) {
    const { text, from } = await readPage(spill.handle, { from: reads % 2 ? 1600 : 2400, maxBytes: 4000 }).catch(
      (error) => {
        if (error instanceof RangeError) return { text: '', from: 0 };
        throw error;
      },
    );
    reads++;
    const [head = '', tail] = text.split(/…\d+ bytes omitted…/);
    for (const [at, found] of head
      .split('\n')
      .filter((part) => part.length === 7)
      .entries()) {
      expect(Number(found)).toBe(from + at * 8);
    }
    const numbers = (tail ?? '')
      .split('\n')
      .filter((part) => part.length === 7)
      .map(Number);
    expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at * 8));
  }
  await writing;
  expect(reads).toBeGreaterThan(10);
});

test('readPage takes a note in the output of a program for its text', async () => {
  const other = await spilled(utf8('x'.repeat(5000)), { maxBytes: 1024 });
  const { text } = await readPage(other.handle);
  const path = newPath();
  const note = `\n[millrace ${'0'.repeat(16)}: bytes 0000000000000000 to 0000000000000009 omitted; the rest is at 0000000000000000 of this file; 0000000000000009 bytes in all; closed]\n`;
  writeFileSync(path, note);
  expect(await readPage(path)).toMatchObject({ text: note, omittedBytes: 0 });
  expect(text).toContain('bytes omitted…');
});

test('readPage tells of a handle that is none, and of wrong arguments', async () => {
  const path = newPath();
  const link = newPath();
  writeFileSync(path, 'text');
  symlinkSync(path, link);
  for (const bad of [newPath(), root, link, '', '/dev/null']) {
    const error = await readPage(bad).catch((reason) => reason);
    expect(error).toBeInstanceOf(SpillHandleError);
    expect([error.name, error.handle]).toEqual(['SpillHandleError', bad]);
  }
  const rejected = (options: object, kind: typeof TypeError | typeof RangeError) =>
    expect(readPage(path, options)).rejects.toBeInstanceOf(kind);
  await expect(readPage(7 as never)).rejects.toBeInstanceOf(TypeError);
  await rejected({ from: 5 }, RangeError);
  await rejected({ from: -1 }, RangeError);
  await rejected({ maxBytes: 63 }, RangeError);
  await rejected({ lines: 0 }, RangeError);
  await rejected({ grep: 7 }, TypeError);
});
