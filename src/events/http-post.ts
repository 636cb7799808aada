import type { Clock } from '../collect/clock.js';

/** Of an answer nobody wants more than its end; one that is longer is not waited for. */
const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * An answer of a server that says no.
 *
 * @example
 * new HttpStatusError('https://logs.example/', 503, 1000).message; // 'https://logs.example/ answers with status 503'
 */
export class HttpStatusError extends Error {
  readonly status: number;
  /** How long the server wants to be left alone, if it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(url: string, status: number, retryAfterMs: number | undefined) {
    super(`${url} answers with status ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  override get name(): string {
    return 'HttpStatusError';
  }
}

export interface PostRequest {
  readonly url: string;
  /** The URL without what may be secret in it. */
  readonly shownUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** Posts, and waits for the whole answer: one that breaks off may be of a server that broke off as well. */
export async function post(fetch: typeof globalThis.fetch, clock: Clock, request: PostRequest): Promise<void> {
  const { url, shownUrl, headers, body, timeoutMs } = request;
  const controller = new AbortController();
  const answered = (async () => {
    const response = await fetch(url, { method: 'POST', headers, body, signal: controller.signal });
    if (response.ok) return readToEnd(response);
    Promise.resolve(response.body?.cancel()).catch(() => {});
    throw new HttpStatusError(shownUrl, response.status, retryAfterMs(response.headers.get('retry-after')));
  })();
  // A fetch that does not listen to the signal is not waited for either.
  const isAnswered = await within(clock, timeoutMs, answered);
  if (isAnswered) return;
  controller.abort();
  answered.catch(() => {});
  throw new Error(`${shownUrl} does not answer within ${timeoutMs} ms`);
}

/** Whether the promise settled in time; rejects as it does. */
export async function within(clock: Clock, ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: unknown;
  const late = new Promise<boolean>((resolve) => {
    timer = clock.setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clock.clearTimeout(timer);
  }
}

async function readToEnd({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  if (!reader) return;
  for (let bytes = 0; bytes <= MOST_ANSWER_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.length;
  }
  reader.cancel().catch(() => {});
}

/** Seconds, or a date; see RFC 9110, 10.2.3. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
