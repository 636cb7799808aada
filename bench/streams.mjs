/** The cores as streams, beside the platform's own transforms; and how often a collector can give a window. */
import {
  BudgetTruncate,
  Collector,
  collect,
  compose,
  HeadTailBuffer,
  TruncationPolicy,
  Utf8CarryTransform,
} from 'millrace';
import { chunksOf, interleaved, isShort, KiB, MiB, printTable, promise, TEXT_KINDS, textOf } from './tools.mjs';

const CHUNK_SIZES = [64, KiB, 64 * KiB];
const IDENTITY = 'one identity TransformStream';
const DECODER = 'TextDecoderStream';
const ONE = 'carry, buffer and truncate in one';

const stages = () => [
  new Utf8CarryTransform(),
  new HeadTailBuffer({ maxBytes: MiB, marker: 'chunk' }),
  new BudgetTruncate(TruncationPolicy.tokens(10_000)),
];

const CONTENDERS = {
  'read loop': read,
  [IDENTITY]: (stream) => read(stream.pipeThrough(new TransformStream())),
  [DECODER]: (stream) => read(stream.pipeThrough(new TextDecoderStream())),
  [ONE]: (stream) => read(stream.pipeThrough(compose(...stages()))),
  'the three piped': (stream) => read(stages().reduce((piped, stage) => piped.pipeThrough(stage), stream)),
  collect: (stream) => collect(stream, { maxOutputTokens: 10_000 }),
};

async function read(stream) {
  const reader = stream.getReader();
  while (!(await reader.read()).done);
}

/** An always-ready stream of the chunks. */
function streamOf(chunks) {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next === chunks.length) controller.close();
      else controller.enqueue(chunks[next++]);
    },
  });
}

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

for (const kind of TEXT_KINDS) {
  for (const size of CHUNK_SIZES) {
    const bytes = (size < 64 * KiB ? 20_000 : 500) * size * (isShort ? 0.1 : 1);
    const chunks = chunksOf(textOf(kind, bytes), size);
    const runs = Object.entries(CONTENDERS).map(([name, run]) => [name, () => timed(() => run(streamOf(chunks)))]);
    const ms = await interleaved(Object.fromEntries(runs), isShort ? { rounds: 3, warmUps: 1 } : { rounds: 9 });
    const rows = Object.keys(CONTENDERS).map((name) => [
      name,
      ((ms[name] * 1000) / chunks.length).toFixed(2),
      (bytes / ms[name] / 1e6).toFixed(2),
      (ms[IDENTITY] / ms[name]).toFixed(2),
      (ms[DECODER] / ms[name]).toFixed(2),
    ]);
    const head = ['', 'us a chunk', 'GB/s', 'x identity', 'x decoder'];
    printTable(`${kind} text in chunks of ${size} bytes`, head, rows);
    const [other, least] = size < 64 * KiB ? [IDENTITY, 0.95] : [DECODER, 1.3];
    promise(`${ONE} at ${size} bytes: at least ${least} x ${other}`, ms[other] / ms[ONE] >= least, !isShort);
  }
}

/** One byte a chunk: four times the chunks must cost about four times as much. */
async function bytewise(count) {
  const chunks = chunksOf(textOf('mixed', count), 1);
  return timed(() => read(streamOf(chunks).pipeThrough(compose(...stages()))));
}

const most = isShort ? 40_000 : 1_000_000;
const byCount = await interleaved(
  { quarter: () => bytewise(most / 4), all: () => bytewise(most) },
  { rounds: isShort ? 1 : 3, warmUps: 1 },
);
printTable(
  'mixed text, one byte a chunk, in one TransformStream',
  ['chunks', 'ms', 'us a chunk'],
  [
    [most / 4, byCount.quarter.toFixed(0), ((byCount.quarter * 4000) / most).toFixed(2)],
    [most, byCount.all.toFixed(0), ((byCount.all * 1000) / most).toFixed(2)],
  ],
);
promise('four times the chunks cost less than six times as much', byCount.all < 6 * byCount.quarter, !isShort);

/** Windows that take what is there, over a stream that always has more. */
async function windowsOver(count) {
  const chunk = textOf('mixed', KiB);
  const collector = new Collector(new ReadableStream({ pull: (controller) => controller.enqueue(chunk.slice()) }));
  let bytes = 0;
  const ms = await timed(async () => {
    for (let i = 0; i < count; i++) {
      const { totalBytes } = await collector.collect({ yieldTimeMs: 0, maxOutputTokens: 1000 });
      bytes += totalBytes;
    }
  });
  await collector.detach().cancel();
  return { perSecond: (count / ms) * 1000, bytes };
}

const count = isShort ? 100 : 1000;
await windowsOver(count / 10);
const { perSecond, bytes } = await windowsOver(count);
printTable(
  'windows that take what is there, over a stream that is always ready',
  ['windows', 'a second', 'KiB each'],
  [[count, perSecond.toFixed(0), (bytes / count / KiB).toFixed(1)]],
);
promise('at least 10,000 windows a second', perSecond >= 10_000, !isShort);
