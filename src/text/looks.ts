import { openSequence } from './sequences.js';
import { decodeUtf8, prefixLength } from './utf8.js';

/** Ends every look of a text; no sequence that begins one is shorter. */
export const RESET = '\x1b[0m';
export const RESET_BYTES = 4;

const ESC = 0x1b;
/** The first byte of U+009B. */
const CSI_LEAD = 0xc2;
/** None that is too long not to be cut. */
const LOOK = /(?:\x1b\[|\x9b)([0-9;:]{0,254})m/g;

/** What ends a look, by what begins it; colours apart. */
const ENDS: Readonly<Record<number, number>> = {
  ...{ 1: 22, 2: 22, 3: 23, 20: 23, 4: 24, 21: 24, 5: 25, 6: 25, 7: 27, 8: 28, 9: 29 },
  ...{ 51: 54, 52: 54, 53: 55, 58: 59, 73: 75, 74: 75 },
};

function endOf(code: number): number | undefined {
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 39;
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 49;
  if (code >= 11 && code <= 19) return 10;
  return ENDS[code];
}

/** Which looks of a text (colours, bold and the like) are open behind what was read, by the codes that end them. */
export class Looks {
  readonly #open: Set<number>;

  constructor(open: Iterable<number> = []) {
    this.#open = new Set(open);
  }

  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Takes text that does not end inside a sequence. */
  read(bytes: Uint8Array): void {
    // Most text has neither, and this is found faster than it is decoded.
    if (bytes.indexOf(ESC) < 0 && bytes.indexOf(CSI_LEAD) < 0) return;
    for (const [, codes] of decodeUtf8(bytes).matchAll(LOOK)) this.#apply(codes!.split(';'));
  }

  areOpenBehind(bytes: Uint8Array): boolean {
    const looks = new Looks(this.#open);
    looks.read(bytes);
    return looks.areOpen;
  }

  clear(): void {
    this.#open.clear();
  }

  #apply(codes: readonly string[]): void {
    for (let i = 0; i < codes.length; i++) {
      const [first, second] = codes[i]!.split(':');
      const code = first === '4' && second === '0' ? 24 : Number(first);
      const end = endOf(code);
      if (code === 0) this.#open.clear();
      else if (end === undefined) this.#open.delete(code);
      else this.#open.add(end);
      // The colour stands behind: by its number, or in three parts.
      const hasColour = second === undefined && (code === 38 || code === 48 || code === 58);
      if (hasColour) i += codes[i + 1] === '2' ? 4 : 2;
    }
  }
}

/** A beginning of a text, and whether a look is open at its end, so that a reset has to stand there. */
export interface Beginning {
  readonly end: number;
  readonly isOpen: boolean;
}

/** The longest beginning that has the room together with its reset, if it needs one; undefined if there is no room. */
export function closedBeginning(bytes: Uint8Array, room: number, before = new Looks()): Beginning | undefined {
  if (room < 0) return undefined;
  const end = sequenceEnd(bytes, room);
  if (!before.areOpenBehind(bytes.subarray(0, end))) return { end, isOpen: false };
  if (room < RESET_BYTES) return undefined;
  const shorter = sequenceEnd(bytes, room - RESET_BYTES);
  return { end: shorter, isOpen: before.areOpenBehind(bytes.subarray(0, shorter)) };
}

/** The longest beginning of at most `limit` bytes that ends inside no scalar value and no sequence, as a length. */
export function sequenceEnd(bytes: Uint8Array, limit: number): number {
  const end = prefixLength(bytes, limit);
  return end - openSequence(bytes, end);
}
