import type { Clock } from '../collect/clock.js';
import type { Spill, WindowOptions } from '../collect/types.js';
import { endProgram } from './end-program.js';
import type { ExecUpdate } from './exec-types.js';
import { endWithHost, mayOutliveHost } from './host-exit.js';
import { isTreeAlive } from './process-tree.js';
import type { Exit, Program } from './program.js';
import { SpillFile } from './spill-file.js';

/** A window of a session. */
export interface SessionWindow {
  /** True when the program has ended and this was the last of its output. */
  readonly isLast: boolean;
  readonly update: Omit<ExecUpdate, 'sessionId'>;
}

/** A program and the windows of its output, one at a time. */
export class Session {
  readonly program: Program;
  readonly command: string | readonly string[];
  /** True once the last of its output was given. */
  isOver = false;
  readonly #clock: Clock;
  readonly #killGraceMs: number;
  readonly #outputHandle: string | null;
  #exit: Exit | undefined;
  /** False once it has ended and nobody of its session holds its output: its process id may be another's then. */
  #hasProcesses = true;
  #turn: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> | undefined;

  constructor(program: Program, command: string | readonly string[], clock: Clock, killGraceMs: number, spill?: Spill) {
    this.program = program;
    this.command = command;
    this.#clock = clock;
    this.#killGraceMs = killGraceMs;
    this.#outputHandle = spill instanceof SpillFile ? spill.handle : null;
    endWithHost(program.pid);
    void program.exited.then((exit) => {
      this.#exit = exit;
    });
    void program.closed.then(() => this.#letGo());
  }

  get hasExited(): boolean {
    return this.#exit !== undefined;
  }

  /**
   * A window when its turn comes, unless `mayBegin` throws then. Rejects as `collect` does, and the next one has the bytes.
   */
  async window(
    options: WindowOptions,
    { since = this.#clock.now(), mayBegin = () => {} }: { since?: number; mayBegin?: () => void } = {},
  ): Promise<SessionWindow> {
    const before = this.#turn;
    const window = this.#afterTurn(before, options, mayBegin);
    this.#turn = Promise.allSettled([before, window]);
    const { collected, isLast } = await window;
    const update = {
      output: collected.text,
      exitCode: isLast ? (this.#exit?.code ?? null) : null,
      signal: isLast ? (this.#exit?.signal ?? null) : null,
      originalTokenCount: collected.originalTokenCount,
      outputHandle: this.#outputHandle,
      wallTimeMs: this.#clock.now() - since,
      collected,
    };
    return { isLast, update };
  }

  async #afterTurn(before: Promise<unknown>, options: WindowOptions, mayBegin: () => void) {
    await orAborted(before, options.signal);
    mayBegin();
    const collected = await this.program.collect({ ...options, clock: this.#clock });
    const isLast = this.#exit !== undefined && (collected.closed || collected.endedBy === 'exit');
    if (isLast) this.isOver = true;
    if (isLast && !collected.closed) {
      // Whoever still holds a pipe is drained for as long as the host is there, and no longer.
      this.program.unref();
      if (!isTreeAlive(this.program.pid)) this.#letGo();
    }
    return { collected, isLast };
  }

  #letGo(): void {
    this.#hasProcesses = false;
    mayOutliveHost(this.program.pid);
  }

  /** Ends all that was started, and settles when it is gone. Never rejects. */
  end(): Promise<void> {
    this.#ending ??= this.#endProcesses();
    return this.#ending;
  }

  async #endProcesses(): Promise<void> {
    if (this.#hasProcesses) await endProgram(this.program, this.#clock, this.#killGraceMs);
    this.#letGo();
  }
}

/** Settles with the promise, or rejects with the reason of the signal. */
function orAborted(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    const settled = () => {
      signal.removeEventListener('abort', abort);
      resolve(undefined);
    };
    if (signal.aborted) abort();
    promise.then(settled, settled);
  });
}
