/** How often a collector can give a window, and what it costs while nothing comes. */
import { setTimeout as delay } from 'node:timers/promises';
import { median, timed } from '../lib/measure.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { KiB, textOf } from '../lib/texts.mjs';
import { Collector } from '../millrace.mjs';

const chunk = textOf('ascii', KiB);
const IDLE_COLLECTORS = 1000;
const IDLE_MS = isShort ? 100 : 2000;

/** Windows that take what is there: each was written one chunk, or may read a stream that always has more. */
async function windows(collector, count, write) {
  let bytes = 0;
  const ms = await timed(async () => {
    for (let i = 0; i < count; i++) {
      write?.();
      const { totalBytes } = await collector.collect({ yieldTimeMs: 0, maxOutputTokens: 1000 });
      bytes += totalBytes;
    }
  });
  return { windows: count, perSecond: (count / ms) * 1000, kibEach: bytes / count / KiB };
}

async function writtenWindows(count) {
  const collector = new Collector();
  return windows(collector, count, () => collector.write(chunk));
}

const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(chunk.slice()) });

async function streamedWindows(count) {
  const collector = new Collector(endless());
  const result = await windows(collector, count);
  await collector.detach().cancel();
  return result;
}

/** How often a bare loop reads as many of these chunks as such a window takes: no window can cost less. */
async function bareReads(count, kibEach) {
  const reader = endless().getReader();
  const ms = await timed(async () => {
    for (let i = 0; i < count * kibEach; i++) await reader.read();
  });
  await reader.cancel();
  return (count / ms) * 1000;
}

/** Both in turns, as medians. */
async function besideBareReads() {
  const count = isShort ? 50 : 1000;
  const rates = { streamed: [], bare: [] };
  let kibEach;
  for (let round = 0; round < (isShort ? 2 : 11); round++) {
    const windows = await streamedWindows(count);
    kibEach = windows.kibEach;
    rates.streamed.push(windows.perSecond);
    rates.bare.push(await bareReads(count, kibEach));
  }
  const row = (name) => ({ windows: count, perSecond: median(rates[name]), kibEach });
  return { streamed: row('streamed'), bare: row('bare') };
}

/** A clock that counts what it is asked for. */
function countingClock() {
  const clock = {
    timers: 0,
    now: () => performance.now(),
    setTimeout: (fn, ms) => {
      clock.timers++;
      return setTimeout(fn, ms);
    },
    clearTimeout: (id) => clearTimeout(id),
  };
  return clock;
}

/** Collectors of streams that give nothing, half of them in a window: timers that each set, and tasks that run. */
async function idle() {
  const clock = countingClock();
  const controllers = [];
  const collectors = Array.from({ length: IDLE_COLLECTORS }, () => {
    return new Collector(new ReadableStream({ start: (controller) => void controllers.push(controller) }), { clock });
  });
  const open = collectors.slice(0, IDLE_COLLECTORS / 2).map((each) => each.collect({ deadlineMs: 600_000 }));
  await delay(50);
  const { timers } = clock;
  const before = process.cpuUsage();
  await delay(IDLE_MS);
  const { user, system } = process.cpuUsage(before);
  const ticks = clock.timers - timers;
  for (const controller of controllers) controller.close();
  await Promise.all(open);
  return { ticks, timersPerWindow: timers / open.length, cpuShare: (user + system) / 1000 / IDLE_MS };
}

const suite = new Suite('Windows of a collector');
await writtenWindows(isShort ? 100 : 2000);
await streamedWindows(isShort ? 10 : 2000);
const written = await writtenWindows(isShort ? 500 : 20_000);
const { streamed, bare } = await besideBareReads();
suite.table({
  title: 'windows that take what is there, in chunks of 1 KiB',
  columns: [
    { key: 'windows', label: 'windows', digits: 0 },
    { key: 'perSecond', label: 'a second', digits: 0 },
    { key: 'kibEach', label: 'KiB each', digits: 1 },
  ],
  rows: [
    { name: 'written to before each', ...written },
    { name: 'over a stream that always has more', ...streamed },
    { name: 'a bare loop over as many chunks of it', ...bare },
  ],
});
const rate = { row: 8, bound: 'least', goal: 10_000, digits: 0 };
suite.target({ ...rate, what: 'windows a second, written to before each', measured: written.perSecond });
suite.target({ ...rate, what: 'windows a second, over an always-ready source', measured: streamed.perSecond });
const measured = bare.perSecond / streamed.perSecond;
suite.target({ row: 8, what: 'the same / a bare loop over the same chunks, time', measured, bound: 'most', goal: 2 });

const rest = await idle();
suite.table({
  title: `${IDLE_COLLECTORS} collectors of streams that give nothing, half of them in a window, for ${IDLE_MS / 1000} s`,
  columns: [
    { key: 'ticks', label: 'timers set meanwhile', digits: 0 },
    { key: 'timersPerWindow', label: 'timers a window', digits: 0 },
    { key: 'cpuShare', label: 'share of a core', digits: 4 },
  ],
  rows: [{ name: 'idle', ...rest }],
});
suite.target({
  row: 8,
  what: 'timer ticks of idle collectors',
  measured: rest.ticks,
  bound: 'most',
  goal: 0,
  digits: 0,
});
suite.done();
