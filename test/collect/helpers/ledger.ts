import { expect } from 'vitest';
import type { Collected } from '../../../src/index.js';
import { MergeModel } from './lane-model.js';
import { concat } from './sources.js';
import { checkCounts, checkRest } from './window-checks.js';
import type { OpenWindow } from './window-model.js';

/** What was given and what windows took, in bytes: at the end the one is the other. */
export class Ledger {
  readonly model: MergeModel;
  readonly #labels: readonly string[];
  readonly #maxBytes: number;
  readonly #spillFails: number;
  readonly #noSpace = new Error('no space');
  readonly #spilled: Uint8Array[] = [];
  #sinkErrors = 0;
  #takenBytes = 0;

  constructor(
    lanes: number,
    labels: readonly string[],
    { maxBytes, spillFails }: { maxBytes: number; spillFails: number },
  ) {
    this.model = new MergeModel(lanes);
    this.#labels = labels;
    this.#maxBytes = maxBytes;
    this.#spillFails = spillFails;
  }

  spill(chunk: Uint8Array): void {
    if (this.#spilled.push(chunk) === this.#spillFails) throw this.#noSpace;
  }

  /** Checks the text and the counts of a window, and books it. */
  take(window: OpenWindow, result: Collected): void {
    const { lanes } = this.model;
    if (result.closed) for (const lane of lanes) lane.settle();
    const { merged, addedAt, own } = this.model.take();
    const pending = lanes.map((lane) => lane.total);
    checkCounts(
      result,
      merged,
      addedAt,
      pending.reduce((a, b) => a + b),
    );
    if (window.fits(merged, this.#maxBytes)) expect(result.omittedBytes).toBe(0);
    expect(Object.keys(result.sources ?? {})).toEqual(this.#labels);
    for (const [lane, label] of this.#labels.entries()) {
      checkCounts(result.sources![label]!, own[lane]!, [], pending[lane]!);
    }
    this.#takenBytes += result.totalBytes - result.pendingBytes;
    if (!('sinkError' in result)) return;
    expect(result.sinkError).toBe(this.#noSpace);
    this.#sinkErrors++;
  }

  /** Checks what a detached stream gave. */
  takeRest(given: Uint8Array, isCutShort: boolean): void {
    for (const lane of this.model.lanes) lane.settle();
    const { merged, addedAt, own } = this.model.take();
    if (own.length === 1) checkRest(given, merged);
    if (own.length === 1 || isCutShort || this.#maxBytes < merged.length) return;
    // Which line was finished first is up to the reader here; what each source gave is not.
    for (const bytes of own) {
      const letters = bytes.filter((byte) => byte !== 0x0a);
      expect(given.filter((byte) => letters.includes(byte))).toEqual(letters);
    }
    expect(given.length).toBeGreaterThanOrEqual(merged.length - addedAt.length);
  }

  checkBooks(): void {
    const all = concat(this.model.lanes.map((lane) => lane.all));
    expect(this.#takenBytes).toBe(all.length);
    const hasFailed = this.#spillFails > 0 && this.#spilled.length >= this.#spillFails;
    expect(this.#sinkErrors).toBe(hasFailed ? 1 : 0);
    if (!hasFailed && this.model.lanes.length === 1) expect(concat(this.#spilled)).toEqual(all);
  }
}
