import { Outlet } from './outlet.js';
import type { Spill } from './types.js';

/** Writes to a spill until it fails for the first time; never throws. */
export class Spiller {
  readonly #spill: Spill;
  readonly #outlet: Outlet<Uint8Array>;
  #failure: { readonly reason: unknown } | undefined;
  #isTold = false;

  constructor(spill: Spill) {
    this.#spill = spill;
    this.#outlet = new Outlet(
      (chunk) => spill.write(chunk),
      spill.whenSlow,
      (reason) => this.#fail(reason),
    );
  }

  write(chunk: Uint8Array): void {
    this.#outlet.push(chunk);
  }

  /** The first failure, once, and what was dropped so far: a part of the result. */
  tell(): { sinkError?: unknown; spillOmittedBytes?: number } {
    const isNew = this.#failure && !this.#isTold;
    this.#isTold ||= this.#failure !== undefined;
    const { omittedBytes } = this.#outlet;
    return {
      ...(isNew && { sinkError: this.#failure?.reason }),
      ...(omittedBytes > 0 && { spillOmittedBytes: omittedBytes }),
    };
  }

  /** Settles when the source may be read on; undefined if that is now. */
  room(): Promise<void> | undefined {
    return this.#outlet.room();
  }

  /** Waits for what was written, then closes. */
  async close(): Promise<void> {
    await this.#outlet.done();
    try {
      await this.#spill.close?.();
    } catch (reason) {
      this.#fail(reason);
    }
  }

  #fail(reason: unknown): void {
    this.#failure ??= { reason };
  }
}
