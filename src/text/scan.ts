import { simdScanner } from './scan-simd.js';
import { scanWords } from './scan-words.js';
import type { Scan } from './scanner.js';
import { isContinuation, isSecondByte, prefixLength, sequenceLength } from './utf8.js';

/** What the decoded form of some bytes holds. */
export interface TextCounts {
  /** Bytes of the text: each ill-formed part counts the three bytes of its U+FFFD. */
  bytes: number;
  /** LF in it. */
  lineFeeds: number;
  /** Scalar values in it. */
  scalars: number;
  /** False if a U+FFFD stands for bytes; it may have as many as they. */
  isWellFormed: boolean;
}

const LF = 0x0a;
const REPLACEMENT_BYTES = 3;
/** So many bytes are taken for well-formed until they prove not to be: one that is ill-formed slows no more down. */
const BLOCK_BYTES = 4096;
/** The module stops soon behind a mistake, so that it may be given many blocks at once. */
const SIMD_BLOCKS_BYTES = 16 * BLOCK_BYTES;
/** Fewer are not worth a call. */
const LEAST_SIMD_BYTES = 32;

/**
 * Counts the decoded form without decoding. `bytes` must not end inside a scalar value that later bytes complete. Fast
 * where they are well-formed.
 */
export function countText(bytes: Uint8Array): TextCounts {
  const { length } = bytes;
  const mostBytes = simdScanner() === undefined ? BLOCK_BYTES : SIMD_BLOCKS_BYTES;
  if (length > mostBytes) return countBlocks(bytes, mostBytes);
  return countWellFormed(bytes) ?? (length > BLOCK_BYTES ? countBlocks(bytes, BLOCK_BYTES) : countParts(bytes));
}

function countBlocks(bytes: Uint8Array, blockBytes: number): TextCounts {
  const { length } = bytes;
  const total = { bytes: 0, lineFeeds: 0, scalars: 0, isWellFormed: true };
  for (let from = 0; from < length; ) {
    const to = from + blockBytes < length ? prefixLength(bytes, from + blockBytes) : length;
    const counts = countText(bytes.subarray(from, to));
    total.bytes += counts.bytes;
    total.lineFeeds += counts.lineFeeds;
    total.scalars += counts.scalars;
    total.isWellFormed &&= counts.isWellFormed;
    from = to;
  }
  return total;
}

function countWellFormed(bytes: Uint8Array): TextCounts | undefined {
  const { isWellFormed, lineFeeds, continuations } = scan(bytes, true);
  if (!isWellFormed) return undefined;
  return { bytes: bytes.length, lineFeeds, scalars: bytes.length - continuations, isWellFormed };
}

function countParts(bytes: Uint8Array): TextCounts {
  let textBytes = 0;
  let lineFeeds = 0;
  let scalars = 0;
  for (let i = 0; i < bytes.length; scalars++) {
    const byte = bytes[i]!;
    const part = byte < 0x80 ? 1 : partLength(bytes, i);
    if (byte === LF) lineFeeds++;
    textBytes += part > 0 ? part : REPLACEMENT_BYTES;
    i += part > 0 ? part : -part;
  }
  return { bytes: textBytes, lineFeeds, scalars, isWellFormed: false };
}

/**
 * Counts LF, and the bytes that begin a scalar value: all but `80..BF`. Unlike {@link countText} it may be given bytes cut
 * anywhere, and costs the same for every script.
 */
export function countBreaksAndStarts(bytes: Uint8Array): { lineFeeds: number; starts: number } {
  const { lineFeeds, continuations } = scan(bytes, false);
  return { lineFeeds, starts: bytes.length - continuations };
}

/** In the faster way that the platform has. */
function scan(bytes: Uint8Array, checks: boolean): Scan {
  const simd = bytes.length < LEAST_SIMD_BYTES ? undefined : simdScanner();
  return simd === undefined ? scanWords(bytes, checks) : simd(bytes, checks);
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
