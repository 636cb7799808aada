import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { copyBytes, isBytes } from '../bytes.js';
import type { Spill } from '../collect/types.js';
import { Turns } from '../events/turns.js';
import { checkInteger, checkOptions, show } from '../options.js';
import { rotate, writeAll } from './spill-bytes.js';
import { formatNote, NOTE_BYTES, noteStart, type SpillNote, type SpillState, spillTag } from './spill-note.js';

/** How much of an output is kept on disk. */
export interface SpillFileOptions {
  /** Bytes of the file at most, at any moment; 64 MiB unless given, at least 1,024. */
  maxBytes?: number;
}

export const DEFAULT_SPILL_BYTES = 64 * 1024 * 1024;
const LEAST_BYTES = 1024;

/** Never what is there already: in a folder that others write to it may be a link of theirs. */
const NEW_FILE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
const FOR_ITS_OWNER = 0o600;

/**
 * The whole of an output in a file, as it came; past `maxBytes` its beginning and its end, with a note in place of the
 * middle that says which bytes are missing. {@link readPage} reads it, also while it is written. As `spill` of `collect`
 * it gets what is masked.
 *
 * The file is made by the first write, for its owner alone, and must not be there before. Past the limit the end is a ring,
 * put in order by `close`. Holds one chunk for each write that is not awaited, and two blocks of 64 KiB at `close`.
 *
 * A failure, such as a full disk, rejects the write that met it, and nothing is written after it but a note, at `close`,
 * that takes the place of the last bytes; all that is lost is counted.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const spill = new SpillFile(path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-')), 'output.log'));
 * const { text } = await collect('one\ntwo\nthree\n'.repeat(1000), { maxOutputTokens: 10, spill });
 * text; // 'one\ntw…3497 tokens truncated…\nthree\n'
 * (await readPage(spill.handle, { from: 8, lines: 2 })).text; // 'three\none\n'
 */
export class SpillFile implements Spill {
  /** What {@link readPage} takes: the absolute path. */
  readonly handle: string;
  readonly maxBytes: number;
  readonly #tag: string;
  #noteAt: number;
  #file: FileHandle | undefined;
  /** What is written, up to this byte of the output, but for the omitted bytes. */
  #writtenBytes = 0;
  #omittedEnd: number;
  #lostBytes = 0;
  #failed = false;
  #isClosed = false;
  readonly #turns = new Turns();

  constructor(path: string, options?: SpillFileOptions) {
    const owner = 'Cannot create SpillFile';
    if (typeof path !== 'string') throw new TypeError(`${owner}: path must be a string, got ${show(path)}`);
    const { maxBytes = DEFAULT_SPILL_BYTES } = checkOptions(owner, options);
    this.maxBytes = checkInteger(owner, 'maxBytes', maxBytes, LEAST_BYTES);
    this.handle = resolve(path);
    this.#tag = spillTag(this.handle);
    this.#noteAt = noteStart(maxBytes);
    this.#omittedEnd = this.#noteAt;
  }

  /** Bytes that were given and are not in the file, those included that could not be written. */
  get omittedBytes(): number {
    return this.#omittedEnd - this.#noteAt + this.#lostBytes;
  }

  /** Bytes that were written to the end, kept and omitted, and those that could not be. */
  get totalBytes(): number {
    return this.#writtenBytes + this.#lostBytes;
  }

  /** True once a write has failed, and after `close`: what is written then is lost. */
  get isOver(): boolean {
    return this.#failed || this.#isClosed;
  }

  /**
   * Settles when it is in the file, one after the other. Rejects with the platform's error, once; what comes then is
   * counted alone.
   * @throws {TypeError} If the chunk is not bytes.
   */
  write(chunk: Uint8Array): Promise<void> {
    if (!isBytes(chunk))
      throw new TypeError(`Cannot write to SpillFile: a chunk must be a Uint8Array, got ${show(chunk)}`);
    const bytes = copyBytes(chunk);
    return this.#turns.take(() => this.#put(bytes));
  }

  /** Puts the file in order and closes it. Rejects with the platform's error, once. */
  close(): Promise<void> {
    return this.#turns.take(() => this.#finish());
  }

  async #put(bytes: Uint8Array): Promise<void> {
    const before = this.#writtenBytes;
    try {
      if (this.isOver) return;
      this.#file ??= await open(this.handle, NEW_FILE, FOR_ITS_OWNER);
      const room = Math.max(0, this.maxBytes - this.#writtenBytes);
      await this.#append(this.#file, bytes.subarray(0, room));
      if (bytes.length > room) await this.#roll(this.#file, bytes.subarray(room));
    } catch (error) {
      this.#failed = true;
      this.#omittedEnd = Math.max(this.#noteAt, Math.min(this.#omittedEnd, this.#writtenBytes));
      throw error;
    } finally {
      this.#lostBytes += bytes.length - (this.#writtenBytes - before);
    }
  }

  #append(file: FileHandle, bytes: Uint8Array): Promise<void> {
    return writeAll(file, bytes, this.#writtenBytes, (count) => {
      this.#writtenBytes += count;
    });
  }

  /** Writes over the oldest bytes of the ring, which the note gives up first: a reader never takes new ones for them. */
  async #roll(file: FileHandle, bytes: Uint8Array): Promise<void> {
    const end = this.#writtenBytes + bytes.length;
    this.#omittedEnd = Math.max(this.#ringStart, end - this.#ringBytes);
    await this.#writeNote(file, 'open');
    const kept = bytes.subarray(Math.max(0, bytes.length - this.#ringBytes));
    const at = this.#offsetOf(end - kept.length);
    const first = kept.subarray(0, this.maxBytes - at);
    await writeAll(file, first, at);
    await writeAll(file, kept.subarray(first.length), this.#ringStart);
    this.#writtenBytes = end;
    await this.#writeNote(file, 'open');
  }

  async #finish(): Promise<void> {
    const file = this.#file;
    this.#isClosed = true;
    this.#file = undefined;
    if (!file) return;
    try {
      if (!this.#failed && this.#omittedEnd > this.#noteAt) await this.#putInOrder(file);
    } catch (error) {
      this.#failed = true;
      throw error;
    } finally {
      if (this.#failed) await this.#tellFailure(file).catch(() => {});
      await file.close();
    }
  }

  async #putInOrder(file: FileHandle): Promise<void> {
    const omittedEnd = this.#omittedEnd;
    const oldest = this.#offsetOf(omittedEnd);
    // Until it is in order nothing behind the note is what it says; a crash leaves that to be told.
    this.#omittedEnd = this.#writtenBytes;
    await this.#writeNote(file, 'moving', this.#ringStart);
    await rotate(file, this.#ringStart, oldest, this.maxBytes);
    this.#omittedEnd = omittedEnd;
    await this.#writeNote(file, 'closed', this.#ringStart);
  }

  /** Over the last bytes of a file that was not full, as there is no room behind them. */
  async #tellFailure(file: FileHandle): Promise<void> {
    if (this.#omittedEnd === this.#noteAt) {
      if (this.#writtenBytes < NOTE_BYTES) return;
      this.#noteAt = this.#writtenBytes - NOTE_BYTES;
      this.#omittedEnd = this.#writtenBytes;
    }
    await this.#writeNote(file, 'failed');
  }

  get #ringStart(): number {
    return this.#noteAt + NOTE_BYTES;
  }

  get #ringBytes(): number {
    return this.maxBytes - this.#ringStart;
  }

  #offsetOf(position: number): number {
    return this.#ringStart + ((position - this.#ringStart) % this.#ringBytes);
  }

  #writeNote(file: FileHandle, state: SpillState, restAt = this.#offsetOf(this.#omittedEnd)): Promise<void> {
    const [omittedStart, omittedEnd, totalBytes] = [this.#noteAt, this.#omittedEnd, this.#writtenBytes];
    const note: SpillNote = { omittedStart, omittedEnd, restAt, totalBytes, state };
    return writeAll(file, formatNote(this.#tag, note), this.#noteAt);
  }
}
