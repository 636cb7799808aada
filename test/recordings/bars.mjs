/** Draws what it is told to, by libraries of others: `one` bar of each, or `several` of one, with the cursor `hidden` perhaps. */
import { setTimeout as delay } from 'node:timers/promises';
import progress from 'cli-progress';
import ProgressBar from 'progress';

const STEPS = 20;
if (process.argv[2] === 'one') {
  const bar = new progress.SingleBar({ fps: 1000, forceRedraw: true, format: 'bar {bar} {percentage}%' });
  bar.start(STEPS, 0);
  for (let step = 1; step <= STEPS; step++) {
    bar.update(step);
    await delay(2);
  }
  bar.stop();
  const other = new ProgressBar('other :bar :percent', { total: STEPS, renderThrottle: 0 });
  for (let step = 1; step <= STEPS; step++) {
    other.tick();
    await delay(2);
  }
} else {
  const hideCursor = process.argv[2] === 'hidden';
  const bars = new progress.MultiBar({
    fps: 1000,
    forceRedraw: true,
    hideCursor,
    format: '{name} {bar} {percentage}%',
  });
  const all = ['a', 'b', 'c'].map((name) => bars.create(STEPS, 0, { name }));
  for (let step = 1; step <= STEPS; step++) {
    for (const bar of all) bar.update(step);
    await delay(5);
  }
  bars.stop();
  console.log('done');
}
