import { CLASS_COUNT, classesOfBytes } from './byte-classes.js';
import { COSTS, DIGITS, UNITS_PER_TOKEN } from './token-costs.js';
import { isBytes } from './utf8.js';

/** Bytes of a string that are looked at together: bounds the memory. */
const BLOCK_BYTES = 16_384;
/** Bytes whose units are added up in 32 bits, which is fast: no byte costs more than 61. */
const MOST_BYTES = 2 ** 24;
/** As if a line began. */
const LF = 0x0a;

/** What each byte costs behind each other one, at `byte * 256 + previous`: made when it is first asked for. */
let costsOfPairs: Uint8Array | undefined;

/**
 * Estimates the tokens of a text, or of its UTF-8, from what each byte follows: letters in words cost little, and digits,
 * signs and other scripts more. Made to be at least the larger of the counts of `o200k_base` and `cl100k_base`, and rather
 * too large than too small: of prose in ten scripts, code, logs, hex, base64, escape sequences, boxes, emoji and JSON never
 * below 0.8 of it in a text of a few hundred bytes or more. Random letters, rare characters and bare line breaks may be. The
 * costs are fitted by `scripts/fit-token-costs.mjs`.
 *
 * Reads each byte once, and holds 80 KiB, whatever the length of the text.
 *
 * @throws {TypeError} If `text` is neither a string nor a `Uint8Array`.
 * @example
 * estimateTokens('The mill stands where the river bends.'); // 11
 * estimateTokens('d7a8fbb307d7809469ca9abcb0082e4f'); // 22
 * estimateTokens('老磨坊立在河湾旁'); // 14
 */
export function estimateTokens(text: string | Uint8Array): number {
  costsOfPairs ??= makeCosts();
  const state = { previous: LF, units: 0 };
  if (typeof text === 'string') addText(text, costsOfPairs, state);
  else if (isBytes(text)) addBytes(text, text.length, costsOfPairs, state);
  else throw new TypeError(`estimateTokens: text must be a string or a Uint8Array, got ${typeof text}`);
  return Math.ceil(state.units / UNITS_PER_TOKEN);
}

interface State {
  previous: number;
  units: number;
}

function addText(text: string, costs: Uint8Array, state: State): void {
  const block = new Uint8Array(Math.min(BLOCK_BYTES, text.length * 3));
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length; ) {
    // A slice of what a block can hold at most: an engine might copy all that is left of a longer one. Half of a pair at
    // its end is not read, as three bytes more have no room.
    const { read, written } = encoder.encodeInto(text.slice(at, at + BLOCK_BYTES), block);
    at += read;
    addBytes(block, written, costs, state);
  }
}

function addBytes(bytes: Uint8Array, length: number, costs: Uint8Array, state: State): void {
  for (let from = 0; from < length; from += MOST_BYTES) {
    const to = Math.min(length, from + MOST_BYTES);
    const firstWord = Math.min(to, from + (-(bytes.byteOffset + from) & 3));
    const words = isLittleEndian() ? (to - firstWord) >>> 2 : 0;
    addEach(bytes, from, firstWord, costs, state);
    if (words > 0) addWords(new Uint32Array(bytes.buffer, bytes.byteOffset + firstWord, words), costs, state);
    addEach(bytes, firstWord + 4 * words, to, costs, state);
  }
}

function addEach(bytes: Uint8Array, from: number, to: number, costs: Uint8Array, state: State): void {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    state.units += costs[(byte << 8) | state.previous]!;
    state.previous = byte;
  }
}

/** Four bytes at a time, which is more than twice as fast: each half of a word, and its middle, is an index. */
function addWords(words: Uint32Array, costs: Uint8Array, state: State): void {
  let { previous } = state;
  let units = 0;
  let more = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]! | 0;
    units = (units + costs[((word & 0xff) << 8) | previous]! + costs[word & 0xffff]!) | 0;
    more = (more + costs[(word >>> 8) & 0xffff]! + costs[word >>> 16]!) | 0;
    previous = word >>> 24;
  }
  state.previous = previous;
  state.units += units + more;
}

const isLittleEndian = () => new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function makeCosts(): Uint8Array {
  const classes = classesOfBytes();
  const costs = new Uint8Array(0x10000);
  for (let previous = 0; previous < 256; previous++) {
    for (let byte = 0; byte < 256; byte++) {
      const row = previous === byte ? CLASS_COUNT : classes[previous]!;
      costs[(byte << 8) | previous] = DIGITS.indexOf(COSTS[row]![classes[byte]!]!);
    }
  }
  return costs;
}
