import { Omission } from '../omission.js';
import { encodeUtf8 } from '../text/utf8.js';
import type { Stage } from './types.js';

type Piece = Uint8Array | Omission;

/** Stages one behind the other, made anew when they were flushed, with the counts of all of them. */
export class Pipe {
  readonly #make: () => readonly Stage[];
  #stages: readonly Stage[] | undefined;
  /** What stages left out, less what of it went on as an `Omission`: that is counted where it arrives. */
  #removedBytes = 0;

  constructor(make: () => readonly Stage[]) {
    this.#make = make;
  }

  /** Bytes that the stages say they hold. */
  get pendingBytes(): number {
    return sum(this.#stages ?? [], 'pendingBytes');
  }

  /** Bytes that the stages left out so far. */
  get removedBytes(): number {
    return this.#removedBytes + sum(this.#stages ?? [], 'omittedBytes');
  }

  push(piece: Piece): readonly Piece[] {
    this.#stages ??= this.#make();
    return this.#feed(this.#stages, [piece]);
  }

  flush(): readonly Piece[] {
    const stages = this.#stages ?? [];
    const out = stages.flatMap((stage, index) =>
      this.#feed(stages.slice(index + 1), this.#given(stage, stage.flush())),
    );
    this.#removedBytes += sum(stages, 'omittedBytes');
    this.#stages = undefined;
    return out;
  }

  #feed(stages: readonly Stage[], pieces: readonly Piece[]): readonly Piece[] {
    let current = pieces;
    for (const stage of stages) current = current.flatMap((piece) => this.#given(stage, stage.push(piece)));
    return current;
  }

  #given(stage: Stage, pieces: readonly (Uint8Array | string | Omission)[]): Piece[] {
    if (stage.omittedBytes !== undefined) {
      for (const piece of pieces) if (piece instanceof Omission) this.#removedBytes -= piece.bytes;
    }
    return pieces.map((piece) => (typeof piece === 'string' ? encodeUtf8(piece) : piece));
  }
}

/** A stage of the caller's need not count. */
function sum(stages: readonly Stage[], count: 'pendingBytes' | 'omittedBytes'): number {
  return stages.reduce((total, stage) => total + (stage[count] ?? 0), 0);
}
