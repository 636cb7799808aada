/** UTF-8 boundaries, as in table 3-7 of the Unicode Standard ("Well-Formed UTF-8 Byte Sequences"). */

/** True for a `Uint8Array` of any realm, a Node `Buffer` included. */
export function isBytes(value: unknown): value is Uint8Array {
  if (value instanceof Uint8Array) return true;
  // Another realm (a vm context, a frame) has its own class; only its tag is the same.
  return ArrayBuffer.isView(value) && (value as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] === 'Uint8Array';
}

/**
 * The same memory as a plain `Uint8Array`. A subclass has its own say in what `subarray` makes, and one whose constructor
 * takes a length alone would give other bytes.
 */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  // No view can be made of a buffer that was transferred away; what is left of one has no bytes.
  if (bytes.constructor === Uint8Array || bytes.length === 0) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** True for `80..BF`, a byte that never begins a scalar value. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** How many bytes a scalar value that begins with `lead` has; 1 for a byte that begins none. */
export function sequenceLength(lead: number): 1 | 2 | 3 | 4 {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/**
 * True if `second` may follow `lead`, which must begin a longer scalar value. Shuts out overlong forms, surrogates and all
 * above U+10FFFF.
 */
export function isSecondByte(lead: number, second: number): boolean {
  switch (lead) {
    case 0xe0:
      return second >= 0xa0 && second <= 0xbf;
    case 0xed:
      return second >= 0x80 && second <= 0x9f;
    case 0xf0:
      return second >= 0x90 && second <= 0xbf;
    case 0xf4:
      return second >= 0x80 && second <= 0x8f;
    default:
      return isContinuation(second);
  }
}

/**
 * How many bytes at the end of `bytes` are the beginning of a scalar value that more bytes could complete.
 * 0 when the end is whole, or can never become whole (`C0`, `F5`, `E0 80`, `ED A0`, `F4 90`, ...).
 * Looks at the last three bytes only.
 *
 * @throws {TypeError} If `bytes` is no `Uint8Array`.
 * @example
 * incompleteUtf8SuffixLength(Uint8Array.of(0x61, 0xe2, 0x82)); // 2
 * incompleteUtf8SuffixLength(Uint8Array.of(0xe2, 0x82, 0xac)); // 0
 * incompleteUtf8SuffixLength(Uint8Array.of(0xed, 0xa0)); // 0
 */
export function incompleteUtf8SuffixLength(bytes: Uint8Array): 0 | 1 | 2 | 3 {
  if (!isBytes(bytes)) throw new TypeError('incompleteUtf8SuffixLength: bytes must be a Uint8Array');
  return incompleteSuffixLength(bytes, bytes.length);
}

/** As {@link incompleteUtf8SuffixLength}, for the bytes before `end`. */
export function incompleteSuffixLength(bytes: Uint8Array, end: number): 0 | 1 | 2 | 3 {
  if (end === 0) return 0;
  const last = bytes[end - 1]!;
  if (!isContinuation(last)) return sequenceLength(last) > 1 ? 1 : 0;
  if (end < 2) return 0;
  const before = bytes[end - 2]!;
  if (!isContinuation(before)) return sequenceLength(before) > 2 && isSecondByte(before, last) ? 2 : 0;
  if (end < 3) return 0;
  const third = bytes[end - 3]!;
  return sequenceLength(third) > 3 && isSecondByte(third, before) ? 3 : 0;
}

/** The longest prefix of at most `limit` bytes that does not end inside a scalar value, as a length. */
export function prefixLength(bytes: Uint8Array, limit: number): number {
  const end = Math.min(limit, bytes.length);
  return end - incompleteSuffixLength(bytes, end);
}

/** Where the longest suffix of at most `limit` bytes begins that does not begin inside a scalar value. */
export function suffixStart(bytes: Uint8Array, limit: number): number {
  let start = Math.max(0, bytes.length - limit);
  while (start > 0 && start < bytes.length && isContinuation(bytes[start]!)) start++;
  return start;
}

/**
 * How many bytes to leave out so that what begins at `start` does not begin inside a scalar value: 0 to 3. No scalar
 * value has more continuation bytes, so a fourth one stands alone in any case.
 */
export function leadingContinuations(byteAt: (index: number) => number, length: number): number {
  let count = 0;
  while (count < 3 && count < length && isContinuation(byteAt(count))) count++;
  return count;
}

/** UTF-8 to text: one U+FFFD for each maximal ill-formed part, U+FEFF kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(unshared(bytes));
}

/** The same bytes in memory that no other thread has: browsers decode no other. */
export function unshared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes);
}

/** Text to UTF-8: U+FFFD for a lone surrogate. */
export function encodeUtf8(text: string) {
  return new TextEncoder().encode(text);
}

/** How many bytes `text` has in UTF-8, a lone surrogate as the three bytes of U+FFFD. Allocates nothing. */
export function utf8ByteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else {
      bytes += 2;
      // A pair is two units and four bytes: two more than its length, which the first unit has just added.
      if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++;
    }
  }
  return bytes;
}

/** The same text in memory of its own: engines let a slice keep all of its text alive. */
export function ownedText(text: string): string {
  return decodeUtf8(encodeUtf8(text));
}
