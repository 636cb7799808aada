/** The synchronous core of a transform: chunks in, an array of chunks out. */
export interface SyncTransform<I, O> {
  /** Takes one chunk and gives what can be given now. Consumed at once: the caller may reuse the chunk's memory. */
  push(chunk: I): readonly O[];
  /** Ends the input and gives the rest; nothing, if it has ended. */
  flush(): readonly O[];
  /** True when nothing that is still to come could change the output; a stream then closes, and cancels its source. */
  readonly done?: boolean;
}

/**
 * A synchronous core that is also a `{ readable, writable }` pair, as the platform's own `TextDecoderStream` is.
 *
 * Use one instance through one door: `push` and `flush` by hand, `pipeThrough`, or {@link toTransformer}. The streams
 * are made when `readable` or `writable` is first read, from the runtime's `TransformStream`; a runtime without one can
 * import this and push.
 *
 * An error thrown by `push` or `flush` errors both sides, untouched.
 *
 * @example
 * class Lengths extends ChunkTransform<Uint8Array, number> {
 *   push(chunk: Uint8Array) {
 *     return [chunk.length];
 *   }
 *   flush() {
 *     return [];
 *   }
 * }
 * new Lengths().push(Uint8Array.of(1, 2, 3)); // [ 3 ]
 * new Lengths().readable instanceof ReadableStream; // true
 */
export abstract class ChunkTransform<I, O> implements SyncTransform<I, O> {
  #pair: { readonly readable: ReadableStream<O>; readonly writable: WritableStream<I> } | undefined;
  /**
   * True if what is kept or given of a chunk is a copy, so that a view will do for one. A core of another kind is not asked,
   * and neither is a subclass: its own `push` may keep what comes in, and what goes out.
   */
  protected readonly borrows: boolean = false;
  /**
   * True in {@link compose}, before a core that borrows: each piece is used up there before the next push, and may be a
   * view, of the chunk or of what this core holds, in place of an owned copy.
   */
  protected lends = false;

  protected static lendBetween(cores: readonly SyncTransform<never, unknown>[]): void {
    cores.forEach((core, i) => {
      const next = cores[i + 1];
      if (isDirect(core) && isDirect(next)) core.lends = core.borrows && next.borrows;
    });
  }

  abstract push(chunk: I): readonly O[];
  abstract flush(): readonly O[];

  /** @throws {TypeError} If the runtime has no `TransformStream`. */
  get readable(): ReadableStream<O> {
    return this.#streams().readable;
  }

  /** @throws {TypeError} If the runtime has no `TransformStream`. */
  get writable(): WritableStream<I> {
    return this.#streams().writable;
  }

  #streams() {
    if (typeof TransformStream === 'undefined') {
      throw new TypeError(
        `Cannot make streams of ${this.constructor.name}: this runtime has no TransformStream; use push() and flush(), or toTransformer()`,
      );
    }
    this.#pair ??= new TransformStream(toTransformer(this));
    return this.#pair;
  }
}

/** True for what extends {@link ChunkTransform} itself. */
function isDirect(core: unknown): core is ChunkTransform<never, unknown> {
  return (
    core instanceof ChunkTransform && Object.getPrototypeOf(Object.getPrototypeOf(core)) === ChunkTransform.prototype
  );
}

/**
 * Wraps a core as the transformer object that any `TransformStream` constructor takes, a polyfill's too.
 *
 * @example
 * const pair = new TransformStream(toTransformer(new Utf8CarryTransform()));
 * pair.readable instanceof ReadableStream; // true
 */
export function toTransformer<I, O>(core: SyncTransform<I, O>) {
  return {
    start(controller: { enqueue(chunk: O): void; terminate(): void }): void {
      if (!core.done) return;
      // Those behind a core that is done have had their input as well.
      if (core instanceof Composed) for (const piece of core.flush()) controller.enqueue(piece as O);
      controller.terminate();
    },
    transform(chunk: I, controller: { enqueue(chunk: O): void; terminate(): void }): void {
      for (const piece of core.push(chunk)) controller.enqueue(piece);
      if (core.done) controller.terminate();
    },
    flush(controller: { enqueue(chunk: O): void }): void {
      for (const piece of core.flush()) controller.enqueue(piece);
    },
  };
}

/**
 * Fuses cores into one transform, and so into one `TransformStream`: each further stream costs more per chunk than most
 * cores do. When a core is `done`, the ones behind it are flushed and the whole is done.
 *
 * @example
 * const bounded = compose(new Utf8CarryTransform(), new BudgetTruncate(TruncationPolicy.bytes(100)));
 * [...bounded.push(Uint8Array.of(0x68)), ...bounded.push(Uint8Array.of(0x69)), ...bounded.flush()]; // [ 'hi' ]
 */
export function compose<A, B>(first: SyncTransform<A, B>): ChunkTransform<A, B>;
export function compose<A, B, C>(first: SyncTransform<A, B>, second: SyncTransform<B, C>): ChunkTransform<A, C>;
export function compose<A, B, C, D>(
  first: SyncTransform<A, B>,
  second: SyncTransform<B, C>,
  third: SyncTransform<C, D>,
): ChunkTransform<A, D>;
export function compose<A, B, C, D, E>(
  first: SyncTransform<A, B>,
  second: SyncTransform<B, C>,
  third: SyncTransform<C, D>,
  fourth: SyncTransform<D, E>,
): ChunkTransform<A, E>;
export function compose<A, O>(
  first: SyncTransform<A, unknown>,
  ...rest: SyncTransform<unknown, unknown>[]
): ChunkTransform<A, O>;
export function compose(...cores: SyncTransform<unknown, unknown>[]): ChunkTransform<unknown, unknown> {
  return new Composed(cores);
}

class Composed extends ChunkTransform<unknown, unknown> {
  readonly #cores: readonly SyncTransform<unknown, unknown>[];
  /** A core was done before anything came. */
  readonly #beganDone: boolean;
  #done = false;

  constructor(cores: readonly SyncTransform<unknown, unknown>[]) {
    super();
    this.#cores = cores;
    this.#beganDone = cores.some((core) => core.done);
    ChunkTransform.lendBetween(cores);
  }

  get done(): boolean {
    return this.#done || this.#beganDone;
  }

  push(chunk: unknown): readonly unknown[] {
    const out: unknown[] = [];
    this.#send(0, chunk, out);
    return out;
  }

  flush(): readonly unknown[] {
    const out: unknown[] = [];
    this.#flushFrom(0, out);
    return out;
  }

  /** Sends a chunk through the cores from `index` on: each piece to the end, before the core behind it is pushed again. */
  #send(index: number, chunk: unknown, out: unknown[]): void {
    if (this.#done) return;
    const core = this.#cores[index];
    if (core === undefined) {
      out.push(chunk);
      return;
    }
    if (!core.done) for (const piece of core.push(chunk)) this.#send(index + 1, piece, out);
    // The ones behind a core that is done get nothing more.
    if (core.done) this.#flushFrom(index + 1, out);
  }

  #flushFrom(index: number, out: unknown[]): void {
    for (let i = index; i < this.#cores.length && !this.#done; i++) {
      const core = this.#cores[i]!;
      if (!core.done) for (const piece of core.flush()) this.#send(i + 1, piece, out);
    }
    this.#done = true;
  }
}
