import { checkTextChunk } from '../bytes.js';
import { Omission } from '../omission.js';
import { Utf8Carry } from '../text/carry.js';
import { HeadTailBuffer } from '../transforms/head-tail-buffer.js';

type Piece = Uint8Array | Omission;

const LF = 0x0a;
const LINE_FEED = /* @__PURE__ */ Uint8Array.of(LF);

/** What one label holds at the end of a window. */
export interface TakenLane {
  readonly chunks: readonly Piece[];
  readonly pendingBytes: number;
  /** Line feeds that no source gave. */
  readonly addedBytes: number;
}

/** What all lanes hold at the end of a window, merged and by label. */
export interface Taken extends TakenLane {
  readonly lanes: ReadonlyMap<string, TakenLane>;
}

/**
 * Where the chunks of all sources go: through one UTF-8 carry each into bounded buffers, one for the merged text and one
 * for each label. Labelled sources are merged by lines, in order of completion.
 */
export class Lanes {
  readonly #merged: HeadTailBuffer;
  readonly #lanes: ReadonlyMap<string | undefined, Lane>;
  readonly #onPiece: (piece: Uint8Array) => void;
  /** False while the merged text ends inside a line. */
  #atLineStart = true;
  #addedBytes = 0;

  constructor(labels: readonly (string | undefined)[], maxBytes: number, onPiece: (piece: Uint8Array) => void) {
    this.#merged = bufferOf(maxBytes);
    this.#lanes = new Map(labels.map((label) => [label, new Lane(label, maxBytes)]));
    this.#onPiece = onPiece;
  }

  get hasMerged(): boolean {
    return holdsAny(this.#merged);
  }

  /** @throws {TypeError} If the chunk is neither bytes, a string, nor an `Omission`. */
  push(label: string | undefined, chunk: unknown): void {
    const lane = this.#lanes.get(label)!;
    if (chunk instanceof Omission) {
      this.#release(lane);
      this.#add(lane, chunk);
    } else {
      checkTextChunk('collect()', chunk);
      lane.carry.write(chunk, (piece) => this.#add(lane, piece));
    }
  }

  /** Nothing can complete what a source left unfinished: it is text now. */
  end(label: string | undefined): void {
    this.#release(this.#lanes.get(label)!);
  }

  endAll(): void {
    for (const lane of this.#lanes.values()) this.#release(lane);
  }

  /** Gives everything but what is pending, and starts anew. */
  take(): Taken {
    this.mergeAll();
    const addedBytes = this.#addedBytes;
    this.#addedBytes = 0;
    const lanes = new Map<string, TakenLane>();
    let pendingBytes = 0;
    for (const { label, own, carry } of this.#lanes.values()) {
      pendingBytes += carry.pendingBytes;
      if (label === undefined) continue;
      lanes.set(label, { chunks: own.drainChunks(), pendingBytes: carry.pendingBytes, addedBytes: 0 });
    }
    return { chunks: this.takeMerged(), pendingBytes, addedBytes, lanes };
  }

  /** Undoes the last `take`, before anything else came. */
  putBack({ chunks, addedBytes, lanes }: Taken): void {
    this.#addedBytes += addedBytes;
    for (const chunk of chunks) this.#merged.push(chunk);
    for (const [label, { chunks }] of lanes) for (const chunk of chunks) this.#lanes.get(label)!.own.push(chunk);
  }

  /** Ends the lines that are not finished, each behind a line feed if another one stands before it. */
  mergeAll(): void {
    for (const { line } of this.#lanes.values()) {
      if (!holdsAny(line)) continue;
      if (!this.#atLineStart) {
        this.#merged.push(LINE_FEED);
        this.#addedBytes++;
      }
      this.#merge(line);
      this.#atLineStart = false;
    }
  }

  takeMerged(): readonly Piece[] {
    this.#atLineStart = true;
    return this.#merged.drainChunks();
  }

  #release(lane: Lane): void {
    lane.carry.flush((piece) => this.#add(lane, piece));
  }

  #add(lane: Lane, piece: Piece): void {
    if (!(piece instanceof Omission)) this.#onPiece(piece);
    if (lane.label === undefined) {
      this.#merged.push(piece);
      return;
    }
    lane.own.push(piece);
    const lineEnd = piece instanceof Omission ? 0 : piece.lastIndexOf(LF) + 1;
    if (piece instanceof Omission || lineEnd === 0) {
      lane.line.push(piece);
      return;
    }
    this.#merge(lane.line);
    this.#merged.push(piece.subarray(0, lineEnd));
    this.#atLineStart = true;
    lane.line.push(piece.subarray(lineEnd));
  }

  #merge(line: HeadTailBuffer): void {
    for (const chunk of line.drainChunks()) this.#merged.push(chunk);
  }
}

class Lane {
  readonly label: string | undefined;
  readonly carry = new Utf8Carry();
  /** All of this label's text. */
  readonly own: HeadTailBuffer;
  /** Its line that has not ended: as much of it as the buffers may hold. */
  readonly line: HeadTailBuffer;

  constructor(label: string | undefined, maxBytes: number) {
    this.label = label;
    this.own = bufferOf(maxBytes);
    this.line = bufferOf(maxBytes);
  }
}

const bufferOf = (maxBytes: number) => new HeadTailBuffer({ maxBytes, marker: 'chunk' });

const holdsAny = (buffer: HeadTailBuffer) => buffer.retainedBytes + buffer.omittedBytes > 0;
