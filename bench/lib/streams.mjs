/** The streams that feed everything, and the loop that reads them. Nothing of the library: the floor stands on this. */

export const TOKENS = 10_000;

/** Reads to the end, and gives the last chunk. */
export async function read(stream) {
  const reader = stream.getReader();
  let last;
  for (let next = await reader.read(); !next.done; next = await reader.read()) last = next.value;
  return last;
}

/** A stream that always has the next chunk. */
export function streamOf(chunks) {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next === chunks.length) controller.close();
      else controller.enqueue(chunks[next++]);
    },
  });
}

/** A stream of `total` bytes, each chunk a fresh copy, as from a socket: its garbage is a part of every figure. */
export function freshStream(chunk, total) {
  let given = 0;
  return new ReadableStream({
    pull(controller) {
      if (given >= total) return controller.close();
      controller.enqueue(chunk.slice());
      given += chunk.length;
    },
  });
}

export const piped = (stream, transforms) =>
  transforms.reduce((from, transform) => from.pipeThrough(transform), stream);
