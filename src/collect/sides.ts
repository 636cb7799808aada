import { copyBytes } from '../bytes.js';
import type { Witnesses } from './lane.js';
import type { CheckedCollector } from './options.js';
import { Spiller } from './spiller.js';
import { Tap } from './tap.js';

/** Who sees what comes on its way to the lanes: the tap, whose failure is the window's, and the spill. */
export class Sides implements Witnesses {
  readonly #tap: Tap | undefined;
  readonly #spiller: Spiller | undefined;

  constructor({ tap, spill }: CheckedCollector, failed: (reason: unknown) => void) {
    this.#tap = tap && new Tap(tap, failed);
    this.#spiller = spill && new Spiller(spill);
  }

  chunk(chunk: Uint8Array | string, label: string | undefined): void {
    this.#tap?.show(chunk, label);
  }

  piece(piece: Uint8Array): void {
    this.#spiller?.write(copyBytes(piece));
  }

  /** Settles when a source may be read on that waits for slow ones; undefined if that is now. */
  room(): Promise<void> | undefined {
    return this.#tap?.room() ?? this.#spiller?.room();
  }

  /** Settles when all was taken and the spill is closed; undefined if that is now. */
  close(): Promise<unknown> | undefined {
    const closing = [this.#tap?.close(), this.#spiller?.close()].filter((close) => close !== undefined);
    return closing.length > 0 ? Promise.all(closing) : undefined;
  }

  /** What a result tells of them. */
  tell() {
    return { ...this.#tap?.tell(), ...this.#spiller?.tell() };
  }
}
