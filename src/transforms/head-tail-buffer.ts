import { checkTextChunk, concatBytes, type OwnedBytes } from '../bytes.js';
import { HeadTailWindow } from '../keep/head-tail-window.js';
import { Omission, omissionText } from '../omission.js';
import { checkChoice, checkInteger, checkOptions, show } from '../options.js';
import { Utf8Carry } from '../text/carry.js';
import { encodeUtf8, plainBytes } from '../text/utf8.js';
import { ChunkTransform } from '../transform.js';

/** How many bytes are kept, where they may be cut, and what stands for the rest. */
export type HeadTailBufferOptions = ({ maxBytes: number } | { headBytes: number; tailBytes: number }) & {
  /**
   * Where head and tail may be cut: between scalar values, the default, or at any byte. Up to three bytes a side are
   * trimmed to reach a scalar value, and count as omitted.
   */
  align?: 'scalar' | 'byte';
  /**
   * What stands for the omitted bytes: a text of the caller's, nothing (`false`), or the {@link Omission} as a chunk of
   * its own (`'chunk'`). The default is `"\n... N bytes omitted ...\n"`. It comes on top of the limits.
   */
  marker?: false | 'chunk' | ((omission: Omission) => string);
};

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
 * `headBytes + tailBytes` bytes, in buffers that grow to that size.
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
  /** Bytes of the head that `push` has given. */
  #given = 0;

  constructor(options: HeadTailBufferOptions) {
    super();
    const { headBytes, tailBytes, align, marker } = checkedOptions(options);
    this.#marker = marker;
    // Counting lines and scalar values reads every byte: only for those who are told of them.
    this.#window = new HeadTailWindow(
      headBytes,
      tailBytes,
      align === 'scalar',
      marker !== omissionText && marker !== false,
    );
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

  override push(chunk: Uint8Array | string | Omission): readonly OwnedBytes[] {
    const window = this.#window;
    if (chunk instanceof Omission) {
      this.#releasePending();
      window.omit(chunk);
    } else if (typeof chunk === 'string') {
      this.#carry.write(chunk, this.#keep);
    } else {
      checkTextChunk('HeadTailBuffer', chunk);
      // Bytes need no carry: only the borders of what is kept are ever aligned.
      if (chunk.length > 0) this.#releasePending();
      window.push(plainBytes(chunk));
    }
    return this.#give(window.settledHeadLength);
  }

  override flush(): readonly (OwnedBytes | Omission)[] {
    this.#releasePending();
    return [...this.#give(this.#window.headLength), ...this.#marked(), ...nonEmpty(this.#window.copyTail())];
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

  /** Drains as chunks: head, marker and tail, each where there is one; views that are good until the next push, if it lends. */
  drainChunks(): readonly (OwnedBytes | Omission)[] {
    const { head, tail } = this.#window.ends(this.lends);
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

  #releasePending(): void {
    this.#carry.flush(this.#keep);
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
    return nonEmpty(encodeUtf8(marker));
  }
}

const nonEmpty = (bytes: OwnedBytes) => (bytes.length > 0 ? [bytes] : []);

function checkedOptions(options: HeadTailBufferOptions) {
  const owner = 'Cannot create HeadTailBuffer';
  const given: { maxBytes?: unknown; headBytes?: unknown; tailBytes?: unknown } & Partial<HeadTailBufferOptions> =
    checkOptions(owner, options);
  const { align = 'scalar', marker = omissionText } = given;
  checkChoice(owner, 'align', align, ['scalar', 'byte']);
  if (marker !== false && marker !== 'chunk' && typeof marker !== 'function') {
    throw new TypeError(`${owner}: marker must be false, 'chunk' or a function, got ${show(marker)}`);
  }
  if (given.maxBytes === undefined) {
    const headBytes = checkInteger(owner, 'headBytes', given.headBytes);
    const tailBytes = checkInteger(owner, 'tailBytes', given.tailBytes);
    return { headBytes, tailBytes, align, marker };
  }
  if (given.headBytes !== undefined || given.tailBytes !== undefined) {
    throw new TypeError(`${owner}: maxBytes stands for headBytes and tailBytes; give one or the other`);
  }
  const maxBytes = checkInteger(owner, 'maxBytes', given.maxBytes);
  const headBytes = Math.floor(maxBytes / 2);
  return { headBytes, tailBytes: maxBytes - headBytes, align, marker };
}
