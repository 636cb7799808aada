/**
 * A thousand collectors at once on one event loop, each with windows of 250 ms while lines come in: how late the windows
 * end, beside bare timers that were set at the same moments.
 */
import { Collector } from 'millrace';
import { isShort, printTable, promise, quantile } from './tools.mjs';

const COLLECTORS = 1000;
const WINDOW_MS = 250;
const ROUNDS = isShort ? 4 : 20;
/** Each collector gets a line so often. */
const LINE_MS = 50;
/** Twice a frame of a screen; nobody who waits for a window sees less. */
const MOST_LATER_MS = 32;
const LINE = new TextEncoder().encode('info  [web] compiled src/components/table-view.tsx — 41 ms ✓\n');

function pushed() {
  const collector = new Collector();
  return { collector, write: () => collector.write(LINE) };
}

function streamed() {
  let controller;
  const stream = new ReadableStream({ start: (given) => (controller = given) });
  return { collector: new Collector(stream), write: () => controller.enqueue(LINE.slice()) };
}

const bareTimer = () => new Promise((resolve) => setTimeout(resolve, WINDOW_MS));
const windowOf = ({ collector }) => collector.collect({ yieldTimeMs: WINDOW_MS, maxOutputTokens: 1000 });

const producers = Array.from({ length: COLLECTORS }, (_, i) => (i % 2 === 0 ? pushed() : streamed()));
const late = { 'bare timers': [], 'windows, written to': [], 'windows over a stream': [] };
const names = Object.keys(late);
let next = 0;
const writer = setInterval(() => {
  // A share of the producers each time, so that lines come all the time.
  for (let i = 0; i < COLLECTORS / LINE_MS; i++) producers[next++ % COLLECTORS].write();
}, 1);

async function timed(name, begin) {
  const start = performance.now();
  await begin();
  late[name].push(performance.now() - start - WINDOW_MS);
}

for (let round = 0; round < ROUNDS; round++) {
  const all = producers.flatMap((producer, i) => [
    timed(names[0], bareTimer),
    timed(names[1 + (i % 2)], () => windowOf(producer)),
  ]);
  await Promise.all(all);
  // The first round compiles.
  if (round === 0) for (const name of names) late[name].length = 0;
}
clearInterval(writer);

const rows = names.map((name) => [
  name,
  late[name].length,
  ...[0.5, 0.99, 1].map((share) => quantile(late[name], share).toFixed(1)),
]);
printTable(
  `${COLLECTORS} collectors at once, ${ROUNDS - 1} windows of ${WINDOW_MS} ms each`,
  ['late, ms', 'count', 'median', '99th percentile', 'most'],
  rows,
);
for (const name of names.slice(1)) {
  for (const share of [0.5, 0.99]) {
    const later = quantile(late[name], share) - quantile(late[names[0]], share);
    const what = share === 0.5 ? 'median' : '99th percentile';
    const text = `${name}: the ${what} is less than ${MOST_LATER_MS} ms later than that of bare timers`;
    promise(`${text} (${later.toFixed(1)})`, later < MOST_LATER_MS, !isShort);
  }
}
