import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** What a file of output tells of itself, in the place of what it left out. Positions are bytes of the output from 0. */
export interface SpillNote {
  readonly omittedStart: number;
  readonly omittedEnd: number;
  /** Where in the file the byte at `omittedEnd` is: the rest goes on to the end of the file, and behind the note. */
  readonly restAt: number;
  /** Bytes of the output that were kept or left out before the file was closed, or failed. */
  readonly totalBytes: number;
  /** `moving`: the rest is being put in order, and cannot be read; `failed`: more came, which could not be written. */
  readonly state: SpillState;
}

export type SpillState = 'open' | 'moving' | 'closed' | 'failed';

const DIGITS = 16;
const STATE_LENGTH = 6;

/** Made of the name of the file, which a program that only prints does not know: its output cannot pass for a note. */
export function spillTag(path: string): string {
  return createHash('sha256').update(basename(path)).digest('hex').slice(0, DIGITS);
}

export function formatNote(tag: string, note: SpillNote): Uint8Array {
  const [start, end, at, total] = [note.omittedStart, note.omittedEnd, note.restAt, note.totalBytes].map((count) =>
    String(count).padStart(DIGITS, '0'),
  );
  return Buffer.from(
    `\n[millrace ${tag}: bytes ${start} to ${end} omitted; the rest is at ${at} of this file; ${total} bytes in all; ${note.state.padEnd(STATE_LENGTH)}]\n`,
  );
}

/** All notes are of one length, so that one takes the place of another. */
export const NOTE_BYTES = /* @__PURE__ */ formatNote('0'.repeat(DIGITS), {
  omittedStart: 0,
  omittedEnd: 0,
  restAt: 0,
  totalBytes: 0,
  state: 'open',
}).length;

const NOTE =
  /^\n\[millrace ([0-9a-f]{16}): bytes (\d{16}) to (\d{16}) omitted; the rest is at (\d{16}) of this file; (\d{16}) bytes in all; (open|moving|closed|failed) *\]\n$/;

/** Undefined for bytes that are no note of the file with this tag. */
export function parseNote(tag: string, bytes: Uint8Array): SpillNote | undefined {
  const [, found, ...fields] = NOTE.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  if (found !== tag) return undefined;
  const [omittedStart, omittedEnd, restAt, totalBytes] = fields.map(Number) as [number, number, number, number];
  return { omittedStart, omittedEnd, restAt, totalBytes, state: fields[4] as SpillState };
}

/** Where the note of a file that is full stands: in its middle, so that whoever knows the size finds it. */
export function noteStart(fileBytes: number): number {
  return Math.floor((fileBytes - NOTE_BYTES) / 2);
}
