import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionEvents } from '../../src/events/index.js';
import { JsonlFileSink } from '../../src/node/index.js';
import { records, said, writers } from './helpers/writers.js';

let program: Awaited<ReturnType<typeof writers>>;
beforeAll(async () => {
  program = await writers();
});
afterAll(() => program.remove());

const KILLS = 200;
const LANES = 4;
/** Where a new file is begun, so that reading it again and again does not grow with the square. */
const MOST_BYTES = 2 ** 21;

test('JsonlFileSink loses no acknowledged record, and leaves no line that does not parse, when its process is killed', async () => {
  let cut = 0;
  const lane = async (at: number) => {
    let file = 0;
    let acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS / LANES; kill++) {
      const path = join(program.folder, `crash-${at}-${file}.jsonl`);
      const name = `writer-${kill}`;
      const child = program.start(path, name, 1e6, kill % 2 === 0 ? 'large' : 'mixed');
      const output = said(child);
      // From its first word on, so that the moment falls into the writing and not into the start of a process.
      child.stdout!.once('data', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 20));
      acknowledged.push(...(await output).map((n) => `${name} ${n}`));

      const restarted = new JsonlFileSink(path);
      const mark = createSessionEvents().start('restart', { name: 'restart', n: kill });
      await restarted.handle(mark);
      await restarted.close();
      cut += restarted.tornBytes > 0 ? 1 : 0;
      acknowledged.push(`restart ${kill}`);
      const found = (await records(path)).map(({ id }) => id);
      const there = new Set(found);
      expect(there.size).toBe(found.length);
      const missing = acknowledged.filter((id) => !there.has(id));
      expect(missing).toEqual([]);
      if (statSync(path).size < MOST_BYTES) continue;
      file++;
      acknowledged = [];
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)));
  console.log(`${KILLS} kills, ${cut} lines cut short`);
});
