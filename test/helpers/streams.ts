import * as polyfill from 'web-streams-polyfill';
import { type ChunkTransform, type SyncTransform, toTransformer } from '../../src/index.js';

/** The streams of one implementation, and a core as a pair of them. */
export interface Streams {
  readonly name: string;
  readonly ReadableStream: typeof ReadableStream;
  readonly WritableStream: typeof WritableStream;
  readonly TransformStream: typeof TransformStream;
  pair(core: ChunkTransform<unknown, unknown>): ReadableWritablePair<unknown, unknown>;
}

const native = { ReadableStream, WritableStream, TransformStream };
/** Its classes are those of the standard; only its declarations are its own. */
const polyfilled = polyfill as unknown as typeof native;

const natively: readonly Streams[] = [
  { name: 'native streams', ...native, pair: (core) => core },
  { name: 'a native TransformStream', ...native, pair: (core) => new TransformStream(toTransformer(core)) },
];

/** Every way from a core to streams: the pair that it is, and the transformer that it is made into. */
export const implementations: readonly Streams[] = [
  // Asked of the global object: a bundler may have put the polyfill's classes in the place of the bare names.
  ...('TransformStream' in globalThis ? natively : []),
  {
    name: 'polyfilled streams',
    ...polyfilled,
    pair: (core) => new polyfilled.TransformStream(toTransformer(core as SyncTransform<unknown, unknown>)),
  },
];

/** Reads to the end through a reader, which every runtime has. */
export async function readAll<T>(readable: ReadableStream<T>): Promise<T[]> {
  const reader = readable.getReader();
  const chunks: T[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
  }
}

/** A source that gives a chunk only when asked, then ends in one of three ways, and tells what was asked of it. */
export function sourceOf(
  streams: Streams,
  chunks: Iterable<unknown>,
  end: 'close' | 'idle' | { error: unknown } = 'close',
) {
  const rest = chunks[Symbol.iterator]();
  const seen = { pulls: 0, cancels: [] as unknown[] };
  const readable = new streams.ReadableStream<unknown>(
    {
      pull(controller) {
        seen.pulls++;
        const { done, value } = rest.next();
        if (!done) controller.enqueue(value);
        else if (end === 'close') controller.close();
        else if (end !== 'idle') controller.error(end.error);
      },
      cancel(reason) {
        seen.cancels.push(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return { readable, seen };
}
