import { createHash } from 'node:crypto';
import { readlinkSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isGone, newProcessId, pidOf } from './process-id.js';

/** A lock that is held for one batch of writes comes free within milliseconds; before that a timer is too slow. */
const TRIES_AT_ONCE = 3;
const LONGEST_PAUSE_MS = 4;

/**
 * A lock between processes: a symbolic link that names its holder, which is made and read in one step each. One whose
 * holder is gone is taken away.
 *
 * The calls are synchronous: each takes microseconds, where a turn of the thread pool can take a millisecond while others
 * wait for the lock.
 */
export class LockFile {
  readonly #path: string;
  readonly #timeoutMs: number;

  constructor(path: string, timeoutMs: number) {
    this.#path = path;
    this.#timeoutMs = timeoutMs;
  }

  /** Waits until it is ours. @throws The platform's error if there can be no lock, and one that names the holder in the end. */
  async acquire(): Promise<void> {
    const until = performance.now() + this.#timeoutMs;
    let before: string | undefined;
    for (let tries = 0; !claim(this.#path); tries++) {
      const holder = holderOf(this.#path);
      if (holder !== undefined && holder === before && isGone(holder)) {
        removeLeft(this.#path, holder);
        continue;
      }
      if (performance.now() > until) {
        throw new Error(`${nameOf(holder)} holds ${this.#path} for more than ${this.#timeoutMs} ms`);
      }
      before = holder;
      if (tries < TRIES_AT_ONCE) await setImmediate();
      else await setTimeout(1 + Math.random() * (LONGEST_PAUSE_MS - 1));
    }
  }

  /** Somebody may have removed it: what was done under it is done all the same. */
  release(): void {
    rmSync(this.#path, { force: true });
  }
}

/** Makes the link; false if there is one. */
function claim(path: string): boolean {
  try {
    symlinkSync(newProcessId(), path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === 'EINVAL' ? new Error(`${path} is in the way of a lock, and is none`, { cause: error }) : error;
  }
}

function nameOf(holder: string | undefined): string {
  if (holder === undefined) return 'another process';
  const pid = pidOf(holder);
  return Number.isNaN(pid) ? JSON.stringify(holder) : `process ${pid}`;
}

/**
 * Removes a link that a process has left behind. Two that want to must not remove each other's new one, so that the right
 * to remove this very link is a lock of its own, named by what it says: whoever has it looks again, and only then acts. If
 * it was left behind as well, the same is done to it.
 */
function removeLeft(path: string, holder: string): void {
  const right = `${path}.${createHash('sha256').update(holder).digest('hex').slice(0, 16)}`;
  if (!claim(right)) {
    const other = holderOf(right);
    if (other !== undefined && isGone(other)) removeLeft(right, other);
    return;
  }
  try {
    if (holderOf(path) === holder) unlinkSync(path);
  } finally {
    unlinkSync(right);
  }
}
