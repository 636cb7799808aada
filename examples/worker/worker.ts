// A Cloudflare Worker in front of a server of logs: the beginning and the end of any answer, however long, in bounded memory,
// and a last line that says what was left out.
import { ChunkTransform, compose, HeadTailBuffer } from 'millrace';

interface Env {
  /** Where the logs are. */
  readonly UPSTREAM: string;
}

/** Passes everything on, and says at the end what the buffer before it has left out. */
class Trailer extends ChunkTransform<Uint8Array, Uint8Array> {
  constructor(readonly buffer: { readonly omittedBytes: number; readonly totalBytes: number }) {
    super();
  }
  push(chunk: Uint8Array): readonly Uint8Array[] {
    return [chunk];
  }
  flush(): readonly Uint8Array[] {
    const { omittedBytes, totalBytes } = this.buffer;
    return [new TextEncoder().encode(`\n[${omittedBytes} of ${totalBytes} bytes left out]\n`)];
  }
}

export default {
  async fetch(request: Request, { UPSTREAM }: Env): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const answer = await fetch(`${UPSTREAM}${pathname}${search}`);
    const headers = new Headers(answer.headers);
    // They are about the whole body, and the one as it was sent.
    for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);

    const buffer = new HeadTailBuffer({ headBytes: 4096, tailBytes: 4096, marker: () => '\n[...]\n' });
    const bounded = answer.body?.pipeThrough(compose(buffer, new Trailer(buffer)) as ReadableWritablePair);
    return new Response(bounded ?? null, { status: answer.status, headers });
  },
};
