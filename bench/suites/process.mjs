/**
 * 10,000 tokens of a stream, as a whole process: from its start to its end, and how far its memory grows. Every variant in
 * turn, each run a process of its own.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../lib/measure.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { MiB, TEXT_KINDS } from '../lib/texts.mjs';

const CHILD = fileURLToPath(new URL('process-child.mjs', import.meta.url));
const FLOOR = 'floor';
const NAMES = {
  floor: 'read, keep nothing (floor)',
  identity: 'one identity TransformStream, keep nothing',
  collect: 'millrace: collect',
  composed: 'millrace: carry, buffer and truncate in one',
  decoder: 'TextDecoderStream, join, slice',
  response: 'Response.text, slice',
  getStream: 'get-stream, slice',
  agents: 'Agents SDK: append, truncateOutput',
  tokenizer: 'gpt-tokenizer over everything, slice',
};
const OURS = ['collect', 'composed'];
const SHARED = ['floor', 'identity', ...OURS, 'decoder', 'response', 'getStream'];
/** Beside those that run in every round: the ones that take too long for it run once, or until the limit. */
const SIZES = isShort
  ? [{ mib: 1, rounds: 1, once: ['agents', 'tokenizer'] }]
  : [
      // The shorter they are, the more rounds: the start of a process takes now this long, now that.
      { mib: 10, rounds: 15, once: ['agents', 'tokenizer'] },
      { mib: 100, rounds: 9, once: ['agents'] },
      { mib: 1024, rounds: 7, once: [] },
    ];
/** One that was not done after so many times our own time is ended, and shown as more than that. */
const LONGEST_TIMES = 105;
/** A whole text of 1 GiB is longer than a string can be. */
const FAILS = 'fails';

const run = promisify(execFile);

async function measure(variant, kind, bytes, limitMs) {
  const start = performance.now();
  try {
    const options = { timeout: limitMs, killSignal: 'SIGKILL' };
    const { stdout } = await run(process.execPath, [CHILD, variant, kind, String(bytes)], options);
    const { error, ...figures } = JSON.parse(stdout);
    return { wallMs: performance.now() - start, ...figures, ...(error && { error }) };
  } catch (reason) {
    if (!reason.killed) throw reason;
    return { wallMs: performance.now() - start, isCutShort: true };
  }
}

async function compare(suite, kind, { mib, rounds, once }) {
  const runs = Object.fromEntries([...SHARED, ...once].map((variant) => [variant, []]));
  const bytes = mib * MiB;
  for (let round = 0; round < rounds; round++) {
    for (const variant of SHARED) {
      // What has failed once fails again, and takes its time for it.
      if (runs[variant][0]?.error === undefined) runs[variant].push(await measure(variant, kind, bytes));
    }
  }
  const middle = (variant, key) => median(runs[variant].map((each) => each[key]));
  const limitMs = Math.ceil(LONGEST_TIMES * Math.max(...OURS.map((ours) => middle(ours, 'wallMs'))));
  for (const variant of once) runs[variant].push(await measure(variant, kind, bytes, limitMs));
  const rows = Object.keys(runs).map((variant) => rowOf(variant));
  const where = `${mib} MiB of ${kind} text`;
  suite.table({
    title: `${where}, a whole process each`,
    columns: [
      { key: 'seconds', label: 's' },
      { key: 'ofFloor', label: 'x floor' },
      { key: 'loadSeconds', label: 'of it loading, s', digits: 3 },
      { key: 'streamSeconds', label: 'of it the stream, s' },
      { key: 'cpuSeconds', label: 'all threads, s' },
      { key: 'growthMib', label: 'growth, MiB', digits: 1 },
      { key: 'beyondMib', label: 'beyond the floor', digits: 1 },
    ],
    rows,
    plot: { file: 'process', column: 'seconds', series: where, isLog: true },
  });
  judge(suite, kind, mib, runs, middle);

  function rowOf(variant) {
    const [first] = runs[variant];
    const name = NAMES[variant];
    if (first.error) return { name, seconds: FAILS, ofFloor: FAILS, error: first.error, growthMib: first.growth / MiB };
    const seconds = middle(variant, 'wallMs') / 1000;
    const ofFloor = middle(variant, 'wallMs') / middle(FLOOR, 'wallMs');
    if (first.isCutShort) {
      return { name, seconds: `> ${seconds.toFixed(0)}`, ofFloor: `> ${ofFloor.toFixed(0)}`, least: seconds };
    }
    const growth = middle(variant, 'growth');
    const beyond = growth - middle(FLOOR, 'growth');
    const loadSeconds = middle(variant, 'loadMs') / 1000;
    const streamSeconds = middle(variant, 'ms') / 1000;
    const cpuSeconds = middle(variant, 'cpuMs') / 1000;
    const [growthMib, beyondMib] = [growth / MiB, beyond / MiB];
    return { name, seconds, ofFloor, loadSeconds, streamSeconds, cpuSeconds, growthMib, beyondMib };
  }
}

function judge(suite, kind, mib, runs, middle) {
  const where = `${mib} MiB, ${kind}`;
  const row = mib <= 10 ? 1 : 2;
  for (const ours of OURS) {
    const texts = runs[ours].every(({ units }) => units > 0 && units <= 40_000);
    suite.check(`${ours} gives a cut text`, texts);
    const ms = middle(ours, 'wallMs');
    const than = (what, other, bound, goal, digits) => {
      const measured = bound === 'most' ? ms / middle(other, 'wallMs') : middle(other, 'wallMs') / ms;
      suite.target({ row, what: `${where}: ${ours} / ${what}`, measured, bound, goal, digits });
    };
    than('floor, time', FLOOR, 'most', mib <= 10 ? 1.8 : 1.5);
    if (mib <= 10) than('TextDecoderStream + slice, speed', 'decoder', 'least', 2);
    if (runs.agents) than('Agents SDK, speed', 'agents', 'least', mib <= 10 ? 30 : 100, 0);
    if (mib <= 10) continue;
    const measured = (middle(ours, 'growth') - middle(FLOOR, 'growth')) / MiB;
    suite.target({
      row,
      what: `${where}: ${ours}, growth beyond the floor, MiB`,
      measured,
      bound: 'most',
      goal: 8,
      digits: 1,
    });
  }
}

const suite = new Suite('A whole process: 10,000 tokens of a stream');
for (const kind of TEXT_KINDS) for (const size of SIZES) await compare(suite, kind, size);
suite.done();
