/** Events to a file, each kept before the next is made, and as many at once as a program may have on their way. */
import { appendFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionEvents, eventToJsonLine, Instrumentation } from '../../dist/events.js';
import { JsonlFileSink } from '../../dist/node.js';
import { interleaved } from '../lib/measure.mjs';
import { isShort, Suite } from '../lib/suite.mjs';

const EVENTS = isShort ? 200 : 5000;
const AT_ONCE = 64;

const folder = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
const session = createSessionEvents({ sessionId: 'bench' });
const starts = Array.from({ length: EVENTS }, (_, n) => session.start('exec', { argv: ['npm', 'run', 'build'], n }));

/** Milliseconds for all events, `atOnce` of them on their way. */
async function timed(emit, atOnce, close) {
  const start = performance.now();
  for (let n = 0; n < EVENTS; n += atOnce) await Promise.all(starts.slice(n, n + atOnce).map(emit));
  await close();
  return performance.now() - start;
}

let files = 0;
const newFile = () => join(folder, `${files++}.jsonl`);

async function plainAppends(atOnce) {
  const handle = await open(newFile(), 'a');
  return timed(
    (event) => handle.appendFile(eventToJsonLine(event)),
    atOnce,
    () => handle.close(),
  );
}
async function fileSink(atOnce) {
  const instrumentation = new Instrumentation({ sinks: [new JsonlFileSink(newFile())] });
  return timed(
    (event) => instrumentation.emit(event),
    atOnce,
    () => instrumentation.close(),
  );
}
async function openedEachTime(atOnce) {
  const file = newFile();
  return timed(
    (event) => appendFile(file, eventToJsonLine(event)),
    atOnce,
    async () => {},
  );
}

const suite = new Suite('Events to a file');
for (const [what, atOnce] of [
  ['one at a time', 1],
  [`${AT_ONCE} at once`, AT_ONCE],
]) {
  const contenders = {
    'plain appends, file kept open': plainAppends,
    'plain appends, file opened each time': openedEachTime,
    'JsonlFileSink: locked, checked, in order': fileSink,
  };
  const runs = Object.entries(contenders).map(([name, run]) => [name, () => run(atOnce)]);
  const ms = await interleaved(Object.fromEntries(runs), { rounds: isShort ? 1 : 5 });
  const [plain] = Object.keys(contenders);
  suite.table({
    title: `events a second, ${what}`,
    columns: [
      { key: 'perSecond', label: 'events a second', digits: 0 },
      { key: 'ofPlain', label: 'x plain' },
    ],
    rows: Object.keys(contenders).map((name) => ({
      name,
      perSecond: (EVENTS / ms[name]) * 1000,
      ofPlain: ms[plain] / ms[name],
    })),
  });
}
await rm(folder, { recursive: true });
suite.done();
