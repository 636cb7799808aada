import { checkChoice, checkFunction, checkInteger, checkNumber, checkOptions, show } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import { BudgetTruncate } from '../transforms/budget-truncate.js';
import { type Clock, systemClock } from './clock.js';
import type { CollectorOptions, OperationRecorder, Spill, WindowOptions } from './types.js';

const DEFAULT_MAX_BYTES = 1024 * 1024;
/** A pipe whose writer is gone is drained within a few milliseconds; the rest is for a machine under load. */
const DEFAULT_GRACE_MS = 100;
/** For a grandchild that goes on writing to the pipe. */
const DEFAULT_GRACE_MAX_MS = 2000;

export interface CheckedCollector {
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly onChunk: CollectorOptions['onChunk'];
  readonly spill: Spill | undefined;
  readonly events: OperationRecorder | undefined;
}

export interface CheckedWindow {
  readonly yieldTimeMs: number;
  readonly deadlineMs: number;
  readonly idleMs: number;
  readonly exited: PromiseLike<unknown> | undefined;
  readonly graceMs: number;
  readonly graceMaxMs: number;
  readonly signal: AbortSignal | undefined;
  readonly returnOnAbort: boolean;
  readonly clock: Clock;
  /** A fresh truncation of the text, or of one label's. */
  truncation(): BudgetTruncate;
}

export function checkCollectorOptions(owner: string, options: CollectorOptions | undefined): CheckedCollector {
  const { maxBytes = DEFAULT_MAX_BYTES, clock = systemClock, onChunk, spill, events } = checkOptions(owner, options);
  if (onChunk !== undefined) checkFunction(owner, 'onChunk', onChunk);
  if (spill !== undefined && typeof spill?.write !== 'function') {
    throw new TypeError(`${owner}: spill must have a write method, got ${show(spill)}`);
  }
  if (events !== undefined && typeof events?.start !== 'function') {
    throw new TypeError(`${owner}: events must have a start method, got ${show(events)}`);
  }
  checkInteger(owner, 'maxBytes', maxBytes);
  return { maxBytes, clock: checkClock(owner, clock), onChunk, spill, events };
}

export function checkWindowOptions(owner: string, options: WindowOptions | undefined, ownClock: Clock): CheckedWindow {
  const window = checkOptions(owner, options);
  const { exited, graceMs = DEFAULT_GRACE_MS, graceMaxMs = DEFAULT_GRACE_MAX_MS, signal, onAbort = 'reject' } = window;
  const { clock = ownClock } = window;
  if (exited !== undefined && typeof exited?.then !== 'function') {
    throw new TypeError(`${owner}: exited must be a promise, got ${show(exited)}`);
  }
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new TypeError(`${owner}: signal must be an AbortSignal, got ${show(signal)}`);
  }
  const truncation = checkedTruncation(owner, window);
  return {
    yieldTimeMs: checkTime(owner, 'yieldTimeMs', window.yieldTimeMs),
    deadlineMs: checkTime(owner, 'deadlineMs', window.deadlineMs),
    idleMs: checkTime(owner, 'idleMs', window.idleMs),
    exited,
    graceMs: checkTime(owner, 'graceMs', graceMs),
    graceMaxMs: checkTime(owner, 'graceMaxMs', graceMaxMs),
    signal,
    returnOnAbort: checkChoice(owner, 'onAbort', onAbort, ['reject', 'return']) === 'return',
    clock: checkClock(owner, clock),
    truncation,
  };
}

function checkedTruncation(owner: string, window: WindowOptions): () => BudgetTruncate {
  const { policy, maxOutputTokens, truncate } = window;
  if (policy !== undefined && maxOutputTokens !== undefined) {
    throw new TypeError(`${owner}: maxOutputTokens stands for a policy; give one or the other`);
  }
  const limit =
    policy ??
    (typeof maxOutputTokens === 'number'
      ? TruncationPolicy.tokens(maxOutputTokens)
      : TruncationPolicy.bytes(Number.MAX_SAFE_INTEGER));
  if (maxOutputTokens !== undefined && maxOutputTokens !== null && typeof maxOutputTokens !== 'number') {
    throw new TypeError(`${owner}: maxOutputTokens must be a number or null, got ${show(maxOutputTokens)}`);
  }
  const options = { heading: true, ...checkOptions(owner, truncate) };
  const truncation = () => new BudgetTruncate(limit, options);
  // Made once for its checks, so that what is wrong shows before the source is touched.
  truncation();
  return truncation;
}

function checkTime(owner: string, name: string, ms: number | undefined): number {
  return ms === undefined ? Infinity : checkNumber(owner, name, ms, 0, Infinity);
}

function checkClock(owner: string, clock: Clock): Clock {
  for (const method of ['now', 'setTimeout', 'clearTimeout'] as const) {
    if (typeof clock?.[method] !== 'function')
      throw new TypeError(`${owner}: clock must have ${method}(), got ${show(clock)}`);
  }
  return clock;
}
