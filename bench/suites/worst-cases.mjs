/** Inputs that hurt: one byte at a time, one endless line, nothing but frames, tiny beside huge. Time and what stays. */
import { settle, timed } from '../lib/measure.mjs';
import { composed } from '../lib/pipelines.mjs';
import { read, TOKENS } from '../lib/streams.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { KiB, MiB, repeated, textOf } from '../lib/texts.mjs';
import { BudgetTruncate, collect, JsonlDecode, TruncationPolicy } from '../millrace.mjs';

const GiB = 1024 * MiB;
const scale = (bytes) => (isShort ? Math.ceil(bytes / 256) : bytes);
const LINE_BYTES = scale(GiB);
const FRAME_BYTES = scale(2 * GiB);
const BYTEWISE = isShort ? 20_000 : 1_000_000;
/** A lone byte, then a chunk of a mebibyte, and so on. */
const PAIRS = isShort ? 4 : 256;

const encode = (text) => new TextEncoder().encode(text);
const LINE = repeated(encode('{"a":"all of it is one line, and no break ever comes'), 64 * KiB);
const FRAMES = repeated(encode('\rBuilding [=======>      ] 57 % 3/7 chunk-vendors.js'), 64 * KiB);

/** Gives its chunks without ever holding more than one. */
function streamOfCopies(next) {
  return new ReadableStream({
    pull(controller) {
      const chunk = next();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

function repeatedStream(chunk, total) {
  let given = 0;
  return streamOfCopies(() => {
    if (given >= total) return undefined;
    given += chunk.length;
    return chunk.slice();
  });
}

function alternating(pairs) {
  const huge = textOf('mixed', MiB);
  let given = 0;
  return streamOfCopies(() => {
    if (given === 2 * pairs) return undefined;
    const size = given++ % 2 === 0 ? 1 : MiB;
    return huge.slice(0, size);
  });
}

const inOne = (stream) => read(stream.pipeThrough(composed()));
const withLineCap = (stream) => {
  const options = { maxLineBytes: 2000, cut: 'line' };
  return read(stream.pipeThrough(new BudgetTruncate(TruncationPolicy.tokens(TOKENS), options)));
};
const asJson = (stream) => read(stream.pipeThrough(new JsonlDecode({ maxLineBytes: MiB, onInvalid() {} })));
const collected = (stream) => collect(stream, { maxOutputTokens: TOKENS });

const reference = () => repeatedStream(textOf('ascii', 64 * KiB), LINE_BYTES);
const CASES = [
  { name: 'lines of a log, in one', run: inOne, make: reference, bytes: LINE_BYTES },
  { name: 'one line of 1 GiB, in one', run: inOne, make: () => repeatedStream(LINE, LINE_BYTES), bytes: LINE_BYTES },
  { name: 'the same, collect', run: collected, make: () => repeatedStream(LINE, LINE_BYTES), bytes: LINE_BYTES },
  {
    name: 'the same, each line capped',
    run: withLineCap,
    make: () => repeatedStream(LINE, LINE_BYTES),
    bytes: LINE_BYTES,
  },
  { name: 'the same, as JSON Lines', run: asJson, make: () => repeatedStream(LINE, LINE_BYTES), bytes: LINE_BYTES },
  { name: '2 GiB of frames, in one', run: inOne, make: () => repeatedStream(FRAMES, FRAME_BYTES), bytes: FRAME_BYTES },
  { name: '1 byte and 1 MiB in turn, in one', run: inOne, make: () => alternating(PAIRS), bytes: PAIRS * (MiB + 1) },
  {
    name: '1 byte and 1 MiB in turn, collect',
    run: collected,
    make: () => alternating(PAIRS),
    bytes: PAIRS * (MiB + 1),
  },
];

const suite = new Suite('Worst cases');
const rows = [];
for (const { name, run, make, bytes } of CASES) {
  await settle();
  const before = process.memoryUsage();
  const ms = await timed(() => run(make()));
  await settle();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const leftMib = (heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers) / MiB;
  rows.push({ name, seconds: ms / 1000, nsPerKib: (ms * 1e6) / (bytes / KiB), leftMib });
}
const columns = [
  { key: 'seconds', label: 's' },
  { key: 'nsPerKib', label: 'ns a KiB', digits: 0 },
  { key: 'leftMib', label: 'left behind, MiB' },
];
suite.table({ title: 'long streams', columns, rows });
for (const { name, nsPerKib, leftMib } of rows.slice(1)) {
  const measured = nsPerKib / rows[0].nsPerKib;
  suite.target({ row: 9, what: `${name} / ${rows[0].name}, time a byte`, measured, bound: 'most', goal: 3 });
  suite.target({ row: 9, what: `${name}: left behind, MiB`, measured: leftMib, bound: 'most', goal: 1 });
}

const bytewise = (count) => {
  const text = textOf('mixed', count);
  let at = 0;
  return streamOfCopies(() => (at < count ? text.slice(at, ++at) : undefined));
};
await inOne(bytewise(BYTEWISE / 10));
const quarterMs = await timed(() => inOne(bytewise(BYTEWISE / 4)));
const allMs = await timed(() => inOne(bytewise(BYTEWISE)));
/** Pushed by hand, so that no queue of a stream is in between: what is kept grows to its size, and then no more. */
const core = composed();
const text = textOf('mixed', 64 * KiB);
const heaps = [];
for (let push = 1; push <= BYTEWISE; push++) {
  core.push(text.slice(push % text.length, (push % text.length) + 1));
  if (push % (BYTEWISE / 4) !== 0) continue;
  await settle();
  heaps.push(process.memoryUsage().heapUsed);
}
const perChunk = [
  { name: `${BYTEWISE / 4} chunks`, usPerChunk: (quarterMs * 4000) / BYTEWISE },
  { name: `${BYTEWISE} chunks`, usPerChunk: (allMs * 1000) / BYTEWISE },
];
suite.table({
  title: 'one byte a chunk, in one',
  columns: [{ key: 'usPerChunk', label: 'us a chunk' }],
  rows: perChunk,
});
const linear = perChunk[1].usPerChunk / perChunk[0].usPerChunk;
suite.target({
  row: 9,
  what: 'one byte a chunk: four times the chunks, time a chunk',
  measured: linear,
  bound: 'most',
  goal: 1.5,
});
const stays = (heaps.at(-1) - heaps[0]) / (0.75 * BYTEWISE);
suite.target({
  row: 9,
  what: 'one byte a chunk: bytes of heap that outlive each',
  measured: stays,
  bound: 'most',
  goal: isShort ? 32 : 0.5,
});
suite.done();
