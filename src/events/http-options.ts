import type { Clock } from '../collect/clock.js';
import { checkInteger, show } from '../options.js';
import type { SinkOptions } from './sink.js';

/** How events are posted. Times are in milliseconds. */
export interface HttpSinkOptions extends SinkOptions {
  /** That of the platform unless given. */
  fetch?: typeof fetch;
  headers?: Readonly<Record<string, string>>;
  /** How long one POST, and whoever emits, waits for the answer; 10,000 unless given. */
  timeoutMs?: number;
  /** The pause after a failure, 500 unless given; each further one doubles it, up to `maxRetryMs`, 30,000 unless given. */
  retryMs?: number;
  maxRetryMs?: number;
  /** The most records of one POST, 100 unless given, and about the most bytes, 1 MiB unless given. */
  maxBatchEvents?: number;
  maxBatchBytes?: number;
  /** About how much of what was not sent yet is held; 16 MiB unless given. Beyond that the oldest go. */
  maxSpoolBytes?: number;
  /** How long `flush` and `close` go on trying; 10,000 unless given. */
  flushTimeoutMs?: number;
  clock?: Clock;
}

const DEFAULTS = {
  timeoutMs: 10_000,
  retryMs: 500,
  maxRetryMs: 30_000,
  maxBatchEvents: 100,
  maxBatchBytes: 1024 * 1024,
  maxSpoolBytes: 16 * 1024 * 1024,
  flushTimeoutMs: 10_000,
};

export type HttpLimits = typeof DEFAULTS;

/** @throws {TypeError | RangeError} If a limit is of the wrong kind or value. */
export function checkLimits(owner: string, given: Partial<HttpLimits>): HttpLimits {
  const names = Object.keys(DEFAULTS) as (keyof HttpLimits)[];
  const limits = names.map((name) => [name, checkInteger(owner, name, given[name] ?? DEFAULTS[name], 1)]);
  return Object.fromEntries(limits);
}

/** @throws {TypeError} If it is no URL. */
export function checkUrl(owner: string, url: string | URL): URL {
  try {
    return new URL(url);
  } catch {
    throw new TypeError(`${owner}: url must be an absolute URL, got ${show(url)}`);
  }
}
