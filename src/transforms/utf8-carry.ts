import { checkTextChunk, copyBytes, type OwnedBytes } from '../bytes.js';
import { Omission } from '../omission.js';
import { Utf8Carry } from '../text/carry.js';
import { ChunkTransform } from '../transform.js';

/**
 * Passes bytes on, cut so that no chunk ends inside a scalar value; a string passes as its UTF-8.
 *
 * The bytes that come out are the bytes that went in: only a suffix that can still become a scalar value is held, and
 * `flush` releases it unchanged. Holds at most three bytes, or one half of a surrogate pair. A string that comes while
 * bytes are held releases these first, and bytes release a half pair (as U+FFFD). An {@link Omission} passes, and
 * releases what is held as well.
 *
 * @throws {TypeError} From `push`, if a chunk is of another kind.
 * @example
 * const carry = new Utf8CarryTransform();
 * carry.push(Uint8Array.of(0x61, 0xe2, 0x82)); // [ Uint8Array(1) [ 97 ] ]
 * carry.pendingBytes; // 2
 * carry.push(Uint8Array.of(0xac)); // [ Uint8Array(3) [ 226, 130, 172 ] ]
 */
export class Utf8CarryTransform<I extends Uint8Array | string | Omission = Uint8Array | string> extends ChunkTransform<
  I,
  OwnedBytes | Extract<I, Omission>
> {
  protected override readonly borrows = true;
  readonly #carry = new Utf8Carry();
  #out: OwnedBytes[] = [];
  /** Copied: the source may write its next chunk into the same buffer. */
  readonly #give = (piece: Uint8Array) => {
    this.#out.push(this.lends ? (piece as OwnedBytes) : copyBytes(piece));
  };

  /** Bytes that `flush` would release now. */
  get pendingBytes(): number {
    return this.#carry.pendingBytes;
  }

  override push(chunk: I): readonly (OwnedBytes | Extract<I, Omission>)[] {
    if (chunk instanceof Omission) return [...this.flush(), chunk as Extract<I, Omission>];
    checkTextChunk('Utf8CarryTransform', chunk);
    const out = this.#out;
    this.#carry.write(chunk, this.#give);
    this.#out = [];
    return out;
  }

  override flush(): readonly OwnedBytes[] {
    const out: OwnedBytes[] = [];
    this.#carry.flush((piece) => out.push(piece));
    return out;
  }
}
