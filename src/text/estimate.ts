import { type CostAdder, wasmAdder, wordAdder } from './pair-costs.js';
import { UNITS_PER_TOKEN } from './token-costs.js';
import { isBytes } from './utf8.js';

/** Bytes of a string that are looked at together: bounds the memory. */
const BLOCK_BYTES = 16_384;
/** As if a line began. */
const LF = 0x0a;

/** Made when it is first asked for. */
let adder: CostAdder | undefined;

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
  adder ??= wasmAdder() ?? wordAdder();
  if (typeof text === 'string') return tokensOf(unitsOf(text, adder));
  if (isBytes(text)) return tokensOf(adder(text, LF));
  throw new TypeError(`estimateTokens: text must be a string or a Uint8Array, got ${typeof text}`);
}

const tokensOf = (units: number) => Math.ceil(units / UNITS_PER_TOKEN);

function unitsOf(text: string, add: CostAdder): number {
  const block = new Uint8Array(Math.min(BLOCK_BYTES, text.length * 3));
  const encoder = new TextEncoder();
  let previous = LF;
  let units = 0;
  for (let at = 0; at < text.length; ) {
    // A slice of what a block can hold at most: an engine might copy all that is left of a longer one. Half of a pair at
    // its end is not read, as three bytes more have no room.
    const { read, written } = encoder.encodeInto(text.slice(at, at + BLOCK_BYTES), block);
    at += read;
    units += add(block.subarray(0, written), previous);
    previous = block[written - 1]!;
  }
  return units;
}
