/**
 * A long stream through carry, buffer and truncate, beside the same stream merely read to its end: how long it takes, and
 * how much memory it needs. Each run has a process of its own.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BudgetTruncate, collect, compose, HeadTailBuffer, TruncationPolicy, Utf8CarryTransform } from 'millrace';
import { isShort, KiB, MiB, median, printTable, promise, TEXT_KINDS, textOf } from './tools.mjs';

const CHUNK_BYTES = 64 * KiB;
const STREAM_BYTES = isShort ? 64 * MiB : 1024 * MiB;
const ROUNDS = isShort ? 1 : 3;
const MOST_GROWTH = 32 * MiB;
const TOKENS = 10_000;
const FLOOR = 'read only';

const stages = () => [
  new Utf8CarryTransform(),
  new HeadTailBuffer({ maxBytes: MiB, marker: 'chunk' }),
  new BudgetTruncate(TruncationPolicy.tokens(TOKENS), { heading: true }),
];

async function read(stream) {
  let last;
  for await (const chunk of stream) last = chunk;
  return last;
}

/** Each takes the stream to its end; all but the floor give the cut text. */
const VARIANTS = {
  [FLOOR]: async (stream) => {
    await read(stream);
    return '';
  },
  'three stages piped': (stream) => read(stages().reduce((piped, stage) => piped.pipeThrough(stage), stream)),
  'three stages in one': (stream) => read(stream.pipeThrough(compose(...stages()))),
  collect: async (stream) => (await collect(stream, { maxOutputTokens: TOKENS })).text,
};

/** In a child: runs one variant, prints what it took. */
async function measure(variant, kind) {
  const text = textOf(kind, CHUNK_BYTES);
  let given = 0;
  let sampledPeak = 0;
  // Each chunk is a fresh one, as from a socket: its garbage is a part of the floor.
  const stream = new ReadableStream({
    pull(controller) {
      if (given % (64 * CHUNK_BYTES) === 0) sampledPeak = Math.max(sampledPeak, process.memoryUsage.rss());
      if (given === STREAM_BYTES) return controller.close();
      controller.enqueue(text.slice());
      given += CHUNK_BYTES;
    },
  });
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const result = await VARIANTS[variant](stream);
  const seconds = (performance.now() - start) / 1000;
  const peak = process.resourceUsage().maxRSS * KiB;
  const isRight = variant === FLOOR || (/tokens truncated/.test(result) && result.length <= 4 * TOKENS);
  const growth = peak - before;
  console.log(JSON.stringify({ seconds, growth, sampledGrowth: sampledPeak - before, isRight }));
}

/** Runs every variant in turn, in each round. */
async function compare(kind) {
  const runs = Object.fromEntries(Object.keys(VARIANTS).map((variant) => [variant, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const variant of Object.keys(VARIANTS)) {
      const args = [fileURLToPath(import.meta.url), '--measure', variant, kind, ...(isShort ? ['--short'] : [])];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      runs[variant].push(JSON.parse(stdout));
    }
  }
  const middle = (variant, key) => median(runs[variant].map((run) => run[key]));
  const inMiB = (bytes) => (bytes / MiB).toFixed(1);
  const rows = Object.keys(VARIANTS).map((variant) => [
    variant,
    middle(variant, 'seconds').toFixed(2),
    (middle(variant, 'seconds') / middle(FLOOR, 'seconds')).toFixed(2),
    inMiB(middle(variant, 'growth')),
    inMiB(middle(variant, 'sampledGrowth')),
    inMiB(middle(variant, 'growth') - middle(FLOOR, 'growth')),
  ]);
  const title = `${STREAM_BYTES / MiB} MiB of ${kind} text in chunks of ${CHUNK_BYTES / KiB} KiB`;
  printTable(title, ['', 's', 'x floor', 'peak growth, MiB', 'sampled, MiB', 'beyond the floor'], rows);
  for (const variant of Object.keys(VARIANTS)) {
    if (variant === FLOOR) continue;
    promise(
      `${variant}: gives a cut text`,
      runs[variant].every((run) => run.isRight),
    );
    const beyond = middle(variant, 'growth') - middle(FLOOR, 'growth');
    promise(`${variant}: grows less than ${MOST_GROWTH / MiB} MiB beyond the floor`, beyond < MOST_GROWTH);
  }
}

const [mode, variant, kind] = process.argv.slice(2);
if (mode === '--measure') await measure(variant, kind);
else for (const each of TEXT_KINDS) await compare(each);
