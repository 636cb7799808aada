import { ChunkTransform, type SyncTransform } from '../../src/index.js';
import { concat } from './bytes.js';

/**
 * Pushes a copy of each chunk, then flushes. Each copy is overwritten as soon as `push` has returned, as a producer with
 * one buffer does: a core that keeps or gives a view shows it.
 */
export function run<I, O>(core: SyncTransform<I, O>, chunks: Iterable<I>): O[] {
  return [...pushAll(core, chunks), ...core.flush()];
}

export function pushAll<I, O>(core: SyncTransform<I, O>, chunks: Iterable<I>): O[] {
  const out: O[] = [];
  for (const chunk of chunks) {
    if (chunk instanceof Uint8Array) {
      const lent = chunk.slice();
      out.push(...core.push(lent as I & Uint8Array));
      lent.fill(0x23);
    } else {
      out.push(...core.push(chunk));
    }
  }
  return out;
}

/** All bytes that come out, as numbers. */
export function runBytes<I>(core: SyncTransform<I, unknown>, chunks: Iterable<I>): number[] {
  return run(core, chunks).flatMap((piece) => [...(piece as Uint8Array)]);
}

/** Pieces with neighbours of one kind joined, so that it does not show where the output was cut. */
export function joined(pieces: readonly unknown[]): unknown[] {
  const out: unknown[] = [];
  for (const piece of pieces) {
    const last = out[out.length - 1];
    if (piece instanceof Uint8Array && last instanceof Uint8Array) out[out.length - 1] = concat(last, piece);
    else if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = last + piece;
    else out.push(piece instanceof Uint8Array ? piece.slice() : piece);
  }
  return out;
}

/** Every public count of a core: what its getters say, those for the streams excepted. */
export function counters(core: object): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (let level = Object.getPrototypeOf(core); level !== null; level = Object.getPrototypeOf(level)) {
    if (level === ChunkTransform.prototype || level === Object.prototype) break;
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (get) found[name] = get.call(core);
    }
  }
  return found;
}

/** All that can be seen of a run: the counts before the end, the output, and the counts after it. */
export function outcome<I>(core: SyncTransform<I, unknown>, chunks: Iterable<I>) {
  const pushed = pushAll(core, chunks);
  const before = counters(core);
  return { output: joined([...pushed, ...core.flush()]), before, after: counters(core) };
}
