import { BRACKET, CSI, CSI_LEAD, ESC, MOST_SEQUENCE_BYTES, openSequence } from './sequences.js';
import { prefixLength } from './utf8.js';

/** Ends every look of a text; no sequence that begins one is shorter. */
export const RESET = '\x1b[0m';
export const RESET_BYTES = 4;

const COLON = 0x3a;
const SEMICOLON = 0x3b;
const FINAL = 0x6d;

/** What ends a look, by what begins it; colours apart. */
const ENDS: Readonly<Record<number, number>> = {
  ...{ 1: 22, 2: 22, 3: 23, 20: 23, 4: 24, 21: 24, 5: 25, 6: 25, 7: 27, 8: 28, 9: 29 },
  ...{ 51: 54, 52: 54, 53: 55, 58: 59, 73: 75, 74: 75 },
};
/** What ends looks; each has a bit. */
const ALL_ENDS = [10, 22, 23, 24, 25, 27, 28, 29, 39, 49, 54, 55, 59, 75];

function endOf(code: number): number | undefined {
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 39;
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 49;
  if (code >= 11 && code <= 19) return 10;
  return ENDS[code];
}

/** The looks that are open behind a code. */
function openBehind(open: number, code: number): number {
  if (code === 0) return 0;
  const end = ALL_ENDS.indexOf(code);
  if (end >= 0) return open & ~(1 << end);
  const begun = endOf(code);
  return begun === undefined ? open : open | (1 << ALL_ENDS.indexOf(begun));
}

/** Which looks of a text (colours, bold and the like) are open behind what was read. */
export class Looks {
  #open: number;

  constructor(open = 0) {
    this.#open = open;
  }

  get areOpen(): boolean {
    return this.#open !== 0;
  }

  /** Takes text that does not end inside a sequence. */
  read(bytes: Uint8Array): void {
    let esc = bytes.indexOf(ESC);
    let lead = bytes.indexOf(CSI_LEAD);
    while (esc >= 0 || lead >= 0) {
      if (lead < 0 || (esc >= 0 && esc < lead)) {
        if (bytes[esc + 1] === BRACKET) this.#readCodes(bytes, esc + 2);
        esc = bytes.indexOf(ESC, esc + 1);
      } else {
        if (bytes[lead + 1] === CSI) this.#readCodes(bytes, lead + 2);
        lead = bytes.indexOf(CSI_LEAD, lead + 1);
      }
    }
  }

  areOpenBehind(bytes: Uint8Array): boolean {
    return looksBehind(bytes, this.#open).areOpen;
  }

  clear(): void {
    this.#open = 0;
  }

  /** Follows the codes from `start` on, if they end as those of looks do, and not too late. */
  #readCodes(bytes: Uint8Array, start: number): void {
    let open = this.#open;
    let code = 0;
    /** What stands behind a colon, which details a code; -1 without. */
    let detail = -1;
    /** Codes that are parts of a colour; -1 where the next one tells how many more there are. */
    let parts = 0;
    const last = Math.min(bytes.length, start + MOST_SEQUENCE_BYTES - 1);
    for (let at = start; at < last; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x30 && byte <= 0x39) {
        if (detail < 0) code = code * 10 + byte - 0x30;
        else detail = detail * 10 + byte - 0x30;
      } else if (byte === COLON) {
        detail = Math.max(detail, 0);
      } else if (byte === SEMICOLON || byte === FINAL) {
        if (parts > 0) parts--;
        else if (parts < 0) parts = code === 2 ? 3 : 1;
        else {
          open = openBehind(open, code === 4 && detail === 0 ? 24 : code);
          if (detail < 0 && (code === 38 || code === 48 || code === 58)) parts = -1;
        }
        if (byte === FINAL) {
          this.#open = open;
          return;
        }
        code = 0;
        detail = -1;
      } else return;
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

function looksBehind(bytes: Uint8Array, open: number): Looks {
  const looks = new Looks(open);
  looks.read(bytes);
  return looks;
}
