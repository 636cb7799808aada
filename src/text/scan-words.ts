import type { Scan } from './scanner.js';
import { isContinuation } from './utf8.js';
import { STATE_BITS, utf8Rows, WHOLE } from './utf8-automaton.js';

/** What a loop has found so far. */
interface Found {
  /** Of the automaton of UTF-8. */
  state: number;
  lineFeeds: number;
  continuations: number;
}

/** Fewer are not worth a view of words. */
const LEAST_WORD_BYTES = 64;

/** So many words, and no byte of the sums below overflows. */
const MOST_WORDS = 255;

const LF = 0x0a;

/*
 * The loops look as they do for speed, by a fifth or more each: closures over the table, because engines take a constant
 * of a closure for one and a module's variable not; the sums spelled out, because small functions cost even if inlined.
 *
 * A sum has four counts, one in each byte of a word. Two terms give a one in each byte that counts:
 *   no LF: `x + 0x7f` has the eighth bit unless x is 0, for the seven lower bits of x = byte ^ LF; the eighth is or-ed in
 *   80..BF: the eighth bit is set and the seventh is not
 */

/** Scans in plain JavaScript, four bytes at a time. */
export function scanWords(bytes: Uint8Array, checks: boolean): Scan {
  const { byteOffset, length } = bytes;
  const found = { state: WHOLE, lineFeeds: 0, continuations: 0 };
  const firstWord = -byteOffset & 3;
  const lastWord = length - ((byteOffset + length) & 3);
  if (lastWord - firstWord < LEAST_WORD_BYTES) {
    loopBytes(bytes, 0, length, found);
  } else {
    if (firstWord > 0) loopBytes(bytes, 0, firstWord, found);
    (checks ? checkWords : countWords)(bytes, firstWord, lastWord, found);
    if (lastWord < length) loopBytes(bytes, lastWord, length, found);
  }
  const { state, lineFeeds, continuations } = found;
  return { isWellFormed: !checks || state === WHOLE, lineFeeds, continuations };
}

/** Byte by byte. */
const loopBytes = /* @__PURE__ */ byteLoop();

/** Four bytes at a time: `from` and `to` must be where words of the buffer begin. */
const checkWords = /* @__PURE__ */ checkingLoop();

function byteLoop() {
  const next = utf8Rows();
  return (bytes: Uint8Array, from: number, to: number, found: Found): void => {
    let { state, lineFeeds, continuations } = found;
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      state = next[byte]! >> state;
      if (byte === LF) lineFeeds++;
      if (isContinuation(byte)) continuations++;
    }
    found.state = state & STATE_BITS;
    found.lineFeeds = lineFeeds;
    found.continuations = continuations;
  };
}

function checkingLoop() {
  const next = utf8Rows();
  const whole = WHOLE;
  const stateBits = STATE_BITS;
  return (bytes: Uint8Array, from: number, to: number, found: Found): void => {
    const words = wordsOf(bytes, from, to);
    let { state } = found;
    for (let start = 0; start < words.length; start += MOST_WORDS) {
      const end = Math.min(words.length, start + MOST_WORDS);
      let others = 0;
      let continuations = 0;
      for (let i = start; i < end; i++) {
        const word = words[i]!;
        const other = word ^ 0x0a0a0a0a;
        if ((word & 0x80808080) === 0 && (state & stateBits) === whole) {
          // ASCII behind whole text moves no state.
          others = (others + (((other + 0x7f7f7f7f) >>> 7) & 0x01010101)) | 0;
        } else {
          others = (others + (((((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other) >>> 7) & 0x01010101)) | 0;
          continuations = (continuations + ((word >>> 7) & (~word >>> 6) & 0x01010101)) | 0;
          state = next[word & 0xff]! >> state;
          state = next[(word >>> 8) & 0xff]! >> state;
          state = next[(word >>> 16) & 0xff]! >> state;
          state = next[word >>> 24]! >> state;
        }
      }
      found.lineFeeds += 4 * (end - start) - sumOfBytes(others);
      found.continuations += sumOfBytes(continuations);
    }
    found.state = state & STATE_BITS;
  };
}

/** Four bytes at a time, without the automaton: twice as fast, for text that is not ASCII. */
function countWords(bytes: Uint8Array, from: number, to: number, found: Found): void {
  const words = wordsOf(bytes, from, to);
  for (let start = 0; start < words.length; start += MOST_WORDS) {
    const end = Math.min(words.length, start + MOST_WORDS);
    let others = 0;
    let continuations = 0;
    for (let i = start; i < end; i++) {
      const word = words[i]!;
      const other = word ^ 0x0a0a0a0a;
      others = (others + (((((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other) >>> 7) & 0x01010101)) | 0;
      continuations = (continuations + ((word >>> 7) & (~word >>> 6) & 0x01010101)) | 0;
    }
    found.lineFeeds += 4 * (end - start) - sumOfBytes(others);
    found.continuations += sumOfBytes(continuations);
  }
}

function wordsOf(bytes: Uint8Array, from: number, to: number): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + from, (to - from) >> 2);
}

function sumOfBytes(word: number): number {
  return (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24);
}
