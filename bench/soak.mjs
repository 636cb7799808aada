/**
 * Thousands of windows over one long stream: memory must not grow once the buffers have their size, and every byte must
 * be accounted for. `--windows N` runs N windows of 1 MiB each; 10,000 unless given.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Collector } from 'millrace';
import { isShort, KiB, MiB, printTable, promise, textOf } from './tools.mjs';

const WINDOW_BYTES = MiB;
const WINDOWS = windowsAsked() ?? (isShort ? 200 : 10_000);
const SAMPLES = 10;
/** What is compiled and cached on the way is no leak; one of a kilobyte a window would be ten times as much. */
const MOST_GROWTH = { heap: MiB, buffers: MiB, rss: 32 * MiB };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

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

/** Buffers are freed by another thread, some time after their owners. */
async function settle() {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await delay(10);
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

const rows = samples.map(({ windows, taken, heap, buffers, rss, seconds }) => [
  windows,
  (taken / MiB).toFixed(0),
  (heap / KiB).toFixed(0),
  (buffers / KiB).toFixed(0),
  (rss / MiB).toFixed(1),
  seconds.toFixed(1),
]);
printTable(
  `${WINDOWS} windows over ${(producer.given / MiB).toFixed(0)} MiB of mixed text`,
  ['windows', 'MiB taken', 'heap, KiB', 'buffers, KiB', 'resident, MiB', 's'],
  rows,
);
const [warm, last] = [samples[0], samples.at(-1)];
promise('all bytes accounted for', taken === producer.given && taken === WINDOWS * WINDOW_BYTES);
for (const key of ['heap', 'buffers', 'rss']) {
  const grown = last[key] - warm[key];
  const text = `${key}: grows less than ${MOST_GROWTH[key] / MiB} MiB after the first tenth (${(grown / MiB).toFixed(2)})`;
  promise(text, grown < MOST_GROWTH[key]);
}
