import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** What is no file has no end that could be torn, and one that nobody reads must not hold the program up. */
const TO_OTHERS = constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0);
const TO_FILE = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

const LF = 0x0a;
const OPENING_BRACE = 0x7b;
const STEP_BYTES = 64 * 1024;
/** A record that is longer is not looked at whole. */
const MOST_RECORD_BYTES = 64 * 1024 * 1024;
/** How long a last line must stay as it is until it is taken for one that nobody is writing. */
const STILL_MS = 20;

/** A file of lines that grows at its end, by whole lines: one write each. Serialise what is called here. */
export class JsonlFile {
  readonly #path: string;
  readonly #fileMode: number;
  #handle: FileHandle | undefined;
  #isRegular = true;
  #inode = '';
  /** Up to where the file is known to hold whole lines. */
  #checkedBytes = 0;
  /** Where the next line goes. */
  size = 0;
  modifiedMs = 0;
  /** Bytes of lines that were cut short, and are gone. */
  tornBytes = 0;

  constructor(path: string, fileMode: number) {
    this.#path = path;
    this.#fileMode = fileMode;
  }

  get isOpen(): boolean {
    return this.#handle !== undefined;
  }

  get isRegular(): boolean {
    return this.#isRegular;
  }

  /** Opens the file, or the one that is there now in its place. Gives whether it is a new one. */
  async open(): Promise<boolean> {
    // Asked for each batch, while the lock is held: this takes microseconds, a turn of the thread pool far more.
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const isSame = found !== undefined && this.#handle !== undefined && inodeOf(found) === this.#inode;
    if (!isSame) await this.#reopen(found?.isFile() ?? true);
    const { size, mtimeMs } = isSame ? found : await this.#handle!.stat();
    this.size = size;
    this.modifiedMs = mtimeMs;
    return found === undefined;
  }

  async #reopen(isRegular: boolean): Promise<void> {
    await this.close();
    this.#handle = await open(this.#path, isRegular ? TO_FILE : TO_OTHERS, this.#fileMode);
    this.#isRegular = isRegular;
    this.#inode = inodeOf(await this.#handle.stat());
    this.#checkedBytes = 0;
  }

  /**
   * Sees to it that the file ends in a whole line. A last line that was cut short by a crash is cut off, if it `mayCut`;
   * one that lacks its line break alone, or is no JSON object, gets that.
   */
  async heal(mayCut: boolean): Promise<void> {
    const handle = this.#handle!;
    if (!this.#isRegular || this.size === 0 || this.size === this.#checkedBytes) return;
    if ((await read(handle, this.size - 1, 1))[0] !== LF) {
      // Somebody who takes no lock may be at it; what comes behind it then is whole.
      if (!(await isStill(handle, this.size))) return;
      const start = await lastLineStart(handle, this.size);
      if (mayCut && (await isTorn(handle, start, this.size))) {
        await handle.truncate(start);
        this.tornBytes += this.size - start;
        this.size = start;
      } else {
        await handle.write('\n');
        this.size = (await handle.stat()).size;
      }
    }
    this.#checkedBytes = this.size;
  }

  /** Appends one line. One that could be written in part only is taken back, if it `mayCut`. */
  async append(line: Uint8Array, mayCut: boolean): Promise<void> {
    const handle = this.#handle!;
    const { bytesWritten } = await handle.write(line);
    if (bytesWritten < line.length) await this.#appendRest(line, bytesWritten, mayCut);
    this.size += line.length;
    this.#checkedBytes = this.size;
  }

  /** A disk that is full takes a part, and tells why only at the next part. */
  async #appendRest(line: Uint8Array, bytesWritten: number, mayCut: boolean): Promise<void> {
    this.#checkedBytes = 0;
    if (!mayCut || !this.#isRegular) throw new Error(`${bytesWritten} of ${line.length} bytes written`);
    try {
      for (let at = bytesWritten; at < line.length; ) at += (await this.#handle!.write(line, at)).bytesWritten;
    } catch (error) {
      await this.#handle!.truncate(this.size);
      throw error;
    }
  }

  /** Waits until what was written is on the disk; and so is the name of the file, if it `isNew`. */
  async sync(isNew: boolean): Promise<void> {
    await this.#handle!.datasync();
    if (!isNew) return;
    const folder = await open(dirname(this.#path), constants.O_RDONLY);
    await folder.sync().finally(() => folder.close());
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

/** Device and number: a file that took the place of another has others. */
const inodeOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }) => `${dev}:${ino}`;

async function read(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Where the last line begins of a file that does not end in a line break. */
async function lastLineStart(handle: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; end = Math.max(0, end - STEP_BYTES)) {
    const start = Math.max(0, end - STEP_BYTES);
    const feed = (await read(handle, start, end - start)).lastIndexOf(LF);
    if (feed !== -1) return start + feed + 1;
  }
  return 0;
}

/** A record begins with a brace, and up to its last byte it is no JSON. */
async function isTorn(handle: FileHandle, start: number, end: number): Promise<boolean> {
  if ((await read(handle, start, 1))[0] !== OPENING_BRACE) return false;
  if (end - start > MOST_RECORD_BYTES) return true;
  try {
    JSON.parse(new TextDecoder().decode(await read(handle, start, end - start)));
    return false;
  } catch {
    return true;
  }
}

async function isStill(handle: FileHandle, size: number): Promise<boolean> {
  await setTimeout(STILL_MS);
  return (await handle.stat()).size === size;
}
