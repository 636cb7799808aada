import { isContinuation, isSecondByte, sequenceLength } from './utf8.js';

/** What the decoded form of some bytes holds. */
export interface TextCounts {
  /** Bytes of the text: each ill-formed part counts the three bytes of its U+FFFD. */
  bytes: number;
  /** LF in it. */
  lineFeeds: number;
  /** Scalar values in it. */
  scalars: number;
}

const LF = 0x0a;
const REPLACEMENT_BYTES = 3;
/** So many words, and no byte of the sum in {@link countText} overflows. */
const MOST_WORDS = 255;

/**
 * Counts the decoded form without decoding. `bytes` must not end inside a scalar value that later bytes complete.
 *
 * ASCII is read four bytes at a time: `word & 0x80808080` has a bit for each byte that is none.
 */
export function countText(bytes: Uint8Array): TextCounts {
  const { length } = bytes;
  const words = alignedWords(bytes);
  const shift = words === undefined ? 0 : bytes.byteOffset - words.byteOffset;
  let text = 0;
  let scalars = 0;
  let lineFeeds = 0;
  let i = 0;
  while (i < length) {
    if (words !== undefined && i + shift >= 0 && ((i + shift) & 3) === 0) {
      const from = (i + shift) >> 2;
      const end = Math.min(words.length, from + MOST_WORDS);
      let feeds = 0;
      let w = from;
      for (; w < end; w++) {
        const word = words[w]!;
        if ((word & 0x80808080) !== 0) break;
        // byte ^ LF is 0 for LF alone, and adding 0x7f to any other value sets the eighth bit.
        feeds = (feeds + (((((word ^ 0x0a0a0a0a) + 0x7f7f7f7f) >>> 7) & 0x01010101) ^ 0x01010101)) | 0;
      }
      const run = (w - from) << 2;
      text += run;
      scalars += run;
      lineFeeds += sumOfBytes(feeds);
      i += run;
      if (i >= length || w - from === MOST_WORDS) continue;
    }
    const lead = bytes[i]!;
    scalars++;
    if (lead < 0x80) {
      if (lead === LF) lineFeeds++;
      text++;
      i++;
    } else {
      const part = partLength(bytes, i);
      text += part > 0 ? part : REPLACEMENT_BYTES;
      i += Math.abs(part);
    }
  }
  return { bytes: text, lineFeeds, scalars };
}

/**
 * Counts LF, and the bytes that begin a scalar value: all but `80..BF`. Unlike {@link countText} it may be given bytes cut
 * anywhere, and costs the same for every script.
 */
export function countBreaksAndStarts(bytes: Uint8Array): { lineFeeds: number; starts: number } {
  const words = alignedWords(bytes);
  let lineFeeds = 0;
  let continuations = 0;
  const countBytes = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      if (bytes[i] === LF) lineFeeds++;
      if (isContinuation(bytes[i]!)) continuations++;
    }
  };
  if (words === undefined) {
    countBytes(0, bytes.length);
    return { lineFeeds, starts: bytes.length - continuations };
  }
  const first = words.byteOffset - bytes.byteOffset;
  countBytes(0, first);
  countBytes(first + words.byteLength, bytes.length);
  for (let from = 0; from < words.length; from += MOST_WORDS) {
    const end = Math.min(words.length, from + MOST_WORDS);
    let feeds = 0;
    let rest = 0;
    for (let w = from; w < end; w++) {
      const word = words[w]!;
      const other = word ^ 0x0a0a0a0a;
      // The eighth bit of each byte: clear in `((x & 0x7f) + 0x7f) | x` for x = 0 alone.
      feeds = (feeds + ((~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other) >>> 7) & 0x01010101)) | 0;
      rest = (rest + ((word >>> 7) & (~word >>> 6) & 0x01010101)) | 0;
    }
    lineFeeds += sumOfBytes(feeds);
    continuations += sumOfBytes(rest);
  }
  return { lineFeeds, starts: bytes.length - continuations };
}

function sumOfBytes(word: number): number {
  return (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24);
}

/** The whole 32-bit words of `bytes`, or undefined where they are too few to be worth it. */
function alignedWords(bytes: Uint8Array): Uint32Array | undefined {
  const start = (bytes.byteOffset + 3) & ~3;
  const end = (bytes.byteOffset + bytes.length) & ~3;
  return end - start < 16 ? undefined : new Uint32Array(bytes.buffer, start, (end - start) >> 2);
}

/** How many bytes the scalar value at `at` has; negative for an ill-formed part, which decodes to one U+FFFD. */
function partLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const want = sequenceLength(lead);
  if (want === 1 || at + 1 >= bytes.length || !isSecondByte(lead, bytes[at + 1]!)) return -1;
  let got = 2;
  while (got < want && at + got < bytes.length && isContinuation(bytes[at + got]!)) got++;
  return got === want ? got : -got;
}

/** The longest prefix whose decoded form has at most `textBytes` bytes, as a count of bytes of the source. */
export function sourcePrefix(bytes: Uint8Array, textBytes: number): number {
  return walk(bytes, (text) => text <= textBytes);
}

/** The shortest prefix to leave out so that the decoded rest of `bytes` has at most `textBytes` bytes. */
export function sourceSkip(bytes: Uint8Array, textBytes: number): number {
  const over = countText(bytes).bytes - textBytes;
  let before = 0;
  return walk(bytes, (text) => {
    const more = before < over;
    before = text;
    return more;
  });
}

/** Takes parts of the source while `wanted` says yes to the text bytes up to and with each. */
function walk(bytes: Uint8Array, wanted: (textBytes: number) => boolean): number {
  let at = 0;
  for (let text = 0; at < bytes.length; ) {
    const part = partLength(bytes, at);
    text += part > 0 ? part : REPLACEMENT_BYTES;
    if (!wanted(text)) break;
    at += Math.abs(part);
  }
  return at;
}
