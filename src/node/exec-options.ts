import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../collect/clock.js';
import { type CheckedCollector, checkCollectorOptions, checkWindowOptions } from '../collect/options.js';
import type { CollectorOptions, Spill, WindowOptions } from '../collect/types.js';
import { clampYieldTime, resolveWriteYieldTime } from '../collect/yield-time.js';
import { checkBoolean, checkFunction, checkInteger, checkNumber, checkOptions, show } from '../options.js';
import { KILL_GRACE_MS } from './end-program.js';
import type {
  ExecOptions,
  ExecSessionsOptions,
  ExecWindowOptions,
  LastOutputOptions,
  WriteOptions,
} from './exec-types.js';
import type { TerminalOptions } from './program.js';

const DEFAULT_EXEC_YIELD_MS = 10_000;
/** Time for an echo and a prompt. A write of nothing is granted more. */
const DEFAULT_WRITE_YIELD_MS = 250;
/** After its end a program's output is here at once; a process that holds the pipe is not waited for longer. */
const LAST_MS = 5000;
const DEFAULT_MAX_OUTPUT_TOKENS = 10_000;
/** Terminals count both in 16 bits. */
const MOST_CELLS = 65_535;

export interface CheckedExec {
  readonly start: Omit<TerminalOptions, 'collector'> & { readonly tty: boolean; readonly hasInput: boolean };
  readonly window: WindowOptions;
}

export interface CheckedSessions extends Pick<CheckedCollector, 'clock' | 'events'> {
  readonly killGraceMs: number;
  readonly onPruned: ExecSessionsOptions['onPruned'];
  /** The options of a session's collector, which has a spill of its own. */
  newCollector(): Promise<CollectorOptions>;
}

/** @throws {TypeError | RangeError} If an option is of the wrong kind or value. */
export function checkSessions(options: ExecSessionsOptions | undefined): CheckedSessions {
  const owner = 'Cannot create ExecSessions';
  const { killGraceMs = KILL_GRACE_MS, onPruned, spill, events, ...given } = checkOptions(owner, options);
  const { maxBytes, clock, mask, through } = given;
  const wished = Object.entries({ maxBytes, clock, mask, through }).filter(([, value]) => value !== undefined);
  const collector: CollectorOptions = Object.fromEntries(wished);
  if (spill !== undefined) checkFunction(owner, 'spill', spill);
  return {
    killGraceMs: checkInteger(owner, 'killGraceMs', killGraceMs),
    onPruned: onPruned === undefined ? undefined : checkFunction(owner, 'onPruned', onPruned),
    ...checkCollectorOptions(owner, { ...collector, ...(events !== undefined && { events }) }),
    newCollector: async () => (spill ? { ...collector, spill: await orFailing(() => spill()) } : collector),
  };
}

/** That the output cannot be kept is no reason not to run. */
async function orFailing(make: () => Spill | PromiseLike<Spill>): Promise<Spill> {
  try {
    return await make();
  } catch (reason) {
    return { write: () => Promise.reject(reason) };
  }
}

/** @throws {TypeError | RangeError} If something is of the wrong kind or value; nothing is started then. */
export function checkExec(command: string | readonly string[], options: ExecOptions | undefined): CheckedExec {
  const owner = 'Cannot exec';
  const given = checkOptions(owner, options);
  const { env = process.env, tty = false, cols = 80, rows = 24, stdin = false } = given;
  return {
    start: {
      argv: checkCommand(owner, command),
      cwd: checkFolder(owner, given.cwd),
      env: checkEnv(owner, env),
      tty: checkBoolean(owner, 'tty', tty),
      hasInput: checkBoolean(owner, 'stdin', stdin),
      ...checkCells(owner, cols, rows),
    },
    window: windowOf(owner, given, DEFAULT_EXEC_YIELD_MS, clampYieldTime),
  };
}

/** @throws {TypeError | RangeError} If something is of the wrong kind or value; nothing is written then. */
export function checkWrite(chars: string, options: WriteOptions | undefined) {
  const owner = 'Cannot write';
  const given = checkOptions(owner, options);
  if (typeof chars !== 'string') throw new TypeError(`${owner}: chars must be a string, got ${show(chars)}`);
  const endInput = checkBoolean(owner, 'endInput', given.endInput ?? false);
  const inputEmpty = chars === '' && !endInput;
  const grant = (yieldTimeMs: number) => resolveWriteYieldTime({ yieldTimeMs, inputEmpty });
  return { endInput, inputEmpty, window: windowOf(owner, given, DEFAULT_WRITE_YIELD_MS, grant) };
}

/** The window behind the end of a program. @throws {TypeError | RangeError} If something is of the wrong kind or value. */
export function lastWindow(options?: LastOutputOptions): WindowOptions {
  const { maxOutputTokens, truncate } = checkOptions('Cannot terminate', options);
  const given = { ...(maxOutputTokens !== undefined && { maxOutputTokens }), ...(truncate && { truncate }) };
  return windowOf('Cannot terminate', given, LAST_MS, (ms) => ms);
}

export function checkCells(owner: string, cols: number, rows: number) {
  for (const [name, value] of Object.entries({ cols, rows })) {
    if (checkInteger(owner, name, value, 1) > MOST_CELLS) {
      throw new RangeError(`${owner}: ${name} must be at most ${MOST_CELLS}, got ${value}`);
    }
  }
  return { cols, rows };
}

/** Looks at all of it, so that what is wrong shows before anything is started or written. */
function windowOf(
  owner: string,
  { yieldTimeMs, maxOutputTokens, deadlineMs, idleMs, truncate, signal }: ExecWindowOptions,
  defaultMs: number,
  grant: (ms: number) => number,
): WindowOptions {
  const wished = checkNumber(owner, 'yieldTimeMs', yieldTimeMs ?? defaultMs, -Infinity, Infinity);
  const given = { deadlineMs, idleMs, truncate, signal };
  const window = {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WindowOptions),
    yieldTimeMs: grant(wished),
    maxOutputTokens: maxOutputTokens === undefined ? DEFAULT_MAX_OUTPUT_TOKENS : maxOutputTokens,
  };
  checkWindowOptions(owner, window, systemClock);
  return window;
}

function checkCommand(owner: string, command: string | readonly string[]): [string, ...string[]] {
  if (typeof command === 'string' && command !== '') return shellOf(checkNoNul(owner, 'command', command));
  const isArray = Array.isArray(command);
  if (!isArray && typeof command !== 'string') {
    throw new TypeError(`${owner}: command must be a string or an array of strings, got ${show(command)}`);
  }
  const [file, ...args] = command as readonly unknown[];
  for (const word of isArray ? command : []) {
    if (typeof word !== 'string') throw new TypeError(`${owner}: command must be of strings, got ${show(word)} in it`);
    checkNoNul(owner, 'command', word);
  }
  if (!file) throw new RangeError(`${owner}: command must name a program, got ${isArray ? 'none' : '""'}`);
  return [file, ...args] as [string, ...string[]];
}

/** Own variables as strings, the same on pipes and on a terminal; those that are undefined are left out. */
function checkEnv(owner: string, env: unknown): Record<string, string> {
  if (typeof env !== 'object' || env === null) {
    throw new TypeError(`${owner}: env must be an object, got ${show(env)}`);
  }
  const given = Object.entries(env).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => {
    if (typeof value === 'symbol') throw new TypeError(`${owner}: env.${name} must be a string, got ${show(value)}`);
    return [checkNoNul(owner, 'env', name), checkNoNul(owner, `env.${name}`, `${value}`)] as const;
  });
  return Object.fromEntries(pairs);
}

/** A string of the system ends there: what is behind it would be lost in silence. */
function checkNoNul(owner: string, name: string, text: string): string {
  if (text.includes('\0')) throw new RangeError(`${owner}: ${name} must not contain NUL, got ${show(text)}`);
  return text;
}

/** The command as the platform's shell takes it. */
export function shellOf(command: string): [string, ...string[]] {
  if (process.platform === 'win32') return [process.env.ComSpec ?? 'cmd.exe', '/d', '/s', '/c', command];
  return ['/bin/sh', '-c', command];
}

/** A folder that is not there would be told as a program that is not there. */
function checkFolder(owner: string, cwd: unknown): string {
  if (cwd === undefined) return process.cwd();
  if (typeof cwd !== 'string') throw new TypeError(`${owner}: cwd must be a string, got ${show(cwd)}`);
  checkNoNul(owner, 'cwd', cwd);
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new RangeError(`${owner}: cwd must be a folder, got ${show(cwd)}`);
  }
  return resolve(cwd);
}
