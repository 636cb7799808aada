/** Runs that are remembered at the beginning, and at the end. */
const MOST_RUNS = 16_384;

/** A place in a merged text, by what stands before it. */
export interface MergedPlace {
  readonly bytes: number;
  readonly lines: number;
  readonly scalars: number;
}

/** Lines of one label that stand together. */
export interface Run {
  readonly at: MergedPlace;
  /** Undefined where it is not known any more. */
  readonly label: string | undefined;
  /** Bytes of the label's own text before it. */
  readonly ownAt: number;
}

/** Whose lines stand where in a merged text: runs of lines of one label, the first and the last ones. */
export class Runs {
  readonly #runs: Run[] = [];

  get all(): readonly Run[] {
    return this.#runs;
  }

  /** From this place on the lines are of a label. */
  add(at: MergedPlace, label: string | undefined, ownAt: number): void {
    this.#runs.push({ at, label, ownAt });
    if (this.#runs.length < 3 * MOST_RUNS) return;
    const [first] = this.#runs.splice(MOST_RUNS, MOST_RUNS);
    this.#runs.splice(MOST_RUNS, 0, { at: first!.at, label: undefined, ownAt: 0 });
  }

  /** True if what comes now goes on with the lines of a label. */
  endsWith(label: string | undefined): boolean {
    return this.#runs.at(-1)?.label === label;
  }

  /** The label of the line that begins at this byte, if it is known. */
  ownerOf(at: number): string | undefined {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle]!.at.bytes <= at) low = middle + 1;
      else high = middle;
    }
    return this.#runs[low - 1]?.label;
  }
}
