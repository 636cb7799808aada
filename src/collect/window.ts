import { LONGEST_DELAY_MS } from './clock.js';
import type { CheckedWindow } from './options.js';
import type { EndedBy } from './types.js';

/** What a window asks its collector, each time something happened. */
export interface WindowState {
  readonly closed: boolean;
  /** Takes the failure of a source that nobody was told of. */
  takeFailure(): { readonly reason: unknown } | undefined;
}

/** When the producer was seen to be gone; `Infinity` while it is not. */
export interface ExitState {
  readonly settledAt: number;
  /** True while it is waited for. */
  readonly isAwaited: boolean;
}

/** How a window ended. */
export type WindowEnd = { readonly endedBy: EndedBy } | { readonly failure: { readonly reason: unknown } };

/** The limits of one window, on one timer. Limits are looked at before the source is. */
export class Window {
  /** Never rejects. */
  readonly ended: Promise<WindowEnd>;
  readonly #options: CheckedWindow;
  readonly #state: WindowState;
  readonly #exit: ExitState;
  readonly #start: number;
  #lastChunkAt = -Infinity;
  #closedAt = Infinity;
  #timer: { readonly id: unknown; readonly at: number } | undefined;
  #resolve: ((end: WindowEnd) => void) | undefined;
  readonly #onAbort = () => this.#abort();

  constructor(options: CheckedWindow, state: WindowState, exit: ExitState) {
    this.#options = options;
    this.#state = state;
    this.#exit = exit;
    this.#start = options.clock.now();
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    options.signal?.addEventListener('abort', this.#onAbort);
    if (options.signal?.aborted) this.#abort();
    else this.#begin();
  }

  /** A failure from before comes first: windows that end at once would never tell of it. */
  #begin(): void {
    const failure = this.#state.takeFailure();
    if (failure) this.#end({ failure });
    else this.check();
  }

  /** A chunk came that was not empty. */
  chunk(): void {
    this.#lastChunkAt = this.#options.clock.now();
  }

  /** Ends the window if it is to end now; else waits for the next limit. */
  check(): void {
    if (!this.#resolve) return;
    const now = this.#options.clock.now();
    const limit = this.#limitDue(now);
    const failure = limit ? undefined : this.#state.takeFailure();
    if (limit) this.#end({ endedBy: limit });
    else if (failure) this.#end({ failure });
    else if (this.#exitWaitEnd(now) <= now) this.#end({ endedBy: 'end' });
    else if (this.#graceEnd <= now) this.#end({ endedBy: 'exit' });
    else this.#wait(now);
  }

  #limitDue(now: number): EndedBy | undefined {
    if (this.#deadline <= now) return 'deadline';
    if (this.#windowEnd <= now) return 'window';
    return this.#idleEnd <= now ? 'idle' : undefined;
  }

  get #deadline(): number {
    return this.#start + this.#options.deadlineMs;
  }

  get #windowEnd(): number {
    return this.#start + this.#options.yieldTimeMs;
  }

  get #idleEnd(): number {
    return Math.max(this.#start, this.#lastChunkAt) + this.#options.idleMs;
  }

  get #graceEnd(): number {
    const { graceMs, graceMaxMs } = this.#options;
    const { settledAt } = this.#exit;
    return Math.min(settledAt + graceMaxMs, Math.max(settledAt, this.#lastChunkAt) + graceMs);
  }

  /** Pipes may close a little before the exit is known, and whoever asks for both wants both. */
  #exitWaitEnd(now: number): number {
    if (!this.#state.closed) return Infinity;
    this.#closedAt = Math.min(this.#closedAt, now);
    return this.#exit.isAwaited ? this.#closedAt + this.#options.graceMs : now;
  }

  /** One timer, for the nearest limit. A chunk that moves a limit on does not touch it: it fires early and waits again. */
  #wait(now: number): void {
    const at = Math.min(this.#deadline, this.#windowEnd, this.#idleEnd, this.#graceEnd, this.#exitWaitEnd(now));
    if (at >= (this.#timer?.at ?? Infinity)) return;
    this.#stopTimer();
    const ring = () => {
      this.#timer = undefined;
      this.check();
    };
    this.#timer = { at, id: this.#options.clock.setTimeout(ring, Math.min(at - now, LONGEST_DELAY_MS)) };
  }

  #stopTimer(): void {
    if (this.#timer) this.#options.clock.clearTimeout(this.#timer.id);
    this.#timer = undefined;
  }

  #abort(): void {
    const { signal, returnOnAbort } = this.#options;
    this.#end(returnOnAbort ? { endedBy: 'abort' } : { failure: { reason: signal?.reason } });
  }

  #end(end: WindowEnd): void {
    this.#stopTimer();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#resolve?.(end);
    this.#resolve = undefined;
  }
}
