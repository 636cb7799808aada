import { join } from './race.js';
import { buildLog, cjk, emojiInPieces, endlessLog } from './texts.js';

export type SourceId = 'log' | 'emoji' | 'cjk' | 'ansi' | 'url' | 'file';

/** How many bytes the next piece may have: asked for each piece, so that it can change while the source runs. */
export type PieceBytes = () => number;

export type Open = (pieceBytes: PieceBytes, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** The first size of a piece that shows each source well. */
export const FIRST_PIECE: Record<SourceId, number> = { log: 16, emoji: 3, cjk: 5, ansi: 48, url: 256, file: 256 };

const TEXTS = { log: endlessLog, emoji: emojiInPieces, cjk, ansi: buildLog };

export function isTextSource(id: SourceId): id is keyof typeof TEXTS {
  return id in TEXTS;
}

export function openText(id: keyof typeof TEXTS): Open {
  return async (pieceBytes) => {
    const parts = TEXTS[id]();
    const encoder = new TextEncoder();
    const read = async () => {
      const { done, value } = parts.next();
      if (done) return undefined;
      return typeof value === 'string' ? encoder.encode(value) : value;
    };
    return inPieces(read, async () => undefined, pieceBytes, true);
  };
}

export function openUrl(url: string): Open {
  return async (pieceBytes, signal) => {
    const response = await fetch(url, { signal });
    if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`);
    return recut(response.body, pieceBytes);
  };
}

export function openFile(file: Blob): Open {
  return async (pieceBytes) => recut(file.stream(), pieceBytes);
}

function recut(stream: ReadableStream<Uint8Array>, pieceBytes: PieceBytes): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return inPieces(
    async () => (await reader.read()).value,
    (reason) => reader.cancel(reason),
    pieceBytes,
    false,
  );
}

/** Cuts what `read` gives into pieces. Nothing is asked for until the stream is read: a pause is felt by the producer. */
function inPieces(
  read: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => Promise<void>,
  pieceBytes: PieceBytes,
  /** Waits for whole pieces: for a producer that gives less at a time, and never stalls. */
  fill: boolean,
): ReadableStream<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const wanted = pieceBytes();
      const parts = [rest];
      for (let length = rest.length; length < (fill ? wanted : 1); ) {
        const next = await read();
        if (!next) break;
        parts.push(next);
        length += next.length;
      }
      if (parts.length > 1) rest = join(parts);
      if (rest.length === 0) return controller.close();
      controller.enqueue(rest.slice(0, wanted));
      rest = rest.subarray(wanted);
    },
    cancel,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
