import { checkMethods } from '../options.js';

/** Where windows get their time from: the system's, or a test's own. */
export interface Clock {
  /** Milliseconds; only differences count. */
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

/** Monotonic where the platform has it: a change of the wall clock moves no deadline. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (fn, ms) => setTimeout(fn, ms),
  clearTimeout: (id) => clearTimeout(id as number),
};

/** @throws {TypeError} If it is no clock. */
export function checkClock(owner: string, clock: Clock): Clock {
  return checkMethods(owner, 'clock', clock, ['now', 'setTimeout', 'clearTimeout']);
}

/** Longer delays overflow the timers of the platforms and would fire at once. */
export const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * Lets everything run that is due: timers, I/O, other tasks. Promises alone never give these a turn, so a source that is
 * always ready would shut them out.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const immediate = (globalThis as { setImmediate?: (fn: () => void) => unknown }).setImmediate;
    if (typeof immediate === 'function') immediate(resolve);
    else if (typeof MessageChannel === 'function') postTurn(resolve);
    else setTimeout(resolve, 0);
  });
}

/** A message is a task without the delay that browsers give to nested timers. */
function postTurn(resolve: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(undefined);
}
