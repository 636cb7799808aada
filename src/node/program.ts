import type { Collected, CollectorOptions, WindowOptions } from '../collect/types.js';

/** How a program ended. Both are null if it could not be ended, nor be waited for. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What is started, and how. */
export interface StartOptions {
  /** The program and its arguments. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly collector: CollectorOptions;
}

export interface PipeOptions extends StartOptions {
  readonly hasInput: boolean;
}

export interface TerminalOptions extends StartOptions {
  readonly cols: number;
  readonly rows: number;
}

/** A running program, on pipes or on a terminal, the leader of a session of processes. */
export interface Program {
  readonly pid: number;
  readonly isTerminal: boolean;
  readonly hasInput: boolean;
  /** Never rejects. */
  readonly exited: Promise<Exit>;
  /** Settles when the program has exited and nobody holds its output any more. Never rejects. */
  readonly closed: Promise<unknown>;
  /** What came, and what comes within the window. Closed when output and program have ended. */
  collect(window: WindowOptions): Promise<Collected>;
  /** Settles when the chars have left, which a program that does not read can put off for ever; rejects if they cannot. */
  write(chars: string): Promise<void>;
  endInput(): void;
  interrupt(): void;
  resize(cols: number, rows: number): void;
  /** Takes the program for exited: it does not react to SIGKILL. */
  giveUp(): void;
  /** Lets the host end although output may come still. */
  unref(): void;
}
