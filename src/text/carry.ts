import { encodeUtf8, incompleteUtf8SuffixLength } from './utf8.js';

/** Code units that are encoded at a time: bounds the memory beside a long string. */
const MOST_UNITS = 16_384;
const NONE = /* @__PURE__ */ new Uint8Array(0);

/**
 * Bytes and strings in, pieces of UTF-8 out that never end inside a scalar value. Holds at most three bytes, or one
 * half of a surrogate pair. A piece may be a view of the chunk: it is to be used, or copied, before `write` returns.
 */
export class Utf8Carry {
  #bytes: Uint8Array = NONE;
  /** A high surrogate that ended a string. */
  #half = '';

  /** What `flush` would give now, in bytes: a held half of a pair counts as U+FFFD. */
  get pendingBytes(): number {
    return this.#half === '' ? this.#bytes.length : 3;
  }

  write(chunk: Uint8Array | string, use: (piece: Uint8Array) => void): void {
    if (chunk.length === 0) return;
    if (typeof chunk === 'string') this.#writeString(chunk, use);
    else this.#writeBytes(chunk, use);
  }

  /** Gives what is held: bytes unchanged, half of a pair as U+FFFD. */
  flush(use: (piece: Uint8Array) => void): void {
    const held = this.#half === '' ? this.#bytes : encodeUtf8(this.#half);
    this.#bytes = NONE;
    this.#half = '';
    if (held.length > 0) use(held);
  }

  #writeString(chunk: string, use: (piece: Uint8Array) => void): void {
    if (this.#bytes.length > 0) this.flush(use);
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
    let at = 0;
    // At most three times: a held beginning is completed, or turns out to be none.
    while (this.#bytes.length > 0 && at < chunk.length) {
      const joined = Uint8Array.of(...this.#bytes, chunk[at++]!);
      const whole = joined.length - incompleteUtf8SuffixLength(joined);
      this.#bytes = joined.subarray(whole);
      if (whole > 0) use(joined.subarray(0, whole));
    }
    if (at === chunk.length) return;
    const end = chunk.length - incompleteUtf8SuffixLength(at === 0 ? chunk : chunk.subarray(at));
    if (end < chunk.length) this.#bytes = new Uint8Array(chunk.subarray(end));
    if (end > at) use(at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end));
  }
}

function endsInHighSurrogate(text: string, end: number): boolean {
  return end > 0 && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
}
