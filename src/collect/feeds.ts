/** One chunk, or the end, of a source. */
export type FeedResult = { readonly done: false; readonly value: unknown } | { readonly done: true };

/** A source that is being read, one `read` at a time. */
export interface Feed {
  read(): Promise<FeedResult>;
  /**
   * Gives the source back as it is, a read that is pending included. False where that cannot be done: the read goes on.
   */
  release(): boolean;
  /** Tells the source that nothing more is wanted. Its own failure to stop is nobody's. */
  cancel(reason: unknown): void;
}

const END: FeedResult = { done: true };

/** Reads a `ReadableStream`, of the runtime or of a polyfill, through `getReader` alone. */
export class StreamFeed implements Feed {
  readonly #reader: ReadableStreamDefaultReader<unknown>;

  constructor(stream: ReadableStream<unknown>) {
    this.#reader = stream.getReader();
    this.#reader.closed.catch(() => {});
  }

  async read(): Promise<FeedResult> {
    const { done, value } = await this.#reader.read();
    return done ? END : { done, value };
  }

  release(): boolean {
    try {
      this.#reader.releaseLock();
      return true;
    } catch {
      // Older engines throw while a read is pending, newer ones reject the read.
      return false;
    }
  }

  cancel(reason: unknown): void {
    Promise.resolve(this.#reader.cancel(reason)).catch(() => {});
    this.release();
  }
}

/** A read that was pending when its iterator was given back, for the next one who reads the same iterator. */
const pendingNexts = /* @__PURE__ */ new WeakMap<object, Promise<IteratorResult<unknown>>>();

/** Reads an iterable, async or not. An iterator cannot take back a pending `next()`, so this is kept for the next reader. */
export class IteratorFeed implements Feed {
  readonly #iterator: AsyncIterator<unknown> | Iterator<unknown>;
  #pending: Promise<IteratorResult<unknown>> | undefined;

  constructor(iterator: AsyncIterator<unknown> | Iterator<unknown>) {
    this.#iterator = iterator;
    this.#pending = pendingNexts.get(iterator);
    pendingNexts.delete(iterator);
  }

  async read(): Promise<FeedResult> {
    this.#pending ??= Promise.resolve(this.#iterator.next());
    try {
      const { done, value } = await this.#pending;
      return done ? END : { done: false, value };
    } finally {
      this.#pending = undefined;
    }
  }

  release(): boolean {
    if (this.#pending) {
      this.#pending.catch(() => {});
      pendingNexts.set(this.#iterator, this.#pending);
    }
    return true;
  }

  cancel(): void {
    try {
      Promise.resolve(this.#iterator.return?.()).catch(() => {});
    } catch {
      // As for a stream: what a source does when it is told to stop is its own affair.
    }
  }
}

/** The part of a Node.js `Readable` that is used; the class itself is Node's alone. */
export interface NodeReadable {
  read(): unknown;
  on(event: string, listener: (value: never) => void): unknown;
  removeListener(event: string, listener: (value: never) => void): unknown;
  destroy(): unknown;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  readonly errored?: Error | null;
}

/**
 * Reads a Node.js `Readable` through `read()`: what nobody asked for stays inside it, so it can be given back whole. Its
 * async iterator would take one chunk with it, and destroy the stream.
 */
export class NodeReadableFeed implements Feed {
  readonly #stream: NodeReadable;
  #failure: { readonly reason: unknown } | undefined;
  #wake: (() => void) | undefined;
  readonly #changed = () => this.#wake?.();
  readonly #failed = (reason: unknown) => {
    this.#failure = { reason };
    this.#wake?.();
  };

  constructor(stream: NodeReadable) {
    this.#stream = stream;
    if (stream.errored) this.#failure = { reason: stream.errored };
    for (const event of ['readable', 'end', 'close']) stream.on(event, this.#changed);
    stream.on('error', this.#failed);
  }

  async read(): Promise<FeedResult> {
    const stream = this.#stream;
    for (;;) {
      const value = stream.read();
      if (value !== null) return { done: false, value };
      if (this.#failure) throw this.#failure.reason;
      if (stream.readableEnded || stream.destroyed) return END;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  release(): boolean {
    for (const event of ['readable', 'end', 'close']) this.#stream.removeListener(event, this.#changed);
    this.#stream.removeListener('error', this.#failed);
    return true;
  }

  cancel(): void {
    this.#stream.destroy();
  }
}
