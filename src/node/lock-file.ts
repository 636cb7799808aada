import { createHash } from 'node:crypto';
import { readlink, symlink, unlink } from 'node:fs/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isGone, newProcessId, pidOf } from './process-id.js';

/** A lock that is held for one batch of writes comes free within milliseconds; before that a timer is too slow. */
const TRIES_AT_ONCE = 3;
const LONGEST_PAUSE_MS = 4;

/**
 * A lock between processes: a symbolic link that names its holder, which is made and read in one step each. One whose
 * holder is gone is taken away.
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
    for (let tries = 0; !(await claim(this.#path)); tries++) {
      const holder = await holderOf(this.#path);
      if (holder !== undefined && holder === before && isGone(holder)) {
        await removeLeft(this.#path, holder);
        continue;
      }
      if (performance.now() > until) {
        throw new Error(`process ${pidOf(holder ?? '')} holds ${this.#path} for more than ${this.#timeoutMs} ms`);
      }
      before = holder;
      if (tries < TRIES_AT_ONCE) await setImmediate();
      else await setTimeout(1 + Math.random() * (LONGEST_PAUSE_MS - 1));
    }
  }

  async release(): Promise<void> {
    await unlink(this.#path);
  }
}

/** Makes the link; false if there is one. */
async function claim(path: string): Promise<boolean> {
  try {
    await symlink(newProcessId(), path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderOf(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes a link that a process has left behind. Two that want to must not remove each other's new one, so that the right
 * to remove this very link is a lock of its own, named by what it says: whoever has it looks again, and only then acts. If
 * it was left behind as well, the same is done to it.
 */
async function removeLeft(path: string, holder: string): Promise<void> {
  const right = `${path}.${createHash('sha256').update(holder).digest('hex').slice(0, 16)}`;
  if (!(await claim(right))) {
    const other = await holderOf(right);
    if (other !== undefined && isGone(other)) await removeLeft(right, other);
    return;
  }
  try {
    if ((await holderOf(path)) === holder) await unlink(path);
  } finally {
    await unlink(right);
  }
}
