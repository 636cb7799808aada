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

/** A stream that cuts its chunks as they are wanted: a million of them at once would only measure the garbage collector. */
function cutStream(bytes, size) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at === bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at = Math.min(bytes.length, at + size);
    },
  });
}

const bytewise = (length) => {
  const text = textOf('mixed', length);
  return () => timed(() => read(cutStream(text, 1).pipeThrough(compose(...stages()))));
};

const most = isShort ? 40_000 : 1_000_000;
const byLength = { quarter: bytewise(most / 4), all: bytewise(most) };
const byteMs = await interleaved(byLength, { rounds: isShort ? 1 : 3, warmUps: 1 });
printTable(
  'mixed text, one byte a chunk, in one TransformStream',
  ['chunks', 'ms', 'us a chunk'],
  [
    [most / 4, byteMs.quarter.toFixed(0), ((byteMs.quarter * 4000) / most).toFixed(2)],
    [most, byteMs.all.toFixed(0), ((byteMs.all * 1000) / most).toFixed(2)],
  ],
);
promise('four times the chunks cost less than six times as much', byteMs.all < 6 * byteMs.quarter, !isShort);

const chunk = textOf('ascii', KiB);

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
  return { count, perSecond: (count / ms) * 1000, kib: bytes / count / KiB };
}

async function writtenWindows(count) {
  const collector = new Collector();
  return windows(collector, count, () => collector.write(chunk));
}

async function streamedWindows(count) {
  const collector = new Collector(new ReadableStream({ pull: (controller) => controller.enqueue(chunk.slice()) }));
  const result = await windows(collector, count);
  await collector.detach().cancel();
  return result;
}

await writtenWindows(1000);
await streamedWindows(10);
const written = await writtenWindows(isShort ? 1000 : 20_000);
const streamed = await streamedWindows(isShort ? 20 : 200);
const rowOf = (name, { count, perSecond, kib }) => [name, count, perSecond.toFixed(0), kib.toFixed(1)];
printTable(
  'windows that take what is there, in chunks of 1 KiB',
  ['', 'windows', 'a second', 'KiB each'],
  [rowOf('written to before each', written), rowOf('over a stream that always has more', streamed)],
);
promise('windows over what was written: at least 10,000 a second', written.perSecond >= 10_000, !isShort);
