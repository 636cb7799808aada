import { type CostAdder, wasmAdder, wordAdder } from './pair-costs.js';
import { UNITS_PER_TOKEN } from './token-costs.js';
import { isBytes } from './utf8.js';

/** As if a line began. */
const LF = 0x0a;

/** Made when it is first asked for. */
let adder: CostAdder | undefined;

/**
 * Estimates the tokens of a text, or of its UTF-8, from what each byte follows: letters in words cost little, and digits,
 * signs and other scripts more. Made to be at least the larger of the counts of `o200k_base` and `cl100k_base`, and rather
 * too large than too small: of prose in any common script, code, logs, hex, base64, escape sequences, boxes, emoji and JSON
 * never below 0.8 of it in a text of a few hundred bytes or more, 1.2 on the average, and 2 at most (`bench/tokens.md`).
 * Han characters that hardly anybody uses may be below, at 0.7; runs of one character, spaces above all, may be several
 * times too high. The costs are fitted by `scripts/fit-token-costs.mjs`.
 *
 * Reads each byte once, and holds 192 KiB, whatever the length of the text (80 where there is no WebAssembly).
 *
 * @throws {TypeError} If `text` is neither a string nor a `Uint8Array`.
 * @example
 * estimateTokens('The mill stands where the river bends.'); // 9
 * estimateTokens('d7a8fbb307d7809469ca9abcb0082e4f'); // 22
 * estimateTokens('老磨坊立在河湾旁'); // 14
 */
export function estimateTokens(text: string | Uint8Array): number {
  adder ??= wasmAdder() ?? wordAdder();
  if (typeof text === 'string') return Math.ceil(adder.ofText(text, LF) / UNITS_PER_TOKEN);
  if (isBytes(text)) return Math.ceil(adder.ofBytes(text, LF) / UNITS_PER_TOKEN);
  throw new TypeError(`estimateTokens: text must be a string or a Uint8Array, got ${typeof text}`);
}
