import { copyBytes, type OwnedBytes } from '../bytes.js';
import { Omission } from '../omission.js';
import { BinarySniffer } from '../text/binary.js';
import { Utf8Carry } from '../text/carry.js';
import { plainBytes, unshared } from '../text/utf8.js';
import { HeadTailBuffer } from '../transforms/head-tail-buffer.js';
import type { CheckedCollector } from './options.js';
import { Pipe } from './pipe.js';

export type Piece = Uint8Array | Omission;

/** Bytes of a source that came, and those that its stages left out. */
export interface SourceCounts {
  readonly totalBytes: number;
  readonly removedBytes: number;
}

/** Who sees what comes, masked: the chunks, and the bytes in pieces that end where a scalar value ends. */
export interface Witnesses {
  chunk(chunk: Uint8Array | string, label: string | undefined): void;
  piece(piece: Uint8Array): void;
}

/** What one label holds at the end of a window. */
export interface TakenLane {
  readonly chunks: readonly Piece[];
  readonly pendingBytes: number;
  readonly binary: boolean;
  /** Bytes of the source that came, and those that stages left out of it, where there are stages. */
  readonly source: SourceCounts | undefined;
  /** Where the line feeds are that no source gave: bytes before each. */
  readonly addedAt: readonly number[];
}

export type LaneOptions = Pick<CheckedCollector, 'maxBytes' | 'encoding' | 'mask' | 'through'>;

/** What one source gives, on its way to the buffers. */
export class Lane {
  readonly label: string | undefined;
  readonly carry = new Utf8Carry();
  readonly sniffer = new BinarySniffer();
  readonly #encoding: string | undefined;
  #decoder: TextDecoder | undefined;
  readonly mask: Pipe | undefined;
  readonly through: Pipe | undefined;
  /** For what comes out of the stages. */
  readonly finish = new Utf8Carry();
  /** Bytes that went to the first stage. */
  sourceBytes = 0;
  /** The counts at the last take. */
  taken = { sourceBytes: 0, removedBytes: 0, heldBytes: 0 };
  /** All of this label's text. */
  readonly own: LaneBuffer;
  /** Its line that has not ended: as much of it as the buffers may hold. */
  readonly line: LaneBuffer;

  constructor(label: string | undefined, { maxBytes, encoding, mask, through }: LaneOptions) {
    this.label = label;
    this.#encoding = encoding;
    this.mask = mask && new Pipe(() => [mask(label)]);
    this.through = through && new Pipe(() => through(label));
    this.own = bufferOf(maxBytes);
    this.line = bufferOf(maxBytes);
  }

  /** What came, in UTF-8 or as a string. */
  decoded(chunk: Uint8Array | string): Uint8Array | string {
    if (this.#encoding === undefined || typeof chunk === 'string') return chunk;
    this.#decoder ??= new TextDecoder(this.#encoding, { ignoreBOM: true });
    return this.#decoder.decode(unshared(plainBytes(chunk)), { stream: true });
  }

  /** What was begun in another encoding, and not ended. */
  decodedRest(): string {
    const rest = this.#decoder?.decode() ?? '';
    this.#decoder = undefined;
    return rest;
  }

  get #heldBytes(): number {
    return (this.mask?.pendingBytes ?? 0) + (this.through?.pendingBytes ?? 0) + this.finish.pendingBytes;
  }

  get pendingBytes(): number {
    return this.carry.pendingBytes + this.#heldBytes;
  }

  /** Bytes of its own text, since the last take, that the merged text has. */
  get mergedBytes(): number {
    return this.own.came.bytes - this.line.came.bytes;
  }

  /** Gives what it holds for its label, with the counts since the last take. */
  take(): TakenLane {
    const { pendingBytes, sniffer } = this;
    const chunks = this.label === undefined ? [] : this.own.drainChunks();
    return { chunks, pendingBytes, binary: sniffer.isBinary, source: this.#takeCounts(), addedAt: [] };
  }

  #takeCounts(): SourceCounts | undefined {
    const { mask, through, sourceBytes, carry, taken } = this;
    if (!mask && !through) return undefined;
    const removedBytes = (mask?.removedBytes ?? 0) + (through?.removedBytes ?? 0);
    this.taken = { sourceBytes, removedBytes, heldBytes: this.#heldBytes };
    return {
      totalBytes: sourceBytes - taken.sourceBytes + taken.heldBytes + carry.pendingBytes,
      removedBytes: removedBytes - taken.removedBytes,
    };
  }
}

/** What its `push` gives is not used, and what it drains is used up at once: no copies need be made. */
export class LaneBuffer extends HeadTailBuffer {
  protected override lends = true;

  override drainChunks(): readonly (OwnedBytes | Omission)[] {
    return this.drainEnds(true);
  }

  override get came() {
    return super.came;
  }
}

export const bufferOf = (maxBytes: number) => new LaneBuffer({ maxBytes, align: 'sequence', marker: 'chunk' });

/** A piece that stays as it is whatever comes. */
export const ownedPiece = (piece: Piece): Piece => (piece instanceof Omission ? piece : copyBytes(piece));

/** Gives a buffer what it drained: views of its own memory, which the first push would write over. */
export function pushBack(buffer: HeadTailBuffer, chunks: readonly Piece[]): void {
  for (const chunk of chunks.map(ownedPiece)) buffer.push(chunk);
}

export const holdsAny = (buffer: HeadTailBuffer) => buffer.retainedBytes + buffer.omittedBytes > 0;

/** What all lanes count together. */
export function sumOf(lanes: readonly TakenLane[]): Omit<TakenLane, 'chunks' | 'addedAt'> {
  const total = (count: (lane: TakenLane) => number) => lanes.reduce((sum, lane) => sum + count(lane), 0);
  return {
    pendingBytes: total(({ pendingBytes }) => pendingBytes),
    binary: lanes.some(({ binary }) => binary),
    source: lanes[0]?.source && {
      totalBytes: total(({ source }) => source?.totalBytes ?? 0),
      removedBytes: total(({ source }) => source?.removedBytes ?? 0),
    },
  };
}
