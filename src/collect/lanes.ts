import { checkTextChunk } from '../bytes.js';
import { Omission } from '../omission.js';
import { Utf8Carry } from '../text/carry.js';
import { HeadTailBuffer } from '../transforms/head-tail-buffer.js';
import { Runs } from './runs.js';

type Piece = Uint8Array | Omission;

const LF = 0x0a;
const LINE_FEED = /* @__PURE__ */ Uint8Array.of(LF);

/** What one label holds at the end of a window. */
export interface TakenLane {
  readonly chunks: readonly Piece[];
  readonly pendingBytes: number;
  /** Where the line feeds are that no source gave: bytes before each. */
  readonly addedAt: readonly number[];
}

/** What all lanes hold at the end of a window, merged and by label. */
export interface Taken extends TakenLane {
  readonly lanes: ReadonlyMap<string, TakenLane>;
  readonly runs: Runs;
  readonly lineOwner: Lane | undefined;
}

/**
 * Where the chunks of all sources go: through one UTF-8 carry each into bounded buffers, one for the merged text and one
 * for each label. Labelled sources are merged by lines, in order of completion.
 */
export class Lanes {
  #merged: HeadTailBuffer;
  readonly #lanes: ReadonlyMap<string | undefined, Lane>;
  readonly #onPiece: (piece: Uint8Array) => void;
  /** Whose line it is that the merged text ends inside of. */
  #lineOwner: Lane | undefined;
  #addedAt: number[] = [];
  #runs = new Runs();
  /** Bytes of the merged text that were taken. */
  #takenBytes = 0;

  constructor(labels: readonly (string | undefined)[], maxBytes: number, onPiece: (piece: Uint8Array) => void) {
    this.#merged = bufferOf(maxBytes);
    this.#lanes = new Map(labels.map((label) => [label, new Lane(label, maxBytes)]));
    this.#onPiece = onPiece;
  }

  get #mergedBytes(): number {
    return this.#merged.totalBytes - this.#takenBytes;
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
      checkTextChunk('a collector', chunk);
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
    const lanes = new Map<string, TakenLane>();
    let pendingBytes = 0;
    for (const { label, own, carry } of this.#lanes.values()) {
      pendingBytes += carry.pendingBytes;
      if (label === undefined) continue;
      lanes.set(label, { chunks: own.drainChunks(), pendingBytes: carry.pendingBytes, addedAt: [] });
    }
    const [addedAt, runs, lineOwner] = [this.#addedAt, this.#runs, this.#lineOwner];
    return { chunks: this.takeMerged(), pendingBytes, addedAt, lanes, runs, lineOwner };
  }

  /** Undoes the last `take`, before anything else came. */
  putBack({ chunks, addedAt, lanes, runs, lineOwner }: Taken): void {
    for (const chunk of chunks) this.#merged.push(chunk);
    for (const [label, { chunks }] of lanes) for (const chunk of chunks) this.#lanes.get(label)!.own.push(chunk);
    this.#addedAt = [...addedAt];
    this.#runs = runs;
    this.#lineOwner = lineOwner;
  }

  /** Puts the lines that are not finished behind the others. */
  mergeAll(): void {
    for (const lane of this.#lanes.values()) {
      if (!holdsAny(lane.line)) continue;
      this.#mergeLine(lane);
      this.#lineOwner = lane;
    }
  }

  takeMerged(): readonly Piece[] {
    this.#lineOwner = undefined;
    this.#addedAt = [];
    this.#runs = new Runs();
    this.#takenBytes = this.#merged.totalBytes;
    return this.#merged.drainChunks();
  }

  /** From now on the merged text is as long as it comes, until it is taken. */
  unbindMerged(): void {
    const held = this.#merged.drainChunks();
    this.#merged = bufferOf(Number.MAX_SAFE_INTEGER);
    for (const chunk of held) this.#merged.push(chunk);
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
    this.#mergeLine(lane);
    this.#merged.push(piece.subarray(0, lineEnd));
    this.#lineOwner = undefined;
    lane.line.push(piece.subarray(lineEnd));
  }

  /** Adds what a lane has of a line, behind a line feed if the merged text ends inside a line of another lane. */
  #mergeLine(lane: Lane): void {
    if (this.#lineOwner && this.#lineOwner !== lane) {
      this.#addedAt.push(this.#mergedBytes);
      this.#merged.push(LINE_FEED);
    }
    this.#runs.add(this.#mergedBytes, lane.label);
    for (const chunk of lane.line.drainChunks()) this.#merged.push(chunk);
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

/** What its `push` gives is not used: no copy need be made for it. */
class Kept extends HeadTailBuffer {
  protected override lends = true;
}

const bufferOf = (maxBytes: number) => new Kept({ maxBytes, marker: 'chunk' });

const holdsAny = (buffer: HeadTailBuffer) => buffer.retainedBytes + buffer.omittedBytes > 0;
