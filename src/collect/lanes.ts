import { checkTextChunk } from '../bytes.js';
import { Omission } from '../omission.js';
import {
  bufferOf,
  holdsAny,
  Lane,
  type LaneBuffer,
  type LaneOptions,
  type Piece,
  pushBack,
  sumOf,
  type TakenLane,
  type Witnesses,
} from './lane.js';
import { Runs } from './runs.js';

const LF = 0x0a;
const LINE_FEED = /* @__PURE__ */ Uint8Array.of(LF);

/** What all lanes hold at the end of a window, merged and by label. */
export interface Taken extends TakenLane {
  readonly lanes: ReadonlyMap<string, TakenLane>;
  readonly runs: Runs;
  readonly lineOwner: Lane | undefined;
  /** Undoes the counts of the lanes. */
  undo(): void;
}

/**
 * Where the chunks of all sources go: through one UTF-8 carry each into bounded buffers, one for the merged text and one
 * for each label. Labelled sources are merged by lines, in order of completion.
 */
export class Lanes {
  #merged: LaneBuffer;
  readonly #lanes: ReadonlyMap<string | undefined, Lane>;
  readonly #witnesses: Witnesses;
  /** Whose line it is that the merged text ends inside of. */
  #lineOwner: Lane | undefined;
  #addedAt: number[] = [];
  #runs = new Runs();

  constructor(labels: readonly (string | undefined)[], options: LaneOptions, witnesses: Witnesses) {
    this.#merged = bufferOf(options.maxBytes);
    this.#lanes = new Map(labels.map((label) => [label, new Lane(label, options)]));
    this.#witnesses = witnesses;
  }

  get hasMerged(): boolean {
    return holdsAny(this.#merged);
  }

  /** @throws {TypeError} If the chunk is neither bytes, a string, nor an `Omission`. */
  push(label: string | undefined, chunk: unknown): void {
    const lane = this.#lanes.get(label)!;
    if (chunk instanceof Omission) {
      this.#endText(lane);
      this.#mask(lane, chunk);
    } else {
      checkTextChunk('a collector', chunk);
      lane.carry.write(lane.decoded(chunk), (piece) => this.#mask(lane, piece));
      if (!lane.mask) this.#witnesses.chunk(chunk, label);
    }
  }

  /** Nothing can complete what a source left unfinished: it is text now. */
  end(label: string | undefined): void {
    this.#release(this.#lanes.get(label)!);
  }

  endAll(): void {
    for (const lane of this.#lanes.values()) this.#release(lane);
  }

  /** Gives everything but what is pending, and starts anew. Its chunks are good until anything else comes. */
  take(): Taken {
    this.mergeAll();
    const before = [...this.#lanes.values()].map((lane) => ({ lane, taken: lane.taken }));
    const all = before.map(({ lane }) => ({ label: lane.label, ...lane.take() }));
    const lanes = new Map(all.filter(({ label }) => label !== undefined).map((taken) => [taken.label!, taken]));
    const [addedAt, runs, lineOwner] = [this.#addedAt, this.#runs, this.#lineOwner];
    const undo = () => {
      for (const { lane, taken } of before) lane.taken = taken;
    };
    return { chunks: this.takeMerged(), ...sumOf(all), addedAt, lanes, runs, lineOwner, undo };
  }

  /** Undoes the last `take`, before anything else came. */
  putBack({ chunks, addedAt, lanes, runs, lineOwner, undo }: Taken): void {
    undo();
    pushBack(this.#merged, chunks);
    for (const [label, { chunks }] of lanes) pushBack(this.#lanes.get(label)!.own, chunks);
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

  /** The merged text, in chunks that are good until anything else comes. */
  takeMerged(): readonly Piece[] {
    this.#lineOwner = undefined;
    this.#addedAt = [];
    this.#runs = new Runs();
    return this.#merged.drainChunks();
  }

  /** From now on the merged text is as long as it comes, until it is taken. */
  unbindMerged(): void {
    const held = this.#merged.drainChunks();
    this.#merged = bufferOf(Number.MAX_SAFE_INTEGER);
    for (const chunk of held) this.#merged.push(chunk);
  }

  /** What came does not go on. */
  #endText(lane: Lane): void {
    lane.carry.write(lane.decodedRest(), (piece) => this.#mask(lane, piece));
    lane.carry.flush((piece) => this.#mask(lane, piece));
  }

  #release(lane: Lane): void {
    this.#endText(lane);
    for (const piece of lane.mask?.flush() ?? []) this.#showMasked(lane, piece);
    for (const piece of lane.through?.flush() ?? []) this.#finish(lane, piece);
    lane.finish.flush((piece) => this.#add(lane, piece));
  }

  #mask(lane: Lane, piece: Piece): void {
    lane.sourceBytes += piece instanceof Omission ? piece.bytes : piece.length;
    if (!(piece instanceof Omission)) lane.sniffer.push(piece);
    if (!lane.mask) this.#pass(lane, piece);
    else for (const masked of lane.mask.push(piece)) this.#showMasked(lane, masked);
  }

  #showMasked(lane: Lane, piece: Piece): void {
    this.#pass(lane, piece);
    if (!(piece instanceof Omission)) this.#witnesses.chunk(piece, lane.label);
  }

  /** From here on nothing shows that is to be masked. */
  #pass(lane: Lane, piece: Piece): void {
    if (!(piece instanceof Omission)) this.#witnesses.piece(piece);
    if (!lane.through) this.#add(lane, piece);
    else for (const out of lane.through.push(piece)) this.#finish(lane, out);
  }

  /** A stage of the caller's may cut inside a scalar value. */
  #finish(lane: Lane, piece: Piece): void {
    if (!(piece instanceof Omission)) lane.finish.write(piece, (whole) => this.#add(lane, whole));
    else {
      lane.finish.flush((rest) => this.#add(lane, rest));
      this.#add(lane, piece);
    }
  }

  #add(lane: Lane, piece: Piece): void {
    if (lane.label === undefined) {
      this.#merged.push(piece);
      return;
    }
    const lineEnd = piece instanceof Omission ? 0 : piece.lastIndexOf(LF) + 1;
    if (piece instanceof Omission || lineEnd === 0) {
      lane.own.push(piece);
      lane.line.push(piece);
      return;
    }
    this.#mergeLine(lane);
    lane.own.push(piece);
    this.#merged.push(piece.subarray(0, lineEnd));
    this.#lineOwner = undefined;
    lane.line.push(piece.subarray(lineEnd));
  }

  /** Adds what a lane has of a line, behind a line feed if the merged text ends inside a line of another lane. */
  #mergeLine(lane: Lane): void {
    if (this.#lineOwner && this.#lineOwner !== lane) {
      const { came } = this.#merged;
      this.#addedAt.push(came.bytes);
      this.#runs.add(came, undefined, 0);
      this.#merged.push(LINE_FEED);
    }
    if (!this.#runs.endsWith(lane.label)) this.#runs.add(this.#merged.came, lane.label, lane.mergedBytes);
    for (const chunk of lane.line.drainChunks()) this.#merged.push(chunk);
  }
}
