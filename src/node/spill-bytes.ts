import type { FileHandle } from 'node:fs/promises';

const BLOCK_BYTES = 64 * 1024;

/** Writes all of it, and tells of each part that is written: a disk that is full takes a part first. */
export async function writeAll(
  file: FileHandle,
  bytes: Uint8Array,
  position: number,
  written: (count: number) => void = () => {},
): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
    written(bytesWritten);
  }
}

/** Gives less than `length` bytes only where the file ends. */
export async function readAll(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, position + at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

/** Turns a part of a file so that what is at `middle` comes first, within the file and two blocks of memory. */
export async function rotate(file: FileHandle, start: number, middle: number, end: number): Promise<void> {
  if (middle === start) return;
  await reverse(file, start, middle);
  await reverse(file, middle, end);
  await reverse(file, start, end);
}

async function reverse(file: FileHandle, from: number, to: number): Promise<void> {
  for (let start = from, end = to; end - start > 1; ) {
    const length = Math.min(BLOCK_BYTES, Math.floor((end - start) / 2));
    const first = await readAll(file, start, length);
    const last = await readAll(file, end - length, length);
    await writeAll(file, last.reverse(), start);
    await writeAll(file, first.reverse(), end - length);
    start += length;
    end -= length;
  }
}
