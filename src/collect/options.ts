import { checkSum, DEFAULT_KEPT_SHARE, kindsOf } from '../keep/truncate-options.js';
import { checkChoice, checkFunction, checkInteger, checkMethods, checkNumber, checkOptions, show } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import { BudgetTruncate } from '../transforms/budget-truncate.js';
import { type Clock, checkClock, systemClock } from './clock.js';
import type { CollectorOptions, OperationRecorder, Spill, WhenSlow, WindowOptions } from './types.js';

const DEFAULT_MAX_BYTES = 1024 * 1024;
/** A pipe whose writer is gone is drained within a few milliseconds; the rest is for a machine under load. */
const DEFAULT_GRACE_MS = 100;
/** For a grandchild that goes on writing to the pipe. */
const DEFAULT_GRACE_MAX_MS = 2000;

export interface CheckedCollector {
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly tap: CollectorOptions['onChunk'];
  readonly spill: Spill | undefined;
  /** None for UTF-8. */
  readonly encoding: string | undefined;
  readonly mask: CollectorOptions['mask'];
  readonly through: CollectorOptions['through'];
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
  /** Labels that a part of the budget is kept for. */
  readonly sharedLabels: ReadonlySet<string>;
  /** A fresh truncation of one label's text, or of the merged one, if it is told whose line begins at a byte. */
  truncation(ownerOf?: (startBytes: number) => string | undefined): BudgetTruncate;
}

export function checkCollectorOptions(owner: string, options: CollectorOptions | undefined): CheckedCollector {
  const checked = checkOptions(owner, options);
  const { maxBytes = DEFAULT_MAX_BYTES, clock = systemClock, onChunk, spill, mask, through, events } = checked;
  if (spill !== undefined) checkMethods(owner, 'spill', spill, ['write']);
  if (events !== undefined) checkMethods(owner, 'events', events, ['start']);
  checkWhenSlow(owner, 'spill', spill);
  // Both are tried once, so that what is wrong shows before the source is touched.
  if (mask !== undefined) checkStage(owner, 'mask', checkFunction(owner, 'mask', mask)());
  const stages = through === undefined ? [] : checkFunction(owner, 'through', through)();
  if (!Array.isArray(stages)) throw new TypeError(`${owner}: through must make an array, got ${show(stages)}`);
  for (const stage of stages) checkStage(owner, 'through', stage);
  checkInteger(owner, 'maxBytes', maxBytes);
  return {
    maxBytes,
    clock: checkClock(owner, clock),
    tap: checkedTap(owner, onChunk),
    spill,
    encoding: checkEncoding(owner, checked.encoding),
    mask,
    through,
    events,
  };
}

function checkedTap(owner: string, tap: CollectorOptions['onChunk']): CollectorOptions['onChunk'] {
  if (tap === undefined || typeof tap === 'function') return tap;
  if (typeof tap?.write !== 'function') {
    throw new TypeError(`${owner}: onChunk must be a function, or have a write method, got ${show(tap)}`);
  }
  checkWhenSlow(owner, 'onChunk', tap);
  return tap;
}

function checkWhenSlow(owner: string, name: string, slow: { whenSlow?: WhenSlow } | undefined): void {
  checkChoice(owner, `${name}.whenSlow`, slow?.whenSlow ?? 'wait', ['wait', 'drop']);
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
  const shares = checkedShares(owner, window.shares);
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
    sharedLabels: new Set(shares.keys()),
    truncation: checkedTruncation(owner, window, shares),
  };
}

function checkedTruncation(
  owner: string,
  window: WindowOptions,
  shares: ReadonlyMap<string, number>,
): CheckedWindow['truncation'] {
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
  const options = { heading: true, wholeSequences: true, ...checkOptions(owner, truncate) };
  // Made once for its checks, so that what is wrong shows before the source is touched.
  new BudgetTruncate(limit, options);
  if (shares.size === 0) return () => new BudgetTruncate(limit, options);
  const kinds = kindsOf(options.keepLines);
  const parts = [...shares.values(), ...kinds.map(({ share = DEFAULT_KEPT_SHARE }) => share)];
  checkSum(`${owner}: shares, with those of truncate.keepLines,`, parts);
  return (ownerOf) => {
    if (!ownerOf) return new BudgetTruncate(limit, options);
    const labels = [...shares].map(([label, share]) => {
      return { test: (_: string, startBytes: number) => ownerOf(startBytes) === label, share };
    });
    return new BudgetTruncate(limit, { ...options, keepLines: [...labels, ...kinds] });
  };
}

function checkedShares(owner: string, shares: WindowOptions['shares']): ReadonlyMap<string, number> {
  const parts = Object.entries(checkOptions(`${owner}: shares`, shares)) as [string, unknown][];
  const checked = new Map(parts.map(([label, part]) => [label, checkNumber(owner, `shares.${label}`, part, 0, 1)]));
  checkSum(`${owner}: shares`, [...checked.values()]);
  return checked;
}

function checkEncoding(owner: string, label: unknown): string | undefined {
  if (label === undefined) return undefined;
  if (typeof label !== 'string') throw new TypeError(`${owner}: encoding must be a string, got ${show(label)}`);
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'utf-8' ? undefined : encoding;
  } catch (cause) {
    throw new RangeError(`${owner}: encoding must be one that the platform decodes, got ${show(label)}`, { cause });
  }
}

function checkStage(owner: string, name: string, stage: unknown): void {
  const { push, flush } = (stage ?? {}) as Partial<Record<'push' | 'flush', unknown>>;
  if (typeof push === 'function' && typeof flush === 'function') return;
  throw new TypeError(`${owner}: ${name} must make what has push() and flush(), got ${show(stage)}`);
}

function checkTime(owner: string, name: string, ms: number | undefined): number {
  return ms === undefined ? Infinity : checkNumber(owner, name, ms, 0, Infinity);
}
