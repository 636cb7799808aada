/**
 * A thousand collectors at once on one event loop, each with windows of 250 ms while lines come in: how late the windows
 * end, beside bare timers that were set at the same moments.
 */
import { crowdOf, WINDOW_MS, windowOf } from '../lib/crowd.mjs';
import { quantile } from '../lib/measure.mjs';
import { isShort, Suite } from '../lib/suite.mjs';

const COLLECTORS = isShort ? 100 : 1000;
const ROUNDS = isShort ? 2 : 20;
/** Twice a frame of a screen; nobody who waits for a window sees less. */
const MOST_LATER_MS = 32;
const bareTimer = () => new Promise((resolve) => setTimeout(resolve, WINDOW_MS));

const { producers, stop } = crowdOf(COLLECTORS);
const late = { 'bare timers': [], 'windows, written to': [], 'windows over a stream': [] };
const names = Object.keys(late);
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
stop();

const suite = new Suite('Many at once');
suite.table({
  title: `${COLLECTORS} collectors at once, ${ROUNDS - 1} windows of ${WINDOW_MS} ms each: how late they end`,
  columns: [
    { key: 'count', label: 'count', digits: 0 },
    { key: 'median', label: 'median, ms', digits: 1 },
    { key: 'p99', label: '99th percentile, ms', digits: 1 },
    { key: 'most', label: 'most, ms', digits: 1 },
  ],
  rows: names.map((name) => {
    const [median, p99, most] = [0.5, 0.99, 1].map((share) => quantile(late[name], share));
    return { name, count: late[name].length, median, p99, most };
  }),
});
for (const name of names.slice(1)) {
  for (const [share, which] of Object.entries({ 0.5: 'median', 0.99: '99th percentile' })) {
    const measured = quantile(late[name], share) - quantile(late[names[0]], share);
    const what = `${name}: ${which} behind that of bare timers, ms`;
    suite.target({ row: 10, what, measured, bound: 'most', goal: MOST_LATER_MS, digits: 1 });
  }
}
suite.done();
