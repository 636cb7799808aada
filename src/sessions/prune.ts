import { checkInteger, show } from '../options.js';

/** How many of the sessions that were used last are never ended to make room. */
export const PROTECTED_SESSIONS = 8;

/** What decides about a session. `lastUsed` only has to grow with each use. */
export interface SessionMeta {
  readonly id: number;
  readonly lastUsed: number;
  readonly exited: boolean;
}

/**
 * The session that goes when room is needed: the least recently used one that has exited, else the least recently used
 * one; `null` if there are no more than the `protectRecent` most recent ones, which are safe. Equal times keep the order
 * of the list.
 * @throws {TypeError | RangeError} If `protectRecent` is no integer >= 0, or the list is none.
 * @example
 * const meta = Array.from({ length: 9 }, (_, n) => ({ id: 1000 + n, lastUsed: n, exited: false }));
 * sessionToPrune(meta); // 1000
 * sessionToPrune(meta.slice(1)); // null
 */
export function sessionToPrune(meta: readonly SessionMeta[], protectRecent = PROTECTED_SESSIONS): number | null {
  if (!Array.isArray(meta)) throw new TypeError(`sessionToPrune: meta must be an array, got ${show(meta)}`);
  checkInteger('sessionToPrune', 'protectRecent', protectRecent);
  const recent = [...meta].sort((a, b) => b.lastUsed - a.lastUsed).slice(0, protectRecent);
  const isSafe = new Set(recent.map(({ id }) => id));
  const others = meta.filter(({ id }) => !isSafe.has(id)).sort((a, b) => a.lastUsed - b.lastUsed);
  return (others.find(({ exited }) => exited) ?? others[0])?.id ?? null;
}
