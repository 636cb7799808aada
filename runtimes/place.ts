/** What the launcher tells a suite about where it is. */
interface Place {
  readonly kind: 'node' | 'deno' | 'bun' | 'workerd' | 'chromium' | 'firefox' | 'webkit';
  /** Of the server on the other side of the network. */
  readonly origin: string;
}

export const place = (globalThis as unknown as { matrix: Place }).matrix;

/** What `/gzip` answers, in full. */
export const LOG = Array.from({ length: 40_000 }, (_, line) => `${line} a line of a log, €😀\n`).join('');

/** Gives `text` in chunks of odd lengths, so that scalar values are cut. */
export function streamOf(text: string, chunkBytes = 1021): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + chunkBytes));
      else controller.close();
      at += chunkBytes;
    },
  });
}

export async function textOf(stream: ReadableStream<string>): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
}
