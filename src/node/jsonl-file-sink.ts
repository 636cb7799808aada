import { Backlog } from '../events/backlog.js';
import type { SessionEvent } from '../events/event.js';
import { eventToJsonLine } from '../events/event-line.js';
import { BaseSink, type SinkOptions } from '../events/sink.js';
import { Turns } from '../events/turns.js';
import { checkBoolean, checkInteger, checkMethods, checkOptions, show } from '../options.js';
import { JsonlFile } from './jsonl-file.js';
import { LockFile } from './lock-file.js';
import { type RotateOptions, Rotation } from './rotation.js';

/** How a file of events is kept. */
export interface JsonlFileSinkOptions extends SinkOptions {
  /** Whether a record is on the disk, and not only with the system, before it counts as written; false unless given. */
  fsync?: boolean;
  rotate?: RotateOptions;
  /** Permissions of a file that is made; 0o600, for its owner alone, unless given. The umask is taken off. */
  fileMode?: number;
  /** How long another process may hold the lock; 10,000 unless given. */
  lockTimeoutMs?: number;
  /** Bytes of records that could not be written and wait for the next time; 16 MiB unless given. */
  maxBacklogBytes?: number;
  /** Gives milliseconds since 1970, for `rotate.everyMs`. */
  clock?: { now(): number };
}

const DEFAULT_LOCK_TIMEOUT_MS = 10_000;
const DEFAULT_BACKLOG_BYTES = 16 * 1024 * 1024;

/** Of a folder that cannot be written to: then the file is appended to without a lock, which is safe but for healing. */
const NO_LOCK = ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Appends each event to a file, as one line and with one write. Any number of sinks and processes may write to one file:
 * a lock (`path.lock`, a symbolic link) is held for each batch, and that of a process that is gone is taken away. A line
 * that a crash has cut short is taken off before the next is appended; if the file is moved or deleted, a new one is made.
 *
 * A record that was acknowledged survives the end of the process, and with `fsync` that of the system. One that cannot be
 * written rejects, and waits, within `maxBacklogBytes`, to be written before the next one; it is taken back whole, so that
 * no part of it stays in the file. What is no file, such as a FIFO, is written to without lock and rotation, never waiting for a reader.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-')), 'events.jsonl');
 * const instrumentation = new Instrumentation({ sinks: [new JsonlFileSink(file)] });
 * await instrumentation.emit(createSessionEvents({ sessionId: 's1' }).start('exec', { argv: ['ls'] }));
 * await instrumentation.close();
 * const { op, data } = parseSessionEvent(JSON.parse(fs.readFileSync(file, 'utf8')));
 * [op, data]; // [ 'exec', { argv: [ 'ls' ] } ]
 */
export class JsonlFileSink extends BaseSink {
  readonly path: string;
  readonly #file: JsonlFile;
  readonly #lock: LockFile;
  readonly #rotation: Rotation | undefined;
  readonly #fsync: boolean;
  readonly #now: () => number;
  readonly #backlog: Backlog<Uint8Array>;
  readonly #turns = new Turns();
  #lostRecords = 0;

  constructor(path: string, options?: JsonlFileSinkOptions) {
    const owner = 'Cannot create JsonlFileSink';
    super(owner, options);
    if (typeof path !== 'string') throw new TypeError(`${owner}: path must be a string, got ${show(path)}`);
    const { fsync = false, rotate, fileMode = 0o600, clock = Date, ...limits } = checkOptions(owner, options);
    const { lockTimeoutMs = DEFAULT_LOCK_TIMEOUT_MS, maxBacklogBytes = DEFAULT_BACKLOG_BYTES } = limits;
    this.path = path;
    this.#file = new JsonlFile(path, checkInteger(owner, 'fileMode', fileMode));
    this.#lock = new LockFile(`${path}.lock`, checkInteger(owner, 'lockTimeoutMs', lockTimeoutMs));
    this.#rotation = rotate === undefined ? undefined : new Rotation(owner, rotate);
    this.#fsync = checkBoolean(owner, 'fsync', fsync);
    checkMethods(owner, 'clock', clock, ['now']);
    this.#now = () => clock.now();
    checkInteger(owner, 'maxBacklogBytes', maxBacklogBytes);
    this.#backlog = new Backlog(maxBacklogBytes, (line) => line.length);
  }

  /** Records that could not be written and wait. */
  get waitingRecords(): number {
    return this.#backlog.items.length;
  }

  /** Records that could not be written, and for which there was no more room. */
  get lostRecords(): number {
    return this.#lostRecords;
  }

  /** Bytes of lines that were cut short by a crash, and were taken off. */
  get tornBytes(): number {
    return this.#file.tornBytes;
  }

  /** Opens the file now, and not at the first event. Rejects with the platform's error. */
  async open(): Promise<void> {
    await this.#turns.take(() => this.#file.open());
  }

  override handle(event: SessionEvent): Promise<void> {
    return this.handleAll([event]);
  }

  async handleAll(events: readonly SessionEvent[]): Promise<void> {
    const lines = events.map((event) => Buffer.from(eventToJsonLine(event)));
    await this.#turns.take(() => {
      for (const line of lines) this.#lostRecords += this.#backlog.add(line).length;
      return this.#writeAll();
    });
  }

  /** Tries once more to write what waits. */
  async flush(): Promise<void> {
    await this.#turns.take(() => this.#writeAll());
  }

  /** What still waits then is lost; each of these records has rejected before. */
  async close(): Promise<void> {
    await this.#turns.take(async () => {
      await this.#writeAll().catch(() => {});
      while (this.#backlog.shift()) this.#lostRecords++;
      await this.#file.close();
    });
  }

  async #writeAll(): Promise<void> {
    if (this.#backlog.items.length === 0) return;
    let isNew = this.#file.isOpen ? false : await this.#file.open();
    const isLocked = this.#file.isRegular && (await this.#tryLock());
    try {
      // Somebody may have deleted the file or put it aside, up to the moment when we had the lock.
      if (this.#file.isRegular) isNew = (await this.#file.open()) || isNew;
      await this.#file.heal(isLocked);
      for (let line = this.#backlog.items[0]; line; line = this.#backlog.items[0]) {
        if (isLocked && this.#rotation?.isDue(this.#file, line.length, this.#now())) {
          await this.#rotation.putAside(this.path);
          isNew = await this.#file.open();
        }
        await this.#file.append(line, isLocked);
        this.#backlog.shift();
      }
      if (this.#fsync && this.#file.isRegular) await this.#file.sync(isNew);
    } finally {
      if (isLocked) this.#lock.release();
    }
  }

  async #tryLock(): Promise<boolean> {
    try {
      await this.#lock.acquire();
      return true;
    } catch (error) {
      if (NO_LOCK.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }
}
