import type { SessionEvent } from '../../../src/events/index.js';

/** What a server got: bodies by the order in which they came, with their keys. */
export interface Received {
  readonly key: string;
  readonly numbers: readonly number[];
}

/** What a stand-in for `fetch` does with one request. */
export type Answer = (body: string, signal: AbortSignal) => Response | Promise<Response>;

/** What the sink looks at of a response. Where there are no streams of the platform's own, it makes no real one, nor `Headers`. */
function response(status: number, headers: Record<string, string> = {}, body: ReadableStream | null = null): Response {
  const get = (name: string) => headers[name] ?? null;
  return { ok: status >= 200 && status < 300, status, headers: { get } as Headers, body } as Response;
}

/** A body that gives these bytes, and then ends or breaks off. */
const bodyOf = (bytes: Uint8Array, error?: Error) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      if (error) controller.error(error);
      else controller.close();
    },
  });

export const accept = () => response(204);
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  () =>
    response(code, headers, bodyOf(Uint8Array.of(0x6e, 0x6f)));
export const reset: Answer = () => Promise.reject(new TypeError('connection reset'));
/** Never answers, and does not even listen to the signal. */
export const hang: Answer = () => new Promise(() => {});
/** Answers, and breaks off in the middle of it. */
export const half: Answer = () => response(200, {}, bodyOf(new Uint8Array(10), new TypeError('terminated')));

/** A server that gives one answer after the other, and then accepts. `got` has what it answered well to, once for each key. */
export function fakeServer(answers: Answer[] = []) {
  const posts: Received[] = [];
  const got: Received[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    const body = init.body as string;
    const lines = body.trimEnd().split('\n');
    const key = (init.headers as Record<string, string>)['idempotency-key']!;
    const post = { key, numbers: lines.map((line) => (JSON.parse(line) as SessionEvent).data.n as number) };
    posts.push(post);
    const answer = answers.shift() ?? accept;
    // Half an answer is of a server that has taken the request.
    if ((answer === accept || answer === half) && !got.some((each) => each.key === key)) got.push(post);
    return answer(body, init.signal!);
  };
  return { fetch: fetch as typeof globalThis.fetch, posts, got, answers };
}
