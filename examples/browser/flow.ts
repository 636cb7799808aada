import type { TruncationPolicy } from 'millrace';
import type { Passage, Race } from './race.js';
import type { Open, PieceBytes } from './sources.js';

export type FlowState = 'running' | 'paused' | 'ended' | 'failed';

export interface FlowListener {
  passed(passage: Passage): void;
  recorded(line: string): void;
  changed(state: FlowState, error?: unknown): void;
}

const PIECES_PER_SECOND = 30;
/** Pieces that a late frame may make up for: a page that was hidden goes on where it was, not with a flood. */
const MOST_CREDIT = 4;
const WINDOW_MS = 1000;

/** One run of one source through one race: reads a piece when a frame or a step grants it, and not before. */
export class Flow {
  readonly race: Race;
  readonly #policy: () => TruncationPolicy;
  readonly #listener: FlowListener;
  readonly #stop = new AbortController();
  #state: FlowState;
  #credit = 0;
  #wake: () => void = () => {};
  #windowMs = 0;
  #records: Promise<void> = Promise.resolve();

  constructor(race: Race, policy: () => TruncationPolicy, listener: FlowListener, startsPaused: boolean) {
    this.race = race;
    this.#policy = policy;
    this.#listener = listener;
    this.#state = startsPaused ? 'paused' : 'running';
  }

  get state(): FlowState {
    return this.#state;
  }

  async run(open: Open, pieceBytes: PieceBytes): Promise<void> {
    const { signal } = this.#stop;
    this.#listener.changed(this.#state);
    try {
      const reader = (await open(pieceBytes, signal)).getReader();
      for (;;) {
        await this.#turn();
        const { done, value } = signal.aborted ? { done: true } : await reader.read();
        if (signal.aborted) return await reader.cancel();
        if (done || !value) break;
        this.#listener.passed(this.race.push(value));
        if (this.#windowMs >= WINDOW_MS || this.#state === 'paused') this.#record();
      }
      this.race.end();
      this.#record();
      this.#change('ended');
    } catch (error) {
      if (!signal.aborted) this.#change('failed', error);
    }
  }

  /** A frame: grants what the time since the last one is worth. */
  tick(elapsedMs: number): void {
    if (this.#state !== 'running') return;
    this.#windowMs += elapsedMs;
    this.#credit = Math.min(MOST_CREDIT, this.#credit + (elapsedMs * PIECES_PER_SECOND) / 1000);
    this.#wake();
  }

  step(): void {
    if (this.#state === 'running') this.pause();
    this.#credit += 1;
    this.#wake();
  }

  pause(): void {
    if (this.#state !== 'running') return;
    this.#credit = 0;
    this.#change('paused');
    this.#record();
  }

  resume(): void {
    if (this.#state === 'paused') this.#change('running');
  }

  stop(): void {
    this.#stop.abort();
    this.#wake();
  }

  #change(state: FlowState, error?: unknown): void {
    this.#state = state;
    this.#listener.changed(state, error);
  }

  async #turn(): Promise<void> {
    while (this.#credit < 1 && !this.#stop.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#credit -= 1;
  }

  /** Windows are closed one after the other, as a collector wants it. */
  #record(): void {
    this.#windowMs = 0;
    this.#records = this.#records.then(async () => {
      const line = await this.race.record(this.#policy());
      if (!this.#stop.signal.aborted) this.#listener.recorded(line);
    });
  }
}
