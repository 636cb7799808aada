import { encodeUtf8, incompleteSuffixLength, plainBytes } from './utf8.js';

/** Code units that are encoded at a time: bounds the memory beside a long string. */
const MOST_UNITS = 16_384;

/** Up to so many bytes it costs less to put a held beginning and a chunk together than to give two pieces. */
const MOST_JOINED_BYTES = 1024;

/**
 * Bytes and strings in, pieces of UTF-8 out that never end inside a scalar value. Holds at most three bytes, or one
 * half of a surrogate pair. A piece may be a view, of the chunk or of what is written over next: it is to be used, or
 * copied, before `write` returns.
 */
export class Utf8Carry {
  /** The beginning of a scalar value that ended a chunk, with room for the byte that comes next. */
  readonly #bytes = new Uint8Array(4);
  #held = 0;
  /** A held beginning and the chunk behind it; made when it is first needed. */
  #joined: Uint8Array | undefined;
  /** A high surrogate that ended a string. */
  #half = '';

  /** What `flush` would give now, in bytes: a held half of a pair counts as U+FFFD. */
  get pendingBytes(): number {
    return this.#half === '' ? this.#held : 3;
  }

  write(chunk: Uint8Array | string, use: (piece: Uint8Array) => void): void {
    if (chunk.length === 0) return;
    if (typeof chunk === 'string') this.#writeString(chunk, use);
    else this.#writeBytes(plainBytes(chunk), use);
  }

  /** Gives what is held: bytes unchanged, half of a pair as U+FFFD. */
  flush(use: (piece: ReturnType<typeof encodeUtf8>) => void): void {
    if (this.#held === 0 && this.#half === '') return;
    const held = this.#half === '' ? this.#bytes.slice(0, this.#held) : encodeUtf8(this.#half);
    this.#held = 0;
    this.#half = '';
    use(held);
  }

  #writeString(chunk: string, use: (piece: Uint8Array) => void): void {
    if (this.#held > 0) this.flush(use);
    let text = this.#half + chunk;
    this.#half = '';
    if (endsInHighSurrogate(text, text.length)) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    for (let at = 0; at < text.length; ) {
      let end = Math.min(text.length, at + MOST_UNITS);
      if (end < text.length && endsInHighSurrogate(text, end)) end--;
      use(encodeUtf8(text.slice(at, end)));
      at = end;
    }
  }

  #writeBytes(chunk: Uint8Array, use: (piece: Uint8Array) => void): void {
    if (this.#half !== '') this.flush(use);
    if (this.#held === 0) this.#give(chunk, 0, use);
    else if (chunk.length <= MOST_JOINED_BYTES) this.#give(this.#join(chunk), 0, use);
    else this.#complete(chunk, use);
  }

  #join(chunk: Uint8Array): Uint8Array {
    this.#joined ??= new Uint8Array(3 + MOST_JOINED_BYTES);
    const joined = this.#joined;
    for (let i = 0; i < this.#held; i++) joined[i] = this.#bytes[i]!;
    joined.set(chunk, this.#held);
    const length = this.#held + chunk.length;
    this.#held = 0;
    return joined.subarray(0, length);
  }

  #complete(chunk: Uint8Array, use: (piece: Uint8Array) => void): void {
    let at = 0;
    // At most three times: a held beginning is completed, or turns out to be none.
    while (this.#held > 0) {
      this.#bytes[this.#held++] = chunk[at++]!;
      const rest = incompleteSuffixLength(this.#bytes, this.#held);
      if (rest === this.#held) continue;
      const piece = this.#bytes.slice(0, this.#held - rest);
      this.#hold(chunk, at - rest, at);
      use(piece);
    }
    this.#give(chunk, at, use);
  }

  /** Gives the chunk from `at` on, but for what may begin a scalar value. */
  #give(chunk: Uint8Array, at: number, use: (piece: Uint8Array) => void): void {
    // Never reaches back before `at`: a scalar value that began there would still be held.
    const end = chunk.length - incompleteSuffixLength(chunk, chunk.length);
    if (end < chunk.length) this.#hold(chunk, end, chunk.length);
    if (end > at) use(at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end));
  }

  #hold(chunk: Uint8Array, start: number, end: number): void {
    for (let i = start; i < end; i++) this.#bytes[i - start] = chunk[i]!;
    this.#held = end - start;
  }
}

function endsInHighSurrogate(text: string, end: number): boolean {
  return end > 0 && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
}
