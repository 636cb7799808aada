import { expect } from 'vitest';
import type { Collector } from '../../../src/index.js';
import { listenersOf } from '../../helpers/listeners.js';
import { Ledger } from './ledger.js';
import { type Producer, type Setup, startCollector } from './producers.js';
import { SlowReader } from './slow-reader.js';
import { reasonOf, settle, strayRejections } from './turns.js';
import { VirtualClock } from './virtual-clock.js';
import { ExitModel, type Failure, type Limits, OpenWindow } from './window-model.js';

/** A collector whose every window is checked against a model of what has happened to it. Each event is a method. */
export class History {
  readonly clock = new VirtualClock();
  readonly isOpen: boolean[];
  readonly #setup: Setup;
  readonly #collector: Collector;
  readonly #producers: readonly Producer[];
  readonly #ledger: Ledger;
  readonly #exit: ExitModel | undefined;
  #window: OpenWindow | undefined;
  #rest: SlowReader | undefined;
  /** What the next window rejects with that is waited for. */
  #failure: Failure | undefined;
  /** The failure of a producer. */
  #broken: Failure | undefined;
  /** What happens at one moment, in an order that a collector cannot see: two failures, chunks of two sources. */
  #moment: { gave?: number; hasFailed?: true } = {};
  #chunks = 0;
  #isClosed = false;
  /** When the last source ended. */
  #closedAt = Infinity;

  constructor(setup: Setup) {
    const { collector, labels, producers } = startCollector(setup.kind, {
      clock: this.clock,
      maxBytes: setup.maxBytes,
      onChunk: () => this.#onChunk(),
      spill: { write: (chunk) => this.#ledger.spill(chunk) },
    });
    this.#setup = setup;
    this.#collector = collector;
    this.#producers = producers;
    this.#ledger = new Ledger(producers.length, labels, setup);
    this.#exit = setup.hasExit ? new ExitModel() : undefined;
    this.isOpen = producers.map(() => true);
  }

  get lanes(): number {
    return this.#producers.length;
  }

  /** Late chunks are for those who push, and only while somebody may still get them. */
  canGive(lane: number): boolean {
    if ((this.#moment.gave ?? lane) !== lane) return false;
    return this.isOpen[lane] === true || (this.#setup.kind === 'push' && !this.#rest);
  }

  canFail(lane: number): boolean {
    return this.isOpen[lane] === true && this.#producers[lane]!.isDrained && !this.#moment.hasFailed;
  }

  get canExit(): boolean {
    return this.#exit?.hasSettled === false && !this.#rest;
  }

  /** Lets a thing happen, and looks what became of it. */
  async now(happen: () => void): Promise<void> {
    happen();
    await this.#happened();
  }

  /** Lets a thing happen when the clock gets there, at one moment with whatever is due then. */
  later(ms: number, happen: () => void): void {
    this.clock.at(this.clock.elapsed + ms, happen);
  }

  give(lane: number, chunks: readonly (Uint8Array | string)[]): void {
    const { model } = this.#ledger;
    this.#moment.gave = lane;
    for (const chunk of chunks) {
      model.give(model.lanes[lane]!, chunk);
      if (chunk.length > 0) this.#window?.chunk(this.clock.now());
      const lent = typeof chunk === 'string' ? chunk : chunk.slice();
      this.#producers[lane]!.give(lent);
      // Who pushes may use its buffer again at once.
      if (typeof lent !== 'string' && this.#setup.kind === 'push') lent.fill(0x23);
    }
  }

  end(lane: number): void {
    this.isOpen[lane] = false;
    this.#ledger.model.lanes[lane]!.settle();
    this.#producers[lane]!.end();
  }

  fail(lane: number): void {
    const reason = Object.freeze(new Error('source'));
    this.isOpen[lane] = false;
    this.#ledger.model.lanes[lane]!.settle();
    this.#broken = { reason };
    this.#moment.hasFailed = true;
    this.#failure ??= this.#broken;
    this.#producers[lane]!.fail(reason);
  }

  exit(fails: boolean): void {
    this.#failure ??= this.#exit!.settle(this.clock.now(), fails && !this.#moment.hasFailed);
    if (fails) this.#moment.hasFailed = true;
  }

  abort(): void {
    this.#window?.abort();
  }

  async open(limits: Limits): Promise<void> {
    if (this.#window || this.#rest) {
      expect(await reasonOf(this.#collector.collect({ yieldTimeMs: 0 }))).toBeInstanceOf(TypeError);
      return;
    }
    this.#window = new OpenWindow(this.#collector, this.clock, limits, this.#exit, this.#failure);
    this.#failure = this.#exit?.watch(this.clock.now());
    await this.#happened();
  }

  async advance(ms: number): Promise<void> {
    await this.clock.moveTo(this.clock.elapsed + ms, () => this.#happened());
    await this.#happened();
  }

  async detach(): Promise<void> {
    if (this.#window || this.#rest) return expect(() => this.#collector.detach()).toThrow(TypeError);
    this.#rest = new SlowReader(this.#collector.detach());
    await this.#happened();
  }

  async read(): Promise<void> {
    await this.#rest?.read();
  }

  /** Ends all producers, and takes all that is left: nothing may be missing then, and nothing left behind. */
  async finish(): Promise<void> {
    this.clock.callOff();
    for (const [lane, isOpen] of this.isOpen.entries()) {
      if (isOpen) await this.now(() => this.end(lane));
      // A window between two ends: what an ended source left unfinished is text there.
      if (!this.#rest && !this.#window) await this.open({ yieldTimeMs: 0 });
    }
    // Else it would be waited for, and what was to happen later would happen now.
    if (this.canExit) await this.now(() => this.exit(false));
    this.#isClosed = false;
    if (this.#rest) await this.#finishRest(this.#rest);
    else {
      for (let round = 0; round < 5 && !this.#isClosed; round++) await this.open({});
      expect([this.#isClosed, this.#failure]).toEqual([true, undefined]);
      this.#ledger.checkBooks();
    }
    expect([this.clock.timers, await strayRejections()]).toEqual([0, []]);
  }

  async #finishRest(rest: SlowReader): Promise<void> {
    const { given, failure } = await rest.finish();
    expect(failure).toEqual(this.#failure);
    // A hook that fails, or an exit, ends a stream that would go on.
    if (!failure || this.#failure === this.#broken) this.#ledger.takeRest(given, failure !== undefined);
  }

  #onChunk(): undefined {
    if (this.#rest || ++this.#chunks !== this.#setup.onChunkFails || this.#moment.hasFailed) return;
    this.#moment.hasFailed = true;
    const reason = new Error('hook');
    this.#failure ??= { reason };
    if (this.#setup.hookRejects) return Promise.reject(reason) as unknown as undefined;
    throw reason;
  }

  /** Lets everything run; then the window has ended if and as it must. */
  async #happened(): Promise<void> {
    await settle(4);
    this.#moment = {};
    const window = this.#window;
    const hasEnded = !this.isOpen.includes(true);
    if (hasEnded) this.#closedAt = Math.min(this.#closedAt, this.clock.now());
    if (!window) return expect(this.clock.timers).toBe(0);
    const { settled } = window;
    if (!settled) return window.checkOpen(this.#closedAt, this.#failure);
    this.#window = undefined;
    expect([this.clock.timers, listenersOf(window.signal)]).toEqual([0, 0]);
    if ('reason' in settled) {
      if (window.checkRejection(settled.reason, this.#failure)) this.#failure = undefined;
      return;
    }
    this.#isClosed = hasEnded && !this.#failure;
    window.checkEnd(settled.value, this.#isClosed, this.#closedAt);
    this.#ledger.take(window, settled.value);
  }
}
