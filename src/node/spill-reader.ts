import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { incompleteUtf8SuffixLength, leadingContinuations } from '../text/utf8.js';
import { SpillHandleError } from './errors.js';
import { readAll } from './spill-bytes.js';
import { NOTE_BYTES, noteStart, parseNote, type SpillNote, spillTag } from './spill-note.js';

/** Without blocking, as a FIFO has no end, and never through a link. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** How long an end that is being put in order is waited for. Whoever did it has crashed if it takes longer. */
const MOST_MOVING_TURNS = 250;
const TURN_MS = 20;
/** The most bytes of a scalar value that can be on the wrong side of a cut. */
const MOST_CUT_BYTES = 3;

/** The writer has written over what was to be read. */
export class OverwrittenError extends Error {}

/** What an output file holds, at one moment, by positions in the output. */
export class SpillReader {
  readonly #file: FileHandle;
  readonly #handle: string;
  readonly #note: SpillNote;
  readonly #fileBytes: number;
  /** The omitted bytes, without parts of a scalar value at their ends. Empty behind the end if there are none. */
  readonly gapStart: number;
  readonly gapEnd: number;

  private constructor(file: FileHandle, handle: string, fileBytes: number, note: SpillNote, gap: [number, number]) {
    this.#file = file;
    this.#handle = handle;
    this.#fileBytes = fileBytes;
    this.#note = note;
    [this.gapStart, this.gapEnd] = gap;
  }

  /** Takes the oldest `leftBytes` behind the gap for gone: a writer is about to write over them. */
  static async of(file: FileHandle, handle: string, leftBytes: number): Promise<SpillReader> {
    let found = await findNote(file, handle);
    for (let turn = 0; found.note.state === 'moving' && turn < MOST_MOVING_TURNS; turn++) {
      await setTimeout(TURN_MS);
      found = await findNote(file, handle);
    }
    const { note, fileBytes } = found;
    const hasGap = note.omittedEnd > note.omittedStart;
    const restStart = hasGap
      ? Math.max(note.omittedEnd, Math.min(note.totalBytes, note.omittedEnd + leftBytes))
      : note.omittedEnd;
    const whole = new SpillReader(file, handle, fileBytes, note, [note.omittedStart, restStart]);
    if (!hasGap) return whole;
    const before = await whole.read(note.omittedStart - MOST_CUT_BYTES, MOST_CUT_BYTES);
    const behind = await whole.read(restStart, MOST_CUT_BYTES);
    const start = note.omittedStart - incompleteUtf8SuffixLength(before);
    const end = restStart + leadingContinuations((at) => behind[at]!, behind.length);
    return new SpillReader(file, handle, fileBytes, note, [start, end]);
  }

  get totalBytes(): number {
    return Math.max(this.#note.totalBytes, this.#note.omittedEnd);
  }

  get omittedBytes(): number {
    return this.gapEnd - this.gapStart;
  }

  get failed(): boolean {
    return this.#note.state === 'failed';
  }

  isOmitted(position: number): boolean {
    return position >= this.gapStart && position < this.gapEnd;
  }

  /** Where the kept bytes end that `position` is among. */
  endOf(position: number): number {
    return position < this.gapStart ? this.gapStart : this.totalBytes;
  }

  /** Up to `length` kept bytes from `position`, all on one side of the gap. @throws {OverwrittenError} */
  async read(position: number, length: number): Promise<Uint8Array> {
    const wanted = Math.min(length, this.endOf(position) - position);
    const bytes = position < this.gapStart ? await this.#at(position, wanted) : await this.#ofRing(position, wanted);
    const { note } = await findNote(this.#file, this.#handle);
    const isKept = note.omittedStart >= position + wanted || note.omittedEnd <= position;
    if (!isKept || bytes.length < wanted || this.#note.state !== note.state) throw new OverwrittenError();
    return bytes;
  }

  async #ofRing(position: number, length: number): Promise<Uint8Array> {
    const { omittedStart, omittedEnd, restAt } = this.#note;
    const start = omittedStart + NOTE_BYTES;
    const at = start + ((restAt - start + position - omittedEnd) % (this.#fileBytes - start));
    const first = await this.#at(at, Math.min(length, this.#fileBytes - at));
    if (first.length === length) return first;
    return Buffer.concat([first, await this.#at(start, length - first.length)]);
  }

  #at(offset: number, length: number): Promise<Uint8Array> {
    return readAll(this.#file, offset, length);
  }
}

/** The note of a file that is full is in its middle, that of one that failed before at its end. */
async function findNote(file: FileHandle, handle: string): Promise<{ note: SpillNote; fileBytes: number }> {
  const { size: fileBytes } = await file.stat();
  const tag = spillTag(handle);
  for (const at of [noteStart(fileBytes), fileBytes - NOTE_BYTES]) {
    const note = at < 0 ? undefined : parseNote(tag, await readAll(file, at, NOTE_BYTES));
    if (note?.omittedStart === at) return { note, fileBytes };
  }
  const [omittedStart, omittedEnd, totalBytes] = [fileBytes, fileBytes, fileBytes];
  return { note: { omittedStart, omittedEnd, restAt: 0, totalBytes, state: 'open' }, fileBytes };
}

/** @throws {SpillHandleError} If it is no file that can be read. */
export async function openSpill(handle: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(handle, READ);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new SpillHandleError(handle, code === 'ENOENT' ? 'there is no such file' : message, { cause });
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new SpillHandleError(handle, 'it is no file');
}
