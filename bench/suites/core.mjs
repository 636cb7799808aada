/** The synchronous cores: what a push costs, beside the platform's decoder and a plain copy of the same bytes. */
import { interleaved, processorTime } from '../lib/measure.mjs';
import { composed, RETAINED_BYTES } from '../lib/pipelines.mjs';
import { TOKENS } from '../lib/streams.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { chunksOf, KiB, MiB, textOf } from '../lib/texts.mjs';
import { BudgetTruncate, HeadTailBuffer, TruncationPolicy, Utf8CarryTransform } from '../millrace.mjs';

const CHUNK_BYTES = [64, KiB, 64 * KiB];
const KINDS = ['ascii', 'mixed', 'latin'];

const DECODER = 'TextDecoder, stream mode';
const COPY = 'copy into a ring';
const BUFFER = 'HeadTailBuffer.push';
const CORE = 'carry, counts, head and tail in one';

const pusher = (core) => (chunk) => core.push(chunk);

/** Each makes a fresh pushing function. */
const CONTENDERS = {
  [DECODER]: () => {
    const decoder = new TextDecoder();
    return (chunk) => decoder.decode(chunk, { stream: true });
  },
  [COPY]: () => {
    const ring = new Uint8Array(RETAINED_BYTES / 2);
    let at = 0;
    return (chunk) => {
      const first = Math.min(chunk.length, ring.length - at);
      if (first === chunk.length) ring.set(chunk, at);
      else {
        ring.set(chunk.subarray(0, first), at);
        ring.set(chunk.subarray(first), 0);
      }
      at = (at + chunk.length) % ring.length;
    };
  },
  'Utf8CarryTransform.push': () => pusher(new Utf8CarryTransform()),
  [BUFFER]: () => pusher(new HeadTailBuffer({ maxBytes: RETAINED_BYTES })),
  'BudgetTruncate.push': () => pusher(new BudgetTruncate(TruncationPolicy.tokens(TOKENS))),
  [CORE]: () => pusher(composed()),
};

/**
 * What a push costs once buffers are full, as in a long stream. What comes before is that of fresh memory, which the page
 * table and the allocator decide; whole processes (process.mjs) pay it too.
 */
function timedPushes(make, chunks) {
  const filling = chunks.slice(0, RETAINED_BYTES / chunks[0].length);
  return () => {
    const push = make();
    for (const chunk of filling) push(chunk);
    const start = processorTime();
    for (const chunk of chunks) push(chunk);
    return processorTime() - start;
  };
}

const suite = new Suite('The synchronous core');
const columns = [
  { key: 'gbPerSecond', label: 'GB/s' },
  { key: 'nsPerPush', label: 'ns a push', digits: 0 },
  { key: 'ofDecoder', label: 'x decoder' },
  { key: 'ofCopy', label: 'x copy' },
];
for (const kind of KINDS) {
  for (const size of CHUNK_BYTES) {
    const bytes = (isShort ? 0.25 : size < KiB ? 2 : 8) * MiB;
    const chunks = chunksOf(textOf(kind, bytes), size);
    const runs = Object.entries(CONTENDERS).map(([name, make]) => [name, timedPushes(make, chunks)]);
    const ms = await interleaved(Object.fromEntries(runs), isShort ? { rounds: 2 } : { rounds: 11, warmUps: 3 });
    const rows = Object.keys(CONTENDERS).map((name) => ({
      name,
      gbPerSecond: bytes / ms[name] / 1e6,
      nsPerPush: (ms[name] * 1e6) / chunks.length,
      ofDecoder: ms[DECODER] / ms[name],
      ofCopy: ms[COPY] / ms[name],
    }));
    const plot =
      size === 64 * KiB && kind !== 'latin' ? { file: 'core', column: 'gbPerSecond', series: kind } : undefined;
    suite.table({ title: `${kind} text, pushed in chunks of ${size} bytes`, columns, rows, plot });
    if (size !== 64 * KiB) continue;
    const measured = ms[COPY] / ms[BUFFER];
    suite.target({
      row: 6,
      what: `${kind}: ${BUFFER} / ${COPY}, speed at 64 KiB`,
      measured,
      bound: 'least',
      goal: 0.7,
    });
    if (kind !== 'mixed') continue;
    const what = `mixed: ${CORE} / ${DECODER}, speed at 64 KiB`;
    suite.target({ row: 5, what, measured: ms[DECODER] / ms[CORE], bound: 'least', goal: 9 });
    const copies = `mixed: ${CORE} / ${COPY}, time at 64 KiB`;
    suite.target({ row: 5, what: copies, measured: ms[CORE] / ms[COPY], bound: 'most', goal: 5 });
  }
}
suite.done();
