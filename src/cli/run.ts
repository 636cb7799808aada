import { fstatSync } from 'node:fs';
import { constants } from 'node:os';
import { type Collected, Collector } from '../index.js';
import { show } from '../options.js';
import type { RunOptions } from './args.js';
import { type Child, type Exit, startChild } from './child.js';
import type { Output } from './output.js';

/** How a run ended. */
export interface Ending {
  /** Ours: the exit code of the command. */
  readonly exitCode: number;
  readonly failure?: Failure;
  /** How the program ended, if one was started; or the signal that ended the reading. */
  readonly exit?: Exit;
  /** Missing only if there was nothing to read. */
  readonly collected?: Collected;
  /** Of the output on disk, if there is any. */
  readonly outputHandle?: string;
}

export interface Failure {
  readonly code: 'not_found' | 'not_started' | 'unreadable' | 'timeout' | 'signal' | 'nonzero';
  /** For the user, where nothing else tells what went wrong. */
  readonly message?: string;
}

type OnBytes = (bytes: Uint8Array) => void;

const STOPPED_BY = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// As shells have them, and `timeout`.
const UNREADABLE = 1;
const TIMED_OUT = 124;
const NOT_STARTED = 126;
const NOT_FOUND = 127;

/** Runs the program, or reads standard input, to the end. `onBytes` sees what comes. Never rejects for what they do. */
export async function run(options: RunOptions, output: Output, onBytes: OnBytes): Promise<Ending> {
  const { spill } = output;
  const ending = await (options.command
    ? runProgram(options.command, options, output, onBytes)
    : readStdin(options, output, onBytes));
  // Somebody in the background may hold the output still.
  await spill?.close().catch(() => {});
  return spill && spill.totalBytes > 0 ? { ...ending, outputHandle: spill.handle } : ending;
}

async function runProgram(
  command: NonNullable<RunOptions['command']>,
  { shell, tty, policy, maxBufferBytes, deadlineMs, idleMs }: RunOptions,
  { collector, truncate }: Output,
  onBytes: OnBytes,
): Promise<Ending> {
  let child: Child | undefined;
  const onChunk = (chunk: Uint8Array | string) => {
    if (idleMs !== undefined) child?.setIdle(idleMs);
    onBytes(chunk as Uint8Array);
  };
  try {
    child = await startChild({ command, shell, tty }, { ...collector, maxBytes: maxBufferBytes, onChunk });
  } catch (error) {
    return notStarted(command[0], error as NodeJS.ErrnoException);
  }
  try {
    if (deadlineMs !== undefined) child.setDeadline(deadlineMs);
    if (idleMs !== undefined) child.setIdle(idleMs);
    // The times are the child's alone: what the program says when it is told to stop belongs to the text.
    const collected = await child.collect({ policy, truncate });
    const exit = await child.exited;
    const { timedOut: endedBy } = child;
    if (!endedBy) return { collected, exit, ...judge(exit) };
    return { collected: { ...collected, endedBy }, exit, exitCode: TIMED_OUT, failure: { code: 'timeout' } };
  } finally {
    child.release();
  }
}

async function readStdin(
  { policy, maxBufferBytes, deadlineMs = Infinity, idleMs = Infinity }: RunOptions,
  output: Output,
  onBytes: OnBytes,
): Promise<Ending> {
  // The platform takes a directory for an empty stream.
  if (fstatSync(0).isDirectory()) return unreadable('it is a directory');
  const { stdin } = process;
  let stoppedBy: NodeJS.Signals | undefined;
  let stop: (name: NodeJS.Signals) => void = () => {};
  // Whoever writes to us is told to stop as well, and may have last words: they are waited for as after an exit.
  const stopped = new Promise<void>((resolve) => {
    stop = (name) => {
      stoppedBy = name;
      resolve();
    };
  });
  // Once: a second one ends us in the way of the platform.
  for (const name of STOPPED_BY) process.once(name, stop);
  const collector = new Collector(stdin, {
    ...output.collector,
    maxBytes: maxBufferBytes,
    onChunk: bytesOnly(onBytes),
  });
  const { truncate } = output;
  try {
    const collected = await collector.collect({ policy, truncate, deadlineMs, idleMs, exited: stopped });
    const isLate = collected.endedBy === 'deadline' || collected.endedBy === 'idle';
    if (isLate) return { collected, exitCode: TIMED_OUT, failure: { code: 'timeout' } };
    if (!stoppedBy) return { collected, exitCode: 0 };
    const exit = { code: null, signal: stoppedBy };
    const endedBy = collected.closed ? 'end' : 'abort';
    return { collected: { ...collected, endedBy }, exit, ...judge(exit) };
  } catch (error) {
    // What came before the failure is still there.
    const collected = await collector.collect({ policy, truncate, yieldTimeMs: 0 });
    return { collected, ...unreadable((error as Error).message) };
  } finally {
    for (const name of STOPPED_BY) process.off(name, stop);
    stdin.destroy();
  }
}

function judge({ code, signal }: Exit): Pick<Ending, 'exitCode' | 'failure'> {
  if (code === 0) return { exitCode: 0 };
  if (code !== null) return { exitCode: code, failure: { code: 'nonzero' } };
  return { exitCode: 128 + constants.signals[signal ?? 'SIGKILL'], failure: { code: 'signal' } };
}

function unreadable(why: string): Ending {
  return { exitCode: UNREADABLE, failure: { code: 'unreadable', message: `cannot read standard input: ${why}` } };
}

function notStarted(program: string, error: NodeJS.ErrnoException): Ending {
  if (error.code === 'ENOENT') {
    const message = `no such program: ${show(program)}`;
    return { exitCode: NOT_FOUND, failure: { code: 'not_found', message } };
  }
  const reason = error.code === 'EACCES' ? 'permission denied' : error.message;
  return { exitCode: NOT_STARTED, failure: { code: 'not_started', message: `cannot run ${show(program)}: ${reason}` } };
}

/** Node's streams give bytes, unless they are told to decode. */
const bytesOnly = (onBytes: OnBytes) => (chunk: Uint8Array | string) => onBytes(chunk as Uint8Array);
