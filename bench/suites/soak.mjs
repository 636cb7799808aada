/**
 * Thousands of windows over one long stream: memory must not grow once the buffers have their size, and every byte must
 * be accounted for. `--windows N` runs N windows of 1 MiB each; 1,000 unless given.
 */
import { settle } from '../lib/measure.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { KiB, MiB, textOf } from '../lib/texts.mjs';
import { Collector } from '../millrace.mjs';

const WINDOW_BYTES = MiB;
const WINDOWS = windowsAsked() ?? (isShort ? 40 : 1000);
const SAMPLES = 10;
/**
 * What is compiled and cached on the way is no leak. A kilobyte for each window that were left behind would be 0.9 MiB, for
 * each chunk 14 MiB.
 */
const MOST_GROWTH_MIB = { heap: 1, buffers: 1, rss: 32 };

function windowsAsked() {
  const at = process.argv.indexOf('--windows');
  if (at < 0) return undefined;
  const windows = Number(process.argv[at + 1]);
  if (!(Number.isInteger(windows) && windows >= 2 * SAMPLES)) {
    throw new RangeError(`--windows must be an integer >= ${2 * SAMPLES}, got ${process.argv[at + 1]}`);
  }
  return windows;
}

/** A stream that gives `WINDOW_BYTES` for each window that was opened, then waits for the next one. */
class Producer {
  /** A prime, so that the chunks are cut at every place of the text there is. */
  static CHUNK_BYTES = 65_521;
  given = 0;
  #allowed = 0;
  #text = textOf('mixed', 4 * Producer.CHUNK_BYTES);
  #open = () => {};
  stream = new ReadableStream({
    pull: async (controller) => {
      if (this.given === WINDOWS * WINDOW_BYTES) return controller.close();
      if (this.given === this.#allowed) await new Promise((open) => (this.#open = open));
      const length = Math.min(Producer.CHUNK_BYTES, this.#allowed - this.given);
      const from = this.given % (3 * Producer.CHUNK_BYTES);
      controller.enqueue(this.#text.slice(from, from + length));
      this.given += length;
    },
  });

  allowWindow() {
    this.#allowed += WINDOW_BYTES;
    this.#open();
  }
}

const producer = new Producer();
const collector = new Collector(producer.stream);
const samples = [];
let taken = 0;
let windows = 0;
let isClosed = false;
const start = performance.now();
while (!isClosed) {
  if (windows < WINDOWS) producer.allowWindow();
  const { totalBytes, pendingBytes, closed } = await collector.collect({ yieldTimeMs: 0, maxOutputTokens: 10_000 });
  taken += totalBytes - pendingBytes;
  windows++;
  isClosed = closed;
  if (windows % (WINDOWS / SAMPLES) < 1) {
    await settle();
    const { heapUsed: heap, external: buffers, rss } = process.memoryUsage();
    samples.push({ windows, taken, heap, buffers, rss, seconds: (performance.now() - start) / 1000 });
  }
}

const suite = new Suite('A long life');
suite.table({
  title: `${WINDOWS} windows over ${(producer.given / MiB).toFixed(0)} MiB of mixed text`,
  columns: [
    { key: 'takenMib', label: 'MiB taken', digits: 0 },
    { key: 'heapKib', label: 'heap, KiB', digits: 0 },
    { key: 'buffersKib', label: 'buffers, KiB', digits: 0 },
    { key: 'rssMib', label: 'resident, MiB', digits: 1 },
    { key: 'seconds', label: 's', digits: 1 },
  ],
  rows: samples.map(({ windows, taken, heap, buffers, rss, seconds }) => ({
    name: `${windows} windows`,
    takenMib: taken / MiB,
    heapKib: heap / KiB,
    buffersKib: buffers / KiB,
    rssMib: rss / MiB,
    seconds,
  })),
});
suite.check('all bytes are accounted for', taken === producer.given && taken === WINDOWS * WINDOW_BYTES);
const [warm, last] = [samples[0], samples.at(-1)];
for (const [key, goal] of Object.entries(MOST_GROWTH_MIB)) {
  const what = `${WINDOWS} windows of 1 MiB: growth of ${key} after the first tenth, MiB`;
  suite.target({ row: 10, what, measured: (last[key] - warm[key]) / MiB, bound: 'most', goal });
}
suite.done();
