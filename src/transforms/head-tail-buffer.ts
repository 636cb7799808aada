import { checkTextChunk, concatBytes, type OwnedBytes } from '../bytes.js';
import { checkedHeadTail, type HeadTailBufferOptions } from '../keep/head-tail-options.js';
import { HeadTailWindow } from '../keep/head-tail-window.js';
import { Omission, omissionText } from '../omission.js';
import { show } from '../options.js';
import { Utf8Carry } from '../text/carry.js';
import { RESET } from '../text/looks.js';
import { encodeUtf8, plainBytes } from '../text/utf8.js';
import { ChunkTransform } from '../transform.js';

export type { HeadTailBufferOptions } from '../keep/head-tail-options.js';

/** What a {@link HeadTailBuffer} holds: owned copies. `head.length + omittedBytes + tail.length` is `totalBytes`. */
export interface HeadTailSnapshot {
  head: OwnedBytes;
  tail: OwnedBytes;
  omittedBytes: number;
  totalBytes: number;
}

/**
 * Keeps the first and the last bytes of a stream, and counts what is between.
 *
 * `maxBytes` is split into `floor(maxBytes / 2)` for the head and the rest for the tail. Nothing is omitted while all of
 * the input fits both. As a stream it emits the head at once, marker and tail at the end. Holds at most
 * `headBytes + tailBytes` bytes, and 256 more with `align: 'sequence'`, in buffers that grow to that size.
 *
 * An `Omission` that comes in ends the head there; the tail starts after the last one.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind, or no integer >= 0; from `push`, if a chunk is
 * neither bytes, a string, nor an `Omission`.
 * @example
 * const buffer = new HeadTailBuffer({ headBytes: 1, tailBytes: 1, marker: false });
 * [...buffer.push(Uint8Array.of(7, 8, 9)), ...buffer.flush()]; // [ Uint8Array(1) [ 7 ], Uint8Array(1) [ 9 ] ]
 * buffer.omittedBytes; // 1
 */
export class HeadTailBuffer extends ChunkTransform<Uint8Array | string | Omission, OwnedBytes | Omission> {
  protected override readonly borrows = true;
  readonly #marker: NonNullable<HeadTailBufferOptions['marker']>;
  readonly #carry = new Utf8Carry();
  readonly #window: HeadTailWindow;
  readonly #keep = (piece: Uint8Array) => this.#window.push(piece);
  /** Bytes of the windows that were drained. */
  #drainedBytes = 0;
  /** Bytes of the head that were given; `Infinity` once all was. */
  #given = 0;

  constructor(options: HeadTailBufferOptions) {
    super();
    const { headBytes, tailBytes, align, marker } = checkedHeadTail(options);
    this.#marker = marker;
    // Counting lines and scalar values reads every byte: only for those who are told of them.
    this.#window = new HeadTailWindow(headBytes, tailBytes, align, marker !== omissionText && marker !== false);
  }

  /** All bytes that came, drained and pending ones included. */
  get totalBytes(): number {
    return this.#drainedBytes + this.#window.totalBytes + this.pendingBytes;
  }

  /** Bytes of half a surrogate pair that ended a string: neither held nor left out before more comes. */
  get pendingBytes(): number {
    return this.#carry.pendingBytes;
  }

  /** Bytes that are held. */
  get retainedBytes(): number {
    return this.#window.headLength + this.#window.tailLength;
  }

  /** Bytes that were left out since the last drain. */
  get omittedBytes(): number {
    return this.#window.totalBytes - this.retainedBytes;
  }

  /** All that came since the last drain, in the units of an `Omission` where these are counted. */
  protected get came() {
    return this.#window.came;
  }

  override push(chunk: Uint8Array | string | Omission): readonly OwnedBytes[] {
    const window = this.#window;
    if (chunk instanceof Omission) {
      this.#carry.flush(this.#keep);
      window.omit(chunk);
    } else if (typeof chunk === 'string') {
      this.#carry.write(chunk, this.#keep);
    } else {
      checkTextChunk('HeadTailBuffer', chunk);
      // Bytes need no carry: only the borders of what is kept are ever aligned.
      if (chunk.length > 0) this.#carry.flush(this.#keep);
      window.push(plainBytes(chunk));
    }
    return this.#give(window.settledHeadLength);
  }

  override flush(): readonly (OwnedBytes | Omission)[] {
    if (this.#given === Infinity) return [];
    this.#carry.flush(this.#keep);
    const head = this.#give(this.#window.headLength);
    this.#given = Infinity;
    return [...head, ...this.#marked(), ...nonEmpty(this.#window.copyTail())];
  }

  /** What is held now, as copies. */
  snapshot(): HeadTailSnapshot {
    const { totalBytes } = this.#window;
    const head = this.#window.copyHead();
    const tail = this.#window.copyTail();
    return { head, tail, omittedBytes: totalBytes - head.length - tail.length, totalBytes };
  }

  /** Gives what is held and starts anew: only `totalBytes` goes on. Half of a surrogate pair stays for the next string. */
  drain(): HeadTailSnapshot {
    const snapshot = this.snapshot();
    this.#clear();
    return snapshot;
  }

  /** Drains as chunks: head, marker and tail, each where there is one. */
  drainChunks(): readonly (OwnedBytes | Omission)[] {
    return this.drainEnds(false);
  }

  /** The same, as copies or as views that are good until the next push. */
  protected drainEnds(asViews: boolean): readonly (OwnedBytes | Omission)[] {
    const { head, tail } = this.#window.ends(asViews);
    const chunks = [...head, ...this.#marked(), ...tail];
    this.#clear();
    return chunks;
  }

  /** Head and tail, one behind the other. */
  toBytes(): OwnedBytes {
    return concatBytes([this.#window.copyHead(), this.#window.copyTail()]);
  }

  /** Head, marker and tail: the bytes of what `push` and `flush` give. */
  toBytesWithMarker(): OwnedBytes {
    const marker = this.#marked().filter((piece) => piece instanceof Uint8Array);
    return concatBytes([this.#window.copyHead(), ...marker, this.#window.copyTail()]);
  }

  #clear(): void {
    this.#drainedBytes += this.#window.totalBytes;
    this.#window.clear();
    this.#given = 0;
  }

  /** The part of the head up to `end` that has not gone out. */
  #give(end: number): OwnedBytes[] {
    const start = this.#given;
    if (end <= start) return [];
    this.#given = end;
    return [this.lends ? this.#window.viewHead(start, end) : this.#window.copyHead(start, end)];
  }

  /** The marker, in the form that was asked for. */
  #marked(): (OwnedBytes | Omission)[] {
    if (this.omittedBytes === 0 || this.#marker === false) return [];
    const omission = this.#window.omission();
    if (this.#marker === 'chunk') return [omission];
    const marker: unknown = this.#marker(omission);
    if (typeof marker !== 'string') {
      throw new TypeError(`The marker of a HeadTailBuffer must be a string, got ${show(marker)}`);
    }
    return nonEmpty(encodeUtf8((this.#window.leavesLookOpen ? RESET : '') + marker));
  }
}

const nonEmpty = (bytes: OwnedBytes) => (bytes.length > 0 ? [bytes] : []);
