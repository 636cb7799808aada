import { rename } from 'node:fs/promises';
import { checkInteger, checkOptions } from '../options.js';

/** When a file is put aside, as `path.1`, and a new one begun. Those before it are `path.2` and so on. */
export interface RotateOptions {
  /** Before the file would have more bytes than this. A record that is larger has a file of its own. */
  maxBytes?: number;
  /** When the last record is of an earlier period of so many milliseconds; periods are counted from 1970 in UTC. */
  everyMs?: number;
  /** How many are put aside at most, 10 unless given; the oldest goes. */
  keepFiles?: number;
}

const DEFAULT_KEEP_FILES = 10;

export class Rotation {
  readonly #maxBytes: number;
  readonly #everyMs: number;
  readonly #keepFiles: number;

  /** @throws {TypeError | RangeError} If an option is of the wrong kind or value. */
  constructor(owner: string, options: RotateOptions) {
    const { maxBytes, everyMs, keepFiles = DEFAULT_KEEP_FILES } = checkOptions(`${owner}: rotate`, options);
    this.#maxBytes = maxBytes === undefined ? Infinity : checkInteger(owner, 'rotate.maxBytes', maxBytes, 1);
    this.#everyMs = everyMs === undefined ? Infinity : checkInteger(owner, 'rotate.everyMs', everyMs, 1);
    this.#keepFiles = checkInteger(owner, 'rotate.keepFiles', keepFiles, 1);
  }

  /** Whether a new file is begun before so many bytes are appended to one of this size and age. */
  isDue(file: { readonly size: number; readonly modifiedMs: number }, bytes: number, nowMs: number): boolean {
    if (file.size === 0) return false;
    const period = (ms: number) => Math.floor(ms / this.#everyMs);
    return file.size + bytes > this.#maxBytes || period(file.modifiedMs) < period(nowMs);
  }

  async putAside(path: string): Promise<void> {
    for (let n = this.#keepFiles - 1; n > 0; n--) await renameIfThere(`${path}.${n}`, `${path}.${n + 1}`);
    await renameIfThere(path, `${path}.1`);
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
