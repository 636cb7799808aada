import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkInteger, checkNumber, checkOptions, show } from '../options.js';
import { SpillHandleError } from './errors.js';
import { type ReadPageOptions, readPage, type SpillPage } from './read-page.js';
import { DEFAULT_SPILL_BYTES, SpillFile, type SpillFileOptions } from './spill-file.js';

/** How much output a folder keeps, and how long. */
export interface SpillDirectoryOptions extends SpillFileOptions {
  /** Bytes of all its files at most: the oldest make room for a new one; 1 GiB unless given, at least `maxBytes`. */
  maxTotalBytes?: number;
  /** How long after its last write a file is kept; 24 hours unless given. */
  maxAgeMs?: number;
  /** Gives milliseconds since 1970. */
  clock?: { now(): number };
}

const DEFAULT_TOTAL_BYTES = 1024 ** 3;
const DEFAULT_AGE_MS = 24 * 60 * 60 * 1000;
const FOR_ITS_OWNER = 0o700;
/** For whom it is not ours to write to. */
const OTHERS_MAY_WRITE = 0o022;

/** A file of ours; nothing else in the folder is touched. */
const NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.output$/;

/**
 * A folder of output files, made for its owner alone, whose names nobody can guess. Before each new file those that are too
 * old go, and the oldest ones until there is room for it to grow to its limit. Files that this object has made and that
 * are still written stay, whatever the limits say. Several processes may share a folder.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-'));
 * const directory = new SpillDirectory(folder, { maxBytes: 1_000_000 });
 * const spill = await directory.create();
 * await collect('one\ntwo\n', { spill });
 * (await directory.readPage(spill.handle, { grep: 'two' })).text; // '4:two\n'
 */
export class SpillDirectory {
  readonly path: string;
  readonly #maxBytes: number;
  readonly #maxTotalBytes: number;
  readonly #maxAgeMs: number;
  readonly #now: () => number;
  #written = new Set<SpillFile>();

  constructor(path: string, options?: SpillDirectoryOptions) {
    const owner = 'Cannot create SpillDirectory';
    if (typeof path !== 'string') throw new TypeError(`${owner}: path must be a string, got ${show(path)}`);
    const { maxBytes = DEFAULT_SPILL_BYTES, maxTotalBytes, maxAgeMs, clock = Date } = checkOptions(owner, options);
    this.path = resolve(path);
    this.#maxBytes = new SpillFile(path, { maxBytes }).maxBytes;
    this.#maxTotalBytes = checkInteger(
      owner,
      'maxTotalBytes',
      maxTotalBytes ?? Math.max(DEFAULT_TOTAL_BYTES, maxBytes),
      maxBytes,
    );
    this.#maxAgeMs = checkNumber(owner, 'maxAgeMs', maxAgeMs ?? DEFAULT_AGE_MS, 0, Infinity);
    this.#now = () => clock.now();
  }

  /**
   * A new file; it is on the disk from its first write on.
   * @throws The platform's error if the folder cannot be made or read; an `Error` if it is another user's, or others may
   * write to it.
   */
  async create(): Promise<SpillFile> {
    await mkdir(this.path, { recursive: true, mode: FOR_ITS_OWNER });
    const { mode, uid } = await lstat(this.path);
    // In a folder for all users' temporary files somebody else may have been first.
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_MAY_WRITE) === 0);
    if (!isOurs) throw new Error(`Cannot keep output in ${show(this.path)}: others may write to it`);
    const spill = new SpillFile(join(this.path, `${randomUUID()}.output`), { maxBytes: this.#maxBytes });
    this.#written.add(spill);
    await this.prune();
    return spill;
  }

  /** Removes what is too old, and the oldest files past the limit. Gives how many bytes went. */
  async prune(): Promise<number> {
    this.#written = new Set([...this.#written].filter(({ isOver }) => !isOver));
    const growing = new Set([...this.#written].map(({ handle }) => handle));
    const files = (await this.#files()).filter(({ path }) => !growing.has(path));
    const oldest = this.#now() - this.#maxAgeMs;
    let total = files.reduce((sum, { size }) => sum + size, growing.size * this.#maxBytes);
    let removedBytes = 0;
    for (const { path, size, mtimeMs } of files) {
      if (mtimeMs >= oldest && total <= this.#maxTotalBytes) break;
      await rm(path, { force: true });
      total -= size;
      removedBytes += size;
    }
    return removedBytes;
  }

  /** As {@link readPage}, for files of this folder alone. @throws {SpillHandleError} For any other. */
  async readPage(handle: string, options?: ReadPageOptions): Promise<SpillPage> {
    const name = typeof handle === 'string' && dirname(handle) === this.path ? handle.slice(this.path.length + 1) : '';
    if (typeof handle === 'string' && !NAME.test(name)) throw new SpillHandleError(handle, 'it is not kept here');
    return readPage(handle, options);
  }

  /** The oldest first. */
  async #files() {
    const paths = (await readdir(this.path)).filter((name) => NAME.test(name)).map((name) => join(this.path, name));
    // Another process may remove one meanwhile.
    const found = await Promise.all(
      paths.map((path) =>
        lstat(path).then(
          (stat) => [{ path, stat }],
          () => [],
        ),
      ),
    );
    const files = found.flat().map(({ path, stat: { size, mtimeMs } }) => ({ path, size, mtimeMs }));
    return files.sort((a, b) => a.mtimeMs - b.mtimeMs);
  }
}
