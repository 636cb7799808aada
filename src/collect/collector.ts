import { show } from '../options.js';
import { systemClock } from './clock.js';
import { Intake } from './intake.js';
import { type CheckedCollector, checkCollectorOptions, checkWindowOptions } from './options.js';
import { recorded, windowRecord } from './recording.js';
import { openSource, type Source } from './sources.js';
import type { Collected, CollectOptions, CollectorOptions, WindowOptions } from './types.js';

/** How long a window of an iteration is: the yield time that both originals' tools have unless told. */
const ITERATION_YIELD_TIME_MS = 10_000;

/**
 * Drains a source at all times, so that its producer never stalls, and gives what came window by window, as text within
 * a budget. No byte is lost or doubled between windows; what did not fit is counted.
 *
 * Without a source it takes what is given to `write`. Holds at most `maxBytes` between windows (head and tail; 1 MiB
 * unless given), or three times that much for each label of a record; as much again while a window is cut to a budget,
 * and up to five times as much while one is made without.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value, or the source is none or in use.
 * @example
 * const collector = new Collector();
 * collector.write('compiling\n');
 * (await collector.collect({ yieldTimeMs: 0 })).text; // 'compiling\n'
 * collector.write('done\n');
 * collector.close();
 * const { text, closed, endedBy } = await collector.collect({ yieldTimeMs: 250 });
 * [text, closed, endedBy]; // [ 'done\n', true, 'end' ]
 */
export class Collector {
  readonly #intake: Intake;
  readonly #options: CheckedCollector;
  readonly #hasSource: boolean;

  constructor(source?: Source, options?: CollectorOptions) {
    const owner = 'Cannot create Collector';
    this.#options = checkCollectorOptions(owner, options);
    this.#hasSource = source !== undefined;
    this.#intake = new Intake(source === undefined ? [] : openSource(owner, source), this.#options);
    this.#intake.start();
  }

  /**
   * Takes a chunk, also after `close`: a terminal can announce its end before its last bytes.
   * @throws {TypeError} If the chunk is neither bytes nor a string, or the collector has a source of its own.
   */
  write(chunk: Uint8Array | string): void {
    this.#checkPush('write');
    this.#intake.write(undefined, chunk);
  }

  /** Ends what is written. @throws {TypeError} If the collector has a source of its own. */
  close(): void {
    this.#checkPush('close');
    this.#intake.end(undefined);
  }

  /**
   * Ends what is written with an error, which the current or the next window rejects with; the one after has the bytes.
   * @throws {TypeError} If the collector has a source of its own.
   */
  fail(reason: unknown): void {
    this.#checkPush('fail');
    this.#intake.fail(reason);
    this.#intake.end(undefined);
  }

  /**
   * Gathers for one window. It ends by its time or with the source; bytes alone do not end it. An unfinished scalar value
   * at its end is for the next window.
   *
   * Rejects with the error of the source or the reason of the signal, untouched and once; the next window has the bytes.
   * @throws {TypeError | RangeError} If an option is of the wrong kind or value, or another window is not finished.
   */
  async collect(window?: WindowOptions): Promise<Collected> {
    const checked = checkWindowOptions('Cannot collect', window, this.#options.clock);
    return recorded(this.#options.events, windowRecord, () => this.#intake.collect(checked));
  }

  /** Windows of 10 seconds until the source has ended. Leaving the loop leaves the collector as it is. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Collected, void, void> {
    for (;;) {
      const window = await this.collect({ yieldTimeMs: ITERATION_YIELD_TIME_MS });
      yield window;
      if (window.closed) return;
    }
  }

  /**
   * Ends the collecting: gives what no window has had, and all that is still to come, as a stream, which is read no faster
   * than its reader wants. Cancelling it cancels the source. An error comes behind what was read before it, and gives the
   * other sources back. Bytes that the buffers had to drop show as `"\n... N bytes omitted ...\n"`: those from before, and
   * what a labelled line has beyond `maxBytes`.
   * @throws {TypeError} If a window is not finished, it was called before, or the runtime has no `ReadableStream`.
   */
  detach(): ReadableStream<Uint8Array> {
    if (typeof ReadableStream === 'undefined') {
      throw new TypeError('Cannot detach: this runtime has no ReadableStream; use collect()');
    }
    return this.#intake.detach();
  }

  #checkPush(method: string): void {
    if (this.#hasSource) throw new TypeError(`Cannot ${method}: this Collector has a source of its own`);
  }
}

/**
 * Collects one window of a source: all of it, unless a time or a signal ends it before.
 *
 * A deadline is a result: `endedBy` tells. Then the source is given back unlocked, with all that was not read (an engine
 * that cannot release a pending read keeps it locked; what an iterator was asked for is kept for the next `collect` or
 * `Collector` of it). Only an abort cancels the source, once, with the reason of the signal. An error of the source
 * rejects, untouched. Past `maxBytes` (1 MiB unless given) the source is still read to its end and counted.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value, or the source is none or in use; nothing
 * is read then.
 * @example
 * const { text, closed } = await collect(new Blob(['caf', Uint8Array.of(0xc3), Uint8Array.of(0xa9)]));
 * [text, closed]; // [ 'café', true ]
 * (await collect(['0123456789'.repeat(100)], { maxOutputTokens: 10 })).originalTokenCount; // 250
 */
export async function collect(source: Source, options?: CollectOptions): Promise<Collected> {
  const owner = 'Cannot collect';
  const window = checkWindowOptions(owner, options, systemClock);
  const collector = checkCollectorOptions(owner, options);
  if (source === undefined) throw new TypeError(`${owner}: source must be given, got ${show(source)}`);
  const { signal } = window;
  const intake = new Intake(openSource(owner, source), collector);
  if (!signal?.aborted) intake.start();
  try {
    const result = await recorded(collector.events, windowRecord, () => intake.collect(window, true));
    if (result.endedBy === 'abort') intake.cancel(signal?.reason);
    return result;
  } catch (error) {
    if (signal?.aborted) intake.cancel(signal.reason);
    else intake.release();
    throw error;
  }
}
