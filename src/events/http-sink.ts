import { type Clock, checkClock, LONGEST_DELAY_MS, systemClock } from '../collect/clock.js';
import { checkFunction, checkOptions } from '../options.js';
import { Backlog } from './backlog.js';
import type { SessionEvent } from './event.js';
import { eventToJsonLine } from './event-line.js';
import { checkLimits, checkUrl, type HttpLimits, type HttpSinkOptions } from './http-options.js';
import { HttpStatusError, post, within } from './http-post.js';
import { BaseSink } from './sink.js';

interface Line {
  readonly id: string;
  readonly text: string;
}

/** What one POST has. After a failure it is sent again as it was, so that a server that got it can tell. */
interface Batch {
  readonly key: string;
  readonly body: string;
  readonly lines: readonly Line[];
}

/**
 * Posts events as lines of JSON (`application/x-ndjson`), what waits together. A POST that fails, for whatever reason, is
 * sent again after a pause, with the same body and the same `Idempotency-Key` (the `event_id` of its first record), until
 * it succeeds; what comes meanwhile is sent behind it, in order. A failure is told once, until a POST succeeds again.
 *
 * `mode` is `'best_effort'` and `onError` `'log'` unless given. Whoever waits for a sink waits for one answer, `timeoutMs`
 * at most. Holds `maxSpoolBytes` and a batch; `lostRecords` counts what had to go. `flush` and `close` reject if there is
 * something left when their time is over: `unsentLines` has it.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const bodies: string[] = [];
 * const fetch = async (_: unknown, init?: RequestInit) => (bodies.push(init?.body as string), new Response(null, { status: 204 }));
 * const instrumentation = new Instrumentation({ sinks: [new HttpSink('https://logs.example/events', { fetch })] });
 * await instrumentation.emit(createSessionEvents({ sessionId: 's1' }).start('exec'));
 * await instrumentation.close();
 * bodies.map((body) => JSON.parse(body).session_id); // [ 's1' ]
 */
export class HttpSink extends BaseSink {
  readonly #url: URL;
  readonly #fetch: typeof fetch;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: HttpLimits;
  readonly #clock: Clock;
  readonly #spool: Backlog<Line>;
  #batch: Batch | undefined;
  #lostRecords = 0;
  #sending: Promise<void> | undefined;
  #pauseMs: number;
  #retryTimer: unknown;
  #isDown = false;
  /** The failure that nobody was told of. */
  #news: { readonly reason: unknown } | undefined;
  #left: Error | undefined;

  constructor(url: string | URL, options?: HttpSinkOptions) {
    const owner = 'Cannot create HttpSink';
    super(owner, { mode: 'best_effort', onError: 'log', ...checkOptions(owner, options) });
    const { headers = {}, clock = systemClock, ...given } = checkOptions(owner, options);
    this.#url = checkUrl(owner, url);
    this.#fetch = checkFunction(owner, 'fetch', given.fetch ?? ((...args) => fetch(...args)));
    this.#headers = checkOptions(`${owner}: headers`, headers) as Readonly<Record<string, string>>;
    this.#clock = checkClock(owner, clock);
    this.#limits = checkLimits(owner, given);
    this.#pauseMs = this.#limits.retryMs;
    this.#spool = new Backlog(this.#limits.maxSpoolBytes, ({ text }) => text.length);
  }

  /** Records that had to go, since there was no room for more. */
  get lostRecords(): number {
    return this.#lostRecords;
  }

  /** The lines that no POST has delivered yet, in order. */
  get unsentLines(): string[] {
    return [...(this.#batch?.lines ?? []), ...this.#spool.items].map(({ text }) => text);
  }

  override handle(event: SessionEvent): Promise<void> {
    return this.handleAll([event]);
  }

  async handleAll(events: readonly SessionEvent[]): Promise<void> {
    this.#left = undefined;
    for (const event of events) {
      this.#lostRecords += this.#spool.add({ id: event.event_id, text: eventToJsonLine(event) }).length;
    }
    // In a pause it is enough that they are kept.
    if (this.#retryTimer === undefined) {
      await within(this.#clock, this.#limits.timeoutMs, this.#send()).catch(() => {});
    }
    const news = this.#news;
    this.#news = undefined;
    if (news) throw news.reason;
  }

  /** Sends what waits, trying again until `flushTimeoutMs` are over. */
  async flush(): Promise<void> {
    const until = this.#clock.now() + this.#limits.flushTimeoutMs;
    let cause: unknown;
    for (;;) {
      this.#stopRetry();
      const left = until - this.#clock.now();
      const isDone = await within(this.#clock, Math.max(0, left), this.#send()).catch((reason) => {
        cause = reason;
        return false;
      });
      if (isDone) return;
      this.#stopRetry();
      if (until - this.#clock.now() <= this.#pauseMs) break;
      await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, this.#pauseMs));
    }
    if (this.#sending === undefined) this.#retryLater();
    this.#news = undefined;
    const count = this.unsentLines.length;
    this.#left = new Error(`Cannot send ${count} events to ${this.#shownUrl}`, cause === undefined ? {} : { cause });
    throw this.#left;
  }

  /** Flushes, unless that has just failed, and gives up what is left. */
  async close(): Promise<void> {
    if (!this.#left) await this.flush().catch(() => {});
    this.#stopRetry();
    if (this.#left) throw this.#left;
  }

  get #shownUrl(): string {
    return this.#url.origin + this.#url.pathname;
  }

  /** Sends all there is, in order, until something fails. One at a time. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    try {
      for (;;) {
        this.#batch ??= this.#nextBatch();
        if (!this.#batch) return;
        await this.#post(this.#batch);
        this.#batch = undefined;
        this.#isDown = false;
        this.#pauseMs = this.#limits.retryMs;
      }
    } catch (reason) {
      if (!this.#isDown) this.#news = { reason };
      this.#isDown = true;
      const wanted = reason instanceof HttpStatusError ? (reason.retryAfterMs ?? 0) : 0;
      this.#retryLater(Math.min(wanted, this.#limits.maxRetryMs));
      throw reason;
    }
  }

  #nextBatch(): Batch | undefined {
    const lines: Line[] = [];
    let bytes = 0;
    for (let line = this.#spool.items[0]; line; line = this.#spool.items[0]) {
      const isFull =
        lines.length === this.#limits.maxBatchEvents || bytes + line.text.length > this.#limits.maxBatchBytes;
      if (lines.length > 0 && isFull) break;
      bytes += line.text.length;
      lines.push(this.#spool.shift()!);
    }
    return lines.length === 0 ? undefined : { key: lines[0]!.id, body: lines.map(({ text }) => text).join(''), lines };
  }

  #post({ key, body }: Batch): Promise<void> {
    const headers = { 'content-type': 'application/x-ndjson', ...this.#headers, 'idempotency-key': key };
    const { timeoutMs } = this.#limits;
    return post(this.#fetch, this.#clock, { url: this.#url.href, shownUrl: this.#shownUrl, headers, body, timeoutMs });
  }

  #retryLater(leastMs = 0): void {
    const pause = Math.min(Math.max(this.#pauseMs, leastMs), LONGEST_DELAY_MS);
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#limits.maxRetryMs);
    this.#retryTimer = this.#clock.setTimeout(() => {
      this.#retryTimer = undefined;
      this.#send().catch(() => {});
    }, pause);
    // A server that is down must not keep a program from its end.
    (this.#retryTimer as { unref?(): unknown } | undefined)?.unref?.();
  }

  #stopRetry(): void {
    this.#clock.clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }
}
