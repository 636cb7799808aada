import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { records, said, writers } from './helpers/writers.js';

let program: Awaited<ReturnType<typeof writers>>;
beforeAll(async () => {
  program = await writers();
});
afterAll(() => program.remove());

const PROCESSES = 4;
const RECORDS_EACH = 5000;

test('JsonlFileSink: four processes append 20,000 records of 10 B to 1 MiB to one file, and all are there', async () => {
  const path = join(program.folder, 'shared.jsonl');
  const names = Array.from({ length: PROCESSES }, (_, i) => `w${i}`);
  const started = names.map((name) => program.start(path, name, RECORDS_EACH, 'mixed'));
  const acknowledged = await Promise.all(started.map(said));
  expect(acknowledged.map((lines) => lines.length)).toEqual(names.map(() => RECORDS_EACH));
  expect(acknowledged.flat().filter((line) => !/^\d+$/.test(line))).toEqual([]);
  const found = await records(path);
  const ids = found.map(({ id }) => id).sort();
  const expected = names.flatMap((name) => Array.from({ length: RECORDS_EACH }, (_, n) => `${name} ${n}`)).sort();
  expect(ids).toEqual(expected);
  expect(Math.max(...found.map(({ length }) => length))).toBeGreaterThan(2 ** 19);
}, 180_000);
