// Appends records to a file until it is killed, or has written so many; says on standard output which are acknowledged.
import { writeSync } from 'node:fs';
import { createSessionEvents, Instrumentation } from '../../../src/events/index.js';
import { JsonlFileSink } from '../../../src/node/index.js';

const [path, name, count, sizes] = process.argv.slice(2) as [string, string, string, keyof typeof SIZES];

/** Bytes of a record's text: mostly small, as records are, and up to 1 MiB. */
const SIZES = {
  mixed: () => Math.floor(Math.random() < 0.98 ? 10 ** (1 + 2.6 * Math.random()) : 2 ** 20 * Math.random()),
  large: () => Math.floor(2 ** 20 * Math.random()),
  fixed: () => 2000,
};
const MOST_AT_ONCE = 16;

const filler = 'x'.repeat(2 ** 20);
const events = createSessionEvents({ sessionId: name });
// Two sinks of one process take turns as those of two processes do.
const outlets = [0, 1].map(() => new Instrumentation({ sinks: [new JsonlFileSink(path, { lockTimeoutMs: 60_000 })] }));
const pending = new Set<Promise<void>>();
for (let n = 0; n < Number(count); n++) {
  const event = events.start('write', { name, n, text: filler.slice(0, SIZES[sizes]()) });
  const emitted = outlets[n % 2]!.emit(event).then(
    () => void writeSync(1, `${n}\n`),
    (error) => void writeSync(1, `${n} ${error.code}\n`),
  );
  pending.add(emitted);
  emitted.finally(() => pending.delete(emitted));
  if (sizes === 'fixed') await emitted;
  while (pending.size >= MOST_AT_ONCE) await Promise.race(pending);
}
await Promise.all(pending);
// What could not be written was told already.
for (const outlet of outlets) await outlet.close().catch(() => {});
