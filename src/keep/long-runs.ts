/** Long runs of one kind in a text. */
export interface LongRuns {
  /** Where a run is cut for a tokenizer, never inside a pair. */
  readonly cuts: readonly number[];
  /** The squares of their bytes, summed: the time that they may take a tokenizer as a whole. */
  readonly squares: number;
}

/**
 * Bytes of one kind in a row that are not long. Tokenizers cut a text between kinds, and merge each part in a time that can
 * grow with the square of its length: a run of one letter would take them minutes.
 */
const MOST_BYTES = 1024;

export function longRuns(text: string): LongRuns {
  const cuts: number[] = [];
  let squares = 0;
  let kind = SPACE;
  let bytes = 0;
  let sinceCut = 0;
  const end = () => {
    if (bytes > MOST_BYTES) squares += bytes ** 2;
  };
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const own = kindOf(unit);
    const more = unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
    if (own !== kind) {
      end();
      kind = own;
      bytes = 0;
      sinceCut = 0;
    }
    bytes += more;
    sinceCut += more;
    if (sinceCut <= MOST_BYTES || (unit & 0xfc00) === 0xdc00) continue;
    cuts.push(i);
    sinceCut = more;
  }
  end();
  return { cuts, squares };
}

const [SPACE, DIGIT, LETTER, SIGN] = [0, 1, 2, 3];

/** Whitespace and controls, digits, letters (nearly all beyond ASCII, too), signs. */
function kindOf(unit: number): number {
  if (unit <= 0x20) return SPACE;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  const lower = unit | 0x20;
  if (lower >= 0x61 && lower <= 0x7a) return LETTER;
  return unit < 0x80 || isStop(unit) ? SIGN : LETTER;
}

/** The signs that end sentences, and their parts, of scripts without spaces between words. */
function isStop(unit: number): boolean {
  return unit === 0x3001 || unit === 0x3002 || unit === 0xff01 || unit === 0xff0c || unit === 0xff1f;
}
