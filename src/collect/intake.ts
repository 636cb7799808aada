import { copyBytes, isBytes } from '../bytes.js';
import { Omission, omissionText } from '../omission.js';
import { encodeUtf8 } from '../text/utf8.js';
import { nextTurn } from './clock.js';
import { ExitWatch } from './exit-watch.js';
import { Lanes } from './lanes.js';
import type { CheckedCollector, CheckedWindow } from './options.js';
import { collected } from './result.js';
import type { LabelledFeed } from './sources.js';
import { Spiller } from './spiller.js';
import { Tap } from './tap.js';
import type { Collected } from './types.js';
import { Window, type WindowState } from './window.js';

/** So many reads in a row, and the rest of the program gets a turn. */
const READS_A_TURN = 128;
/** A last drain is for what had come already: it ends when a turn brings nothing, or after so many turns. */
const MOST_LAST_TURNS = 64;

/**
 * Drains sources into bounded buffers, at all times, and gives what these hold window by window. Without feeds it takes
 * what is written to it.
 */
export class Intake implements WindowState {
  readonly #feeds: readonly LabelledFeed[];
  readonly #lanes: Lanes;
  readonly #maxBytes: number;
  readonly #spiller: Spiller | undefined;
  readonly #exit = new ExitWatch();
  readonly #tap: Tap | undefined;
  #openLanes: number;
  #failure: { readonly reason: unknown } | undefined;
  #window: Window | undefined;
  #isCollecting = false;
  /** True once the sources are given back or cancelled: nothing that still comes from them is wanted. */
  #isReleased = false;
  #isDetached = false;
  #reads = 0;
  #readBytes = 0;
  #waiters: (() => void)[] = [];
  closed = false;

  constructor(feeds: readonly LabelledFeed[], { maxBytes, onChunk, spill }: CheckedCollector) {
    this.#feeds = feeds;
    this.#maxBytes = maxBytes;
    this.#tap = onChunk && new Tap(onChunk, (reason) => this.fail(reason));
    this.#spiller = spill && new Spiller(spill);
    const labels = feeds.length > 0 ? feeds.map(({ label }) => label) : [undefined];
    this.#lanes = new Lanes(labels, maxBytes, (piece) => this.#spiller?.write(copyBytes(piece)));
    this.#openLanes = labels.length;
    for (const feed of feeds) void this.#pump(feed);
  }

  /** @throws {TypeError} If the chunk is neither bytes, a string, nor an `Omission`. */
  write(label: string | undefined, chunk: unknown): void {
    this.#lanes.push(label, chunk);
    if (typeof chunk === 'string' || isBytes(chunk)) this.#tap?.show(chunk, label);
    const bytes = chunk instanceof Omission ? chunk.bytes : (chunk as Uint8Array | string).length;
    this.#readBytes += bytes;
    if (bytes > 0) this.#window?.chunk();
    this.#changed();
  }

  /** The source behind a label has ended. */
  end(label: string | undefined): void {
    if (this.#openLanes === 0) return;
    this.#lanes.end(label);
    this.#openLanes--;
    if (this.#openLanes > 0) return;
    if (!this.#spiller) this.#close();
    else void this.#spiller.close().then(() => this.#close());
  }

  /** The next window that is waited for rejects with the reason; only the first one is told. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#changed();
  }

  takeFailure(): { readonly reason: unknown } | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  async collect(options: CheckedWindow): Promise<Collected> {
    if (this.#isCollecting) throw new TypeError('Cannot collect: another collect() of this Collector is not finished');
    if (this.#isDetached) throw new TypeError('Cannot collect: this Collector was detached');
    this.#isCollecting = true;
    try {
      this.#exit.watch(options, (failure) => (failure ? this.fail(failure.reason) : this.#changed()));
      this.#window = new Window(options, this, this.#exit);
      const end = await this.#window.ended;
      if ('failure' in end) throw end.failure.reason;
      await this.#drainLast(end.endedBy === 'abort' ? 1 : MOST_LAST_TURNS);
      if (this.closed) this.#lanes.endAll();
      const facts = {
        closed: this.closed,
        endedBy: end.endedBy,
        ...this.#exit.result,
        ...this.#spiller?.takeFailure(),
      };
      return collected(this.#lanes, options, facts);
    } finally {
      this.#window = undefined;
      this.#isCollecting = false;
    }
  }

  /** Gives the sources back, unlocked where the engine can. */
  release(): void {
    this.#isReleased = true;
    for (const { feed } of this.#feeds) feed.release();
  }

  cancel(reason: unknown): void {
    this.#isReleased = true;
    for (const { feed } of this.#feeds) feed.cancel(reason);
  }

  /** What is left, as a stream: what is held first. The sources are read no faster than it is. */
  detach(): ReadableStream<Uint8Array> {
    if (this.#isCollecting) throw new TypeError('Cannot detach: a collect() of this Collector is not finished');
    if (this.#isDetached) throw new TypeError('Cannot detach: this Collector was detached');
    this.#isDetached = true;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (!this.#lanes.hasMerged && !this.#failure && !this.closed) await this.#change();
          if (this.closed) this.#lanes.mergeAll();
          const failure = this.#lanes.hasMerged ? undefined : this.takeFailure();
          if (failure) controller.error(failure.reason);
          else if (!this.#lanes.hasMerged) controller.close();
          for (const chunk of this.#lanes.takeMerged()) {
            controller.enqueue(chunk instanceof Omission ? encodeUtf8(omissionText(chunk)) : chunk);
          }
          this.#changed();
        },
        cancel: (reason) => this.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  async #pump({ label, feed }: LabelledFeed): Promise<void> {
    try {
      for (;;) {
        const result = await feed.read();
        if (this.#isReleased) return;
        if (result.done) break;
        this.write(label, result.value);
        if (++this.#reads % READS_A_TURN === 0) await nextTurn();
        await this.#spiller?.room();
        while (this.#isDetached && this.#lanes.hasMerged && !this.#isReleased) await this.#change();
        if (this.#isReleased) return;
      }
    } catch (reason) {
      if (this.#isReleased) return;
      this.fail(reason);
    }
    feed.release();
    this.end(label);
  }

  /** Lets what has come already in at the end of a window, so that the last bytes and the end come together. */
  async #drainLast(mostTurns: number): Promise<void> {
    const from = this.#readBytes;
    for (let turn = 0; turn < mostTurns; turn++) {
      // What is written needs no turn to come in, and nothing comes once all has ended.
      if ((this.closed || this.#feeds.length === 0) && !this.#exit.isAwaited) return;
      const reads = this.#reads;
      await nextTurn();
      if (this.#reads === reads || this.#readBytes - from > this.#maxBytes) return;
    }
  }

  #close(): void {
    this.closed = true;
    this.#changed();
  }

  #changed(): void {
    this.#window?.check();
    for (const wake of this.#waiters.splice(0)) wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }
}
