import { checkInteger, checkOptions } from './options.js';

/**
 * What was left out at one place of a stream, as a chunk: later stages count it, and cut where it stands.
 *
 * @example
 * const { bytes, lines } = new Omission({ bytes: 120, lines: 3, scalars: 120 });
 * [bytes, lines]; // [ 120, 3 ]
 */
export class Omission {
  readonly bytes: number;
  /** LF among the bytes left out. */
  readonly lines: number;
  /** Bytes left out that begin a scalar value. */
  readonly scalars: number;

  /** @throws {TypeError | RangeError} If a count is no integer >= 0. */
  constructor(counts: { bytes: number; lines: number; scalars: number }) {
    const owner = 'Cannot create Omission';
    const { bytes, lines, scalars } = checkOptions(owner, counts);
    this.bytes = checkInteger(owner, 'bytes', bytes);
    this.lines = checkInteger(owner, 'lines', lines);
    this.scalars = checkInteger(owner, 'scalars', scalars);
  }
}

/** How an omission shows among bytes. */
export function omissionText({ bytes }: Omission): string {
  return `\n... ${bytes} bytes omitted ...\n`;
}
