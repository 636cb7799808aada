import type { Clock } from '../collect/clock.js';
import type { Collected, CollectorOptions, OperationRecorder, Spill } from '../collect/types.js';
import type { TruncateOptions } from '../keep/truncate-options.js';
import type { SessionRegistryOptions } from '../sessions/registry.js';

/** How many sessions there may be, and what each keeps. */
export interface ExecSessionsOptions extends SessionRegistryOptions, Pick<CollectorOptions, 'mask' | 'through'> {
  /** Bytes of output that a session keeps until they are asked for, head and tail, for each pipe; 1 MiB unless given. */
  maxBytes?: number;
  /** From SIGTERM to SIGKILL; 2,000 unless given. */
  killGraceMs?: number;
  /** Hears of a session that had to make room, once it is ended, with the last of its output. What it throws is ignored. */
  onPruned?(sessionId: number, update: ExecUpdate): void;
  /** Records each `exec`, `write` and `terminate`: when it began and how it ended. A failure to do so is `collected.sinkError`. */
  events?: OperationRecorder;
  /**
   * Makes what gets all the output of a session, masked: `() => directory.create()` of a {@link SpillDirectory}. If it
   * fails, the program runs without, and its first update tells in `collected.sinkError`.
   */
  spill?(): Spill | PromiseLike<Spill>;
  clock?: Clock;
}

/** The ends of one call, and the cut of its output. They never end the program. */
export interface ExecWindowOptions {
  /** How long to wait for the end of the program. Granted from 250 to 30,000; an empty write waits at least 5,000. */
  yieldTimeMs?: number;
  /** The latest end of the call, also below what `yieldTimeMs` grants. */
  deadlineMs?: number;
  /** Ends the call when so long nothing came, such as at a prompt. */
  idleMs?: number;
  /** What the output is cut to, heading and marker included; 10,000 unless given, `null` for all that was kept. */
  maxOutputTokens?: number | null;
  /** How the output is cut. */
  truncate?: TruncateOptions;
  /** Ends the call with its reason. If it is that of `exec`, the program is ended first. */
  signal?: AbortSignal;
}

/** How a program is started, and its first window: of 10 seconds unless `yieldTimeMs` is given. */
export interface ExecOptions extends ExecWindowOptions {
  /** The folder of the program; that of the host unless given. */
  cwd?: string;
  /** All its variables; those of the host unless given. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Starts it on a terminal of its own. Needs the package `@lydell/node-pty`, but on Bun. */
  tty?: boolean;
  /** Columns of the terminal; 80 unless given. */
  cols?: number;
  /** Rows of the terminal; 24 unless given. */
  rows?: number;
  /**
   * Gives it a pipe to read from. Without it, and without a terminal, its input is empty: many programs wait for the end
   * of an open pipe.
   */
  stdin?: boolean;
}

/** How something is written, and the window behind it: of 250 ms, or 5 seconds if it is empty, unless told. */
export interface WriteOptions extends ExecWindowOptions {
  /** Ends the input behind the chars. On a terminal it types Ctrl-D. */
  endInput?: boolean;
}

/** How the last output of a program that is ended is cut. */
export type LastOutputOptions = Pick<ExecWindowOptions, 'maxOutputTokens' | 'truncate'>;

/** What one call came to. */
export interface ExecUpdate {
  /** To go on with; `null` when the program has ended and this is the last of its output. */
  sessionId: number | null;
  /** What came since the last update, cut. */
  output: string;
  /** `null` while it runs, or if a signal ended it. */
  exitCode: number | null;
  /** The name of the signal that ended it. */
  signal: string | null;
  /** Estimated tokens of the whole output, when it was cut. */
  originalTokenCount: number | null;
  /** What {@link readPage} takes for all of the output, from its first byte on; `null` without a `SpillFile`. */
  outputHandle: string | null;
  /** How long the call took. */
  wallTimeMs: number;
  /** The window in full. It is not `closed` at the end if somebody else, such as a process in the background, holds a pipe. */
  collected: Collected;
}

/** A session that has an id. */
export interface SessionInfo {
  sessionId: number;
  /** As it was given. */
  command: string | readonly string[];
  pid: number;
  tty: boolean;
  /** False when it has ended, and the last of its output was not asked for yet. */
  running: boolean;
}
