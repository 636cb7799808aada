import { show } from '../options.js';

/** The limits of both originals' tools: short enough for a person who waits, long enough to save calls. */
const MIN_YIELD_TIME_MS = 250;
const MAX_YIELD_TIME_MS = 30_000;
/** A write of nothing is a poll: polling faster only costs the caller's turns. */
const MIN_POLL_TIME_MS = 5_000;

/**
 * The yield time that a tool grants: from 250 to 30,000 ms.
 * @throws {TypeError} If it is no number. @throws {RangeError} If it is NaN.
 * @example
 * [clampYieldTime(0), clampYieldTime(1000), clampYieldTime(1e9)]; // [ 250, 1000, 30000 ]
 */
export function clampYieldTime(yieldTimeMs: number): number {
  return clamp('clampYieldTime', yieldTimeMs, MIN_YIELD_TIME_MS);
}

/**
 * The yield time of a write to a process: as {@link clampYieldTime}, but at least 5,000 ms when nothing is written.
 * @throws {TypeError} If a value is of the wrong kind. @throws {RangeError} If the time is NaN.
 * @example
 * resolveWriteYieldTime({ yieldTimeMs: 250, inputEmpty: true }); // 5000
 */
export function resolveWriteYieldTime(write: { yieldTimeMs: number; inputEmpty: boolean }): number {
  const owner = 'resolveWriteYieldTime';
  if (typeof write?.inputEmpty !== 'boolean') {
    throw new TypeError(`${owner}: inputEmpty must be true or false, got ${show(write?.inputEmpty)}`);
  }
  return clamp(owner, write.yieldTimeMs, write.inputEmpty ? MIN_POLL_TIME_MS : MIN_YIELD_TIME_MS);
}

function clamp(owner: string, ms: number, min: number): number {
  if (typeof ms !== 'number') throw new TypeError(`${owner}: yieldTimeMs must be a number, got ${show(ms)}`);
  if (Number.isNaN(ms)) throw new RangeError(`${owner}: yieldTimeMs must not be NaN`);
  return Math.min(MAX_YIELD_TIME_MS, Math.max(min, ms));
}
