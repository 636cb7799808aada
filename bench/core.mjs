/** The synchronous cores: what a push costs, beside the platform's decoder and a plain copy of the same bytes. */
import { BudgetTruncate, compose, HeadTailBuffer, TruncationPolicy, Utf8CarryTransform } from 'millrace';
import { chunksOf, interleaved, isShort, KiB, MiB, printTable, promise, TEXT_KINDS, textOf } from './tools.mjs';

const CHUNK_SIZES = [64, KiB, 64 * KiB];
/** As in `collect`: 512 KiB of head and as much of tail. */
const RETAINED = MiB;
const policy = TruncationPolicy.tokens(10_000);

const DECODER = 'TextDecoder, stream mode';
const COPY = 'copy into a ring';
const BUFFER = 'HeadTailBuffer.push';
const CORE = 'carry, counts, head and tail in one';

/** Each makes a fresh pushing function. */
const CONTENDERS = {
  [DECODER]: () => {
    const decoder = new TextDecoder();
    return (chunk) => decoder.decode(chunk, { stream: true });
  },
  [COPY]: () => {
    const ring = new Uint8Array(RETAINED / 2);
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
  [BUFFER]: () => pusher(new HeadTailBuffer({ maxBytes: RETAINED })),
  "HeadTailBuffer.push, marker: 'chunk'": () => pusher(new HeadTailBuffer({ maxBytes: RETAINED, marker: 'chunk' })),
  'BudgetTruncate.push': () => pusher(new BudgetTruncate(policy)),
  [CORE]: () => {
    const buffer = new HeadTailBuffer({ maxBytes: RETAINED, marker: 'chunk' });
    return pusher(compose(new Utf8CarryTransform(), buffer, new BudgetTruncate(policy)));
  },
};

const pusher = (core) => (chunk) => core.push(chunk);

function timed(make, chunks) {
  return () => {
    const push = make();
    const start = performance.now();
    for (const chunk of chunks) push(chunk);
    return performance.now() - start;
  };
}

for (const kind of TEXT_KINDS) {
  for (const size of CHUNK_SIZES) {
    const bytes = (isShort ? 0.25 : size < KiB ? 2 : 8) * MiB;
    const chunks = chunksOf(textOf(kind, bytes), size);
    const runs = Object.fromEntries(Object.entries(CONTENDERS).map(([name, make]) => [name, timed(make, chunks)]));
    const ms = await interleaved(runs, isShort ? { rounds: 3 } : { rounds: 21, warmUps: 5 });
    const rows = Object.keys(CONTENDERS).map((name) => [
      name,
      (bytes / ms[name] / 1e6).toFixed(2),
      ((ms[name] * 1e6) / chunks.length).toFixed(0),
      (ms[DECODER] / ms[name]).toFixed(2),
      (ms[COPY] / ms[name]).toFixed(2),
    ]);
    printTable(`${kind} text in chunks of ${size} bytes`, ['', 'GB/s', 'ns a push', 'x decoder', 'x copy'], rows);
    if (size !== 64 * KiB) continue;
    promise(`${BUFFER} at 64 KiB: at least 0.7 x ${COPY}`, ms[COPY] / ms[BUFFER] >= 0.7, !isShort);
    if (kind === 'mixed')
      promise(`${CORE} at 64 KiB: at least 2.3 x ${DECODER}`, ms[DECODER] / ms[CORE] >= 2.3, !isShort);
  }
}
