import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSessionEvents, Instrumentation, parseSessionEvent, type StartEvent } from '../../src/events/index.js';
import { JsonlFileSink, type JsonlFileSinkOptions } from '../../src/node/index.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-node-'));
  path = join(folder, 'events.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const { start } = createSessionEvents({ sessionId: 's1' });
const event = (n: number): StartEvent => start('write', { n });
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);
const numbersOf = (file: string) => linesOf(file).map((line) => parseSessionEvent(JSON.parse(line)).data.n);

async function appendTo(
  file: string,
  numbers: readonly number[],
  options?: JsonlFileSinkOptions,
): Promise<JsonlFileSink> {
  const sink = new JsonlFileSink(file, options);
  for (const n of numbers) await sink.handle(event(n));
  await sink.close();
  return sink;
}

test('JsonlFileSink appends a line for each event to a file of its owner alone, and leaves nothing else behind', async () => {
  await appendTo(path, [1, 2], { fsync: true });
  await appendTo(path, [3]);
  expect(numbersOf(path)).toEqual([1, 2, 3]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test('JsonlFileSink leaves the permissions of a file that is there, and makes one with those that it is told', async () => {
  await appendTo(path, [1], { fileMode: 0o640 });
  expect(statSync(path).mode & 0o777).toBe(0o640);
  await appendTo(path, [2]);
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test('JsonlFileSink takes off a last line that was cut short, wherever that was', async () => {
  const sink = new JsonlFileSink(path);
  await sink.handle(event(1));
  const whole = readFileSync(path);
  const record = `${JSON.stringify(event(2))}`;
  for (let length = 1; length < record.length; length += 7) {
    writeFileSync(path, whole);
    appendFileSync(path, record.slice(0, length));
    const tornBefore = sink.tornBytes;
    await sink.handle(event(3));
    expect(numbersOf(path)).toEqual([1, 3]);
    expect(sink.tornBytes - tornBefore).toBe(length);
  }
  await sink.close();
});

test.each([
  ['a record that lacks its line break alone', JSON.stringify({ whole: true })],
  ['a line that is no record', 'notes of somebody'],
  ['one of 100 KiB without a break', 'x'.repeat(100 * 1024)],
])('JsonlFileSink ends the line of %s, and takes nothing off', async (_, text) => {
  writeFileSync(path, text);
  const { tornBytes } = await appendTo(path, [1]);
  expect(linesOf(path)).toEqual([text, expect.stringContaining('"n":1')]);
  expect(tornBytes).toBe(0);
});

test('JsonlFileSink takes off a torn line that is longer than it reads at once', async () => {
  await appendTo(path, [1]);
  appendFileSync(path, `{"text":"${'x'.repeat(200_000)}`);
  await appendTo(path, [2]);
  expect(numbersOf(path)).toEqual([1, 2]);
});

test('JsonlFileSink leaves a line alone that somebody is still writing', async () => {
  await appendTo(path, [1]);
  appendFileSync(path, '{"slow":');
  const grown = setInterval(() => appendFileSync(path, ' '), 1);
  const done = appendTo(path, [2]);
  await done;
  clearInterval(grown);
  expect(readFileSync(path, 'utf8')).toMatch(/\n\{"slow": +\{.*"n":2/);
});

test('JsonlFileSink makes a new file when its own was deleted or moved', async () => {
  const sink = new JsonlFileSink(path);
  await sink.handle(event(1));
  rmSync(path);
  await sink.handle(event(2));
  expect(numbersOf(path)).toEqual([2]);
  renameSync(path, `${path}.old`);
  await sink.handle(event(3));
  await sink.close();
  expect([numbersOf(`${path}.old`), numbersOf(path)]).toEqual([[2], [3]]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('JsonlFileSink begins a new file before the old one is too large, and keeps so many', async () => {
  const bytes = Buffer.byteLength(JSON.stringify(event(1))) + 1;
  const options = { rotate: { maxBytes: 2 * bytes + 20, keepFiles: 2 } };
  // Two sinks at once, neither of which may write to what the other has put aside.
  const sinks = [new JsonlFileSink(path, options), new JsonlFileSink(path, options)];
  for (let n = 1; n <= 9; n++) await sinks[n % 2]!.handle(event(n));
  for (const sink of sinks) await sink.close();
  expect([path, `${path}.1`, `${path}.2`].map(numbersOf)).toEqual([[9], [7, 8], [5, 6]]);
  expect(existsSync(`${path}.3`)).toBe(false);
});

test('JsonlFileSink gives a record that is larger than a file may be one of its own', async () => {
  await appendTo(path, [1, 2], { rotate: { maxBytes: 10 } });
  expect([path, `${path}.1`].map(numbersOf)).toEqual([[2], [1]]);
});

test('JsonlFileSink begins a new file for each period', async () => {
  const day = 24 * 3600 * 1000;
  let now = 20_000 * day + 1000;
  const sink = new JsonlFileSink(path, { rotate: { everyMs: day }, clock: { now: () => now } });
  const append = async (n: number) => {
    await sink.handle(event(n));
    utimesSync(path, now / 1000, now / 1000);
  };
  await append(1);
  now += day - 2000;
  await append(2);
  now += 2000;
  await append(3);
  await sink.close();
  expect([path, `${path}.1`].map(numbersOf)).toEqual([[3], [1, 2]]);
});

test('JsonlFileSink writes what it could not write before, in order, as soon as it can', async () => {
  const missing = join(folder, 'later', 'events.jsonl');
  const sink = new JsonlFileSink(missing);
  const instrumentation = new Instrumentation({ sinks: [sink] });
  for (const n of [1, 2]) await expect(instrumentation.emit(event(n))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(sink.waitingRecords).toBe(2);
  await expect(instrumentation.flush()).rejects.toMatchObject({ code: 'ENOENT' });
  renameSync(mkdtempSync(join(folder, 'made-')), join(folder, 'later'));
  await instrumentation.emit(event(3));
  await instrumentation.close();
  expect(numbersOf(missing)).toEqual([1, 2, 3]);
  expect([sink.waitingRecords, sink.lostRecords]).toEqual([0, 0]);
});

test('JsonlFileSink holds no more than it may of what it could not write, and counts the rest', async () => {
  const sink = new JsonlFileSink(join(folder, 'no', 'such'), { maxBacklogBytes: 1000 });
  for (let n = 0; n < 10; n++) await expect(sink.handle(event(n))).rejects.toThrow('ENOENT');
  expect(sink.waitingRecords + sink.lostRecords).toBe(10);
  expect(sink.waitingRecords).toBeLessThan(5);
  // Each has been told of before.
  await sink.close();
  expect(sink.lostRecords).toBe(10);
});

test('JsonlFileSink serves calls that are not waited for in order, also of two sinks on one file', async () => {
  const sinks = [new JsonlFileSink(path), new JsonlFileSink(path)];
  await Promise.all(Array.from({ length: 100 }, (_, n) => sinks[n % 2]!.handle(event(n))));
  for (const sink of sinks) await sink.close();
  const numbers = numbersOf(path) as number[];
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  for (const parity of [0, 1]) {
    const own = numbers.filter((n) => n % 2 === parity);
    expect(own).toEqual([...own].sort((a, b) => a - b));
  }
});

test('JsonlFileSink refuses a folder at once, and what makes no sense', async () => {
  await expect(new JsonlFileSink(folder).open()).rejects.toMatchObject({ code: 'EISDIR' });
  expect(() => new JsonlFileSink(1 as never)).toThrow('Cannot create JsonlFileSink: path must be a string, got 1');
  expect(() => new JsonlFileSink(path, { rotate: { maxBytes: 0 } })).toThrow(/rotate.maxBytes must be an integer >= 1/);
  expect(() => new JsonlFileSink(path, { clock: {} } as never)).toThrow(/clock must have a now method, got an object/);
  expect(() => new JsonlFileSink(path, { fsync: 1 } as never)).toThrow(/fsync must be true or false, got 1/);
  expect(() => new JsonlFileSink(path, { mode: 'late' } as never)).toThrow(RangeError);
});
