/** Runs that are remembered at the beginning, and at the end. */
const MOST_RUNS = 16_384;

interface Run {
  readonly at: number;
  readonly label: string | undefined;
}

/** Whose lines stand where in a merged text: runs of lines of one label, the first and the last ones. */
export class Runs {
  readonly #runs: Run[] = [];

  /** From this byte on the lines are of a label. */
  add(at: number, label: string | undefined): void {
    if (this.#runs.at(-1)?.label === label) return;
    this.#runs.push({ at, label });
    if (this.#runs.length < 3 * MOST_RUNS) return;
    const [first] = this.#runs.splice(MOST_RUNS, MOST_RUNS);
    this.#runs.splice(MOST_RUNS, 0, { at: first!.at, label: undefined });
  }

  /** The label of the line that begins at this byte, if it is known. */
  ownerOf(at: number): string | undefined {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    return this.#runs[low - 1]?.label;
  }
}
