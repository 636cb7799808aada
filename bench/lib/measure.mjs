/** Times, in turns and as medians. */
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The value below which `share` of the values are. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (values) => quantile(values, 0.5);

/** Milliseconds of processor time that this process has had, all threads: what a busy neighbour takes is not in it. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How many milliseconds of processor time it takes. */
export async function timed(run) {
  const start = processorTime();
  await run();
  return processorTime() - start;
}

/**
 * Runs each contender once a round, in turns, so that a busy machine slows all of them alike; the first `warmUps` rounds
 * do not count. A contender gives the milliseconds it took. Gives the median of each.
 */
export async function interleaved(contenders, { rounds, warmUps = 2 }) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const ms = await run();
      if (round >= 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

/** Collects all garbage. Buffers are freed by another thread, some time after their owners. */
export async function settle() {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await delay(10);
  }
}
