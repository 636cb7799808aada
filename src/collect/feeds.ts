/** One chunk, or the end, of a source. */
export type FeedResult = { readonly done: false; readonly value: unknown } | { readonly done: true };

/** A source that is being read, one `read` at a time. */
export interface Feed {
  read(): Promise<FeedResult>;
  /**
   * Gives the source back as it is. A read that is pending takes nothing with it, and rejects or never settles; where
   * that cannot be had, it goes on, and the source stays locked.
   */
  release(): void;
  /** Tells the source that nothing more is wanted. May throw, or give a promise, for how that went. */
  cancel(reason: unknown): unknown;
}

const END: FeedResult = { done: true };

/** Reads a `ReadableStream`, of the runtime or of a polyfill, through `getReader` alone. */
export class StreamFeed implements Feed {
  readonly #reader: ReadableStreamDefaultReader<unknown>;

  constructor(stream: ReadableStream<unknown>) {
    this.#reader = stream.getReader();
    Promise.resolve(this.#reader.closed).catch(() => {});
  }

  read(): Promise<FeedResult> {
    return this.#reader.read();
  }

  release(): void {
    try {
      this.#reader.releaseLock();
    } catch {
      // Older engines throw while a read is pending, newer ones reject the read.
    }
  }

  cancel(reason: unknown): unknown {
    return this.#reader.cancel(reason);
  }
}

/** A read that was pending when its iterator was given back, for the next one who reads the same iterator. */
const pendingNexts = /* @__PURE__ */ new WeakMap<object, Promise<IteratorResult<unknown>>>();

/** Reads an iterable, async or not. An iterator cannot take back a pending `next()`, so this is kept for the next reader. */
export class IteratorFeed implements Feed {
  readonly #iterator: AsyncIterator<unknown> | Iterator<unknown>;
  #pending: Promise<IteratorResult<unknown>> | undefined;
  #isReleased = false;

  constructor(iterator: AsyncIterator<unknown> | Iterator<unknown>) {
    this.#iterator = iterator;
    this.#pending = pendingNexts.get(iterator);
    pendingNexts.delete(iterator);
  }

  async read(): Promise<FeedResult> {
    this.#pending ??= Promise.resolve(this.#iterator.next());
    try {
      const { done, value } = await this.#pending;
      if (this.#isReleased) throw new TypeError('Cannot read: this feed was released');
      return done ? END : { done: false, value };
    } finally {
      this.#pending = undefined;
    }
  }

  release(): void {
    this.#isReleased = true;
    if (!this.#pending) return;
    this.#pending.catch(() => {});
    pendingNexts.set(this.#iterator, this.#pending);
  }

  cancel(reason: unknown): unknown {
    return this.#iterator.return?.(reason);
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
  #isReleased = false;
  #isClosed = false;
  #wake: (() => void) | undefined;
  readonly #changed = () => this.#wake?.();
  readonly #failed = (reason: unknown) => {
    this.#failure = { reason };
    this.#wake?.();
  };
  readonly #closed = () => {
    this.#isClosed = true;
    if (this.#isReleased) this.release();
    this.#wake?.();
  };

  constructor(stream: NodeReadable) {
    this.#stream = stream;
    stream.on('readable', this.#changed);
    stream.on('end', this.#changed);
    stream.on('error', this.#failed);
    stream.on('close', this.#closed);
  }

  async read(): Promise<FeedResult> {
    const stream = this.#stream;
    for (;;) {
      const value = stream.read();
      if (value !== null) return { done: false, value };
      // A stream that was destroyed knows its error before it tells of it.
      if (stream.errored) throw stream.errored;
      if (this.#failure) throw this.#failure.reason;
      if (stream.readableEnded || stream.destroyed) return END;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  release(): void {
    this.#isReleased = true;
    const stream = this.#stream;
    stream.removeListener('readable', this.#changed);
    stream.removeListener('end', this.#changed);
    // Destroyed, but its error may be still to come, and without a listener that would end the process.
    if (stream.destroyed && !stream.readableEnded && !this.#isClosed) return;
    stream.removeListener('error', this.#failed);
    stream.removeListener('close', this.#closed);
  }

  cancel(): void {
    this.#stream.destroy();
  }
}
