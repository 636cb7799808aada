import { show } from './options.js';
import { incompleteSuffixLength, isBytes } from './text/utf8.js';

export { isBytes } from './text/utf8.js';

/** A byte sequence, as it is taken: a Node `Buffer` is one, and shared memory may be behind it. */
export type Bytes = Uint8Array;

/**
 * A byte sequence, as it is given out: a plain `Uint8Array` that owns its memory, which is not shared. Platforms ask for
 * that (`new Blob([bytes])`), and TypeScript with them, from 5.9 on; before 5.7 it had no name for it but `Uint8Array`.
 */
export type OwnedBytes = ReturnType<Uint8ArrayConstructor['of']>;

export const NO_BYTES: OwnedBytes = /* @__PURE__ */ new Uint8Array(0);

/** @throws {TypeError} If a chunk is neither bytes nor a string. */
export function checkTextChunk(owner: string, chunk: unknown): asserts chunk is Bytes | string {
  if (typeof chunk === 'string' || isBytes(chunk)) return;
  throw new TypeError(`Cannot push to ${owner}: a chunk must be a Uint8Array or a string, got ${show(chunk)}`);
}

/** An owned copy. `chunk.slice()` would not do: on a Node `Buffer` it is a mere view. */
export function copyBytes(bytes: Bytes, start = 0, end = bytes.length): OwnedBytes {
  return new Uint8Array(end - start === bytes.length ? bytes : bytes.subarray(start, end));
}

export function concatBytes(parts: readonly Bytes[]): OwnedBytes {
  let length = 0;
  for (const part of parts) length += part.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const FIRST_CAPACITY = 1024;

/** The first `limit` bytes pushed. Grows to its size; never larger than `limit`. */
export class ByteHead {
  readonly limit: number;
  #buffer: OwnedBytes = NO_BYTES;
  #length = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  /** Copies what fits and gives the number of bytes taken. */
  push(bytes: Bytes): number {
    const taken = Math.min(bytes.length, this.limit - this.#length);
    if (taken === 0) return 0;
    const end = this.#length + taken;
    if (end > this.#buffer.length) this.#buffer = grown(this.#buffer, end, this.limit);
    this.#buffer.set(taken === bytes.length ? bytes : bytes.subarray(0, taken), this.#length);
    this.#length = end;
    return taken;
  }

  clear(): void {
    this.#length = 0;
  }

  /** How much of it does not end inside a scalar value. */
  get wholeLength(): number {
    return this.#length - incompleteSuffixLength(this.#buffer, this.#length);
  }

  /** What is kept, as a view that is good until the next push. */
  view(start = 0, end = this.#length): OwnedBytes {
    return this.#buffer.subarray(start, end);
  }
}

/** The last `limit` bytes pushed, in a ring that grows to its size. */
export class ByteTail {
  readonly limit: number;
  #ring: OwnedBytes = NO_BYTES;
  /** Where the oldest byte is. Zero until the ring is as large as the limit, so growing never unwinds it. */
  #start = 0;
  #length = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  push(bytes: Bytes): void {
    const { limit } = this;
    if (bytes.length === 0 || limit === 0) return;
    if (bytes.length >= limit) {
      if (this.#ring.length < limit) this.#ring = new Uint8Array(limit);
      this.#ring.set(bytes.length === limit ? bytes : bytes.subarray(bytes.length - limit));
      this.#start = 0;
      this.#length = limit;
      return;
    }
    const needed = Math.min(limit, this.#length + bytes.length);
    if (needed > this.#ring.length) this.#ring = grown(this.#ring, needed, limit);
    const capacity = this.#ring.length;
    const end = (this.#start + this.#length) % capacity;
    const first = Math.min(bytes.length, capacity - end);
    this.#ring.set(first === bytes.length ? bytes : bytes.subarray(0, first), end);
    if (first < bytes.length) this.#ring.set(bytes.subarray(first), 0);
    const over = this.#length + bytes.length - capacity;
    if (over > 0) this.#start = (this.#start + over) % capacity;
    this.#length = Math.min(capacity, this.#length + bytes.length);
  }

  /** The byte at `index` from the oldest; `index` must be less than `length`. */
  at(index: number): number {
    return this.#ring[(this.#start + index) % this.#ring.length]!;
  }

  /** What is kept from `index` on, as one or two views that are good until the next push. */
  views(index = 0): readonly OwnedBytes[] {
    const from = this.#start + index;
    const end = this.#start + this.#length;
    const capacity = this.#ring.length;
    if (end <= capacity) return [this.#ring.subarray(from, end)];
    if (from >= capacity) return [this.#ring.subarray(from - capacity, end - capacity)];
    return [this.#ring.subarray(from), this.#ring.subarray(0, end - capacity)];
  }

  /** An owned copy of what is kept from `index` on. */
  copy(index = 0): OwnedBytes {
    return concatBytes(this.views(index));
  }

  clear(): void {
    this.#start = 0;
    this.#length = 0;
  }
}

/** A larger buffer with the same beginning: at least `needed`, doubled where the limit allows. */
function grown(buffer: Bytes, needed: number, limit: number): OwnedBytes {
  const larger = new Uint8Array(Math.min(limit, Math.max(needed, 2 * buffer.length, FIRST_CAPACITY)));
  larger.set(buffer);
  return larger;
}
