import { expect } from 'vitest';
import { concat } from './sources.js';
import { settle } from './turns.js';

/** Reads a stream when it is told to, a chunk at a time. */
export class SlowReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #parts: Uint8Array[] = [];
  #isReading = false;
  #end: { failure: { reason: unknown } | undefined } | undefined;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Reads once, unless a read is pending. */
  async read(): Promise<void> {
    if (!this.#isReading && !this.#end) void this.#read();
    await settle(1);
  }

  /** Reads to the end. */
  async finish() {
    for (let reads = 0; reads < 500 && !this.#end; reads++) await this.read();
    expect(this.#end, 'the end of the stream').toBeDefined();
    return { given: concat(this.#parts), failure: this.#end?.failure };
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      const { done, value } = await this.#reader.read();
      if (done) this.#end = { failure: undefined };
      else this.#parts.push(value);
    } catch (reason) {
      this.#end = { failure: { reason } };
    }
    this.#isReading = false;
  }
}
