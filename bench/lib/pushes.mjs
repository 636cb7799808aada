/** What a push to a core costs, beside the platform's decoder and a plain copy of the same bytes. */
import { BudgetTruncate, HeadTailBuffer, TruncationPolicy, Utf8CarryTransform } from '../millrace.mjs';
import { interleaved, processorTime } from './measure.mjs';
import { composed, RETAINED_BYTES } from './pipelines.mjs';
import { TOKENS } from './streams.mjs';
import { isShort } from './suite.mjs';
import { chunksOf, KiB, MiB, textOf } from './texts.mjs';

export const DECODER = 'TextDecoder, stream mode';
export const COPY = 'copy into a ring';
export const BUFFER = 'HeadTailBuffer.push';
export const CORE = 'carry, counts, head and tail in one';

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

/** Measures all of them over one text in chunks of one size, and shows the table. Gives the milliseconds of each. */
export async function measurePushes(suite, { kind, size, where = '', plot }) {
  const bytes = (isShort ? 0.25 : size < KiB ? 2 : 8) * MiB;
  const chunks = chunksOf(textOf(kind, bytes), size);
  const runs = Object.entries(CONTENDERS).map(([name, make]) => [name, timedPushes(make, chunks)]);
  const ms = await interleaved(Object.fromEntries(runs), isShort ? { rounds: 2 } : { rounds: 11, warmUps: 3 });
  suite.table({
    title: `${kind} text, pushed in chunks of ${size} bytes${where}`,
    columns: [
      { key: 'gbPerSecond', label: 'GB/s' },
      { key: 'nsPerPush', label: 'ns a push', digits: 0 },
      { key: 'ofDecoder', label: 'x decoder' },
      { key: 'ofCopy', label: 'x copy' },
    ],
    rows: Object.keys(CONTENDERS).map((name) => ({
      name,
      gbPerSecond: bytes / ms[name] / 1e6,
      nsPerPush: (ms[name] * 1e6) / chunks.length,
      ofDecoder: ms[DECODER] / ms[name],
      ofCopy: ms[COPY] / ms[name],
    })),
    plot,
  });
  return ms;
}
