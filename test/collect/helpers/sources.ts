import * as polyfill from 'web-streams-polyfill';
import { concat as concatAll } from '../../helpers/bytes.js';
import type { VirtualClock } from './virtual-clock.js';

export const utf8 = (text: string) => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
export const byteLength = (text: string) => utf8(text).length;
export const concat = (parts: readonly Uint8Array[]) => concatAll(...parts);

/** A stream whose chunks, end and error come when the test says so, and what its consumer did to it. */
export interface Fed {
  readonly stream: ReadableStream<unknown>;
  /** The reasons that it was cancelled with. */
  readonly cancels: unknown[];
  /** How often it was asked for a chunk. */
  pulls: number;
  /** True while no chunk waits inside the stream. */
  readonly isEmpty: boolean;
  give(chunk: unknown): void;
  end(): void;
  fail(reason: unknown): void;
}

export function fed(Stream: typeof ReadableStream = ReadableStream, type?: 'bytes'): Fed {
  let controller!: ReadableStreamDefaultController<unknown>;
  const source = {
    start(given: ReadableStreamDefaultController<unknown>) {
      controller = given;
    },
    pull() {
      self.pulls++;
    },
    cancel(reason: unknown) {
      self.cancels.push(reason);
    },
  };
  const self = {
    cancels: [] as unknown[],
    pulls: 0,
    stream: undefined as unknown as ReadableStream<unknown>,
    get isEmpty() {
      return (controller.desiredSize ?? 0) === 0;
    },
    give: (chunk: unknown) => {
      if (self.cancels.length === 0) controller.enqueue(chunk);
    },
    end: () => {
      if (self.cancels.length === 0) controller.close();
    },
    fail: (reason: unknown) => controller.error(reason),
  };
  const options = { ...source, ...(type && { type }) } as unknown as UnderlyingDefaultSource;
  self.stream = new Stream(options, { highWaterMark: 0 });
  return self;
}

export const END = Symbol('end');

/** A stream with a timetable: chunks, its `END`, or an `Error`. */
export function timed(clock: VirtualClock, steps: readonly (readonly [ms: number, step: unknown])[]): Fed {
  const source = fed();
  for (const [ms, step] of steps) {
    clock.at(ms, () => {
      if (step === END) source.end();
      else if (step instanceof Error) source.fail(step);
      else source.give(typeof step === 'string' ? utf8(step) : step);
    });
  }
  return source;
}

/** A stream that has all of its chunks, and gives one when it is asked. */
export function streamOf(chunks: Iterable<unknown>, Stream: typeof ReadableStream = ReadableStream) {
  const rest = chunks[Symbol.iterator]();
  return new Stream<unknown>(
    {
      pull(controller) {
        const { done, value } = rest.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

export const polyfilled = polyfill.ReadableStream as unknown as typeof ReadableStream;

/** A stream as Safari has it: it can be read, but not iterated. */
export function withoutIteration(stream: ReadableStream<unknown>): ReadableStream<unknown> {
  return {
    get locked() {
      return stream.locked;
    },
    getReader: () => stream.getReader(),
    cancel: (reason: unknown) => stream.cancel(reason),
  } as ReadableStream<unknown>;
}

/** A stream of an older engine: to release its lock while a read is pending is an error. */
export function ofOlderEngine(stream: ReadableStream<unknown>): ReadableStream<unknown> {
  const getReader = () => {
    const reader = stream.getReader();
    let pending = 0;
    return {
      closed: reader.closed,
      cancel: (reason: unknown) => reader.cancel(reason),
      async read() {
        pending++;
        return reader.read().finally(() => pending--);
      },
      releaseLock() {
        if (pending > 0) throw new TypeError('a read is pending');
        reader.releaseLock();
      },
    };
  };
  return Object.assign(withoutIteration(stream), { getReader: getReader as unknown as typeof stream.getReader });
}

/** Reads to the end. */
export async function readAll(stream: ReadableStream<unknown>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(parts);
    parts.push(typeof value === 'string' ? utf8(value) : (value as Uint8Array));
  }
}
