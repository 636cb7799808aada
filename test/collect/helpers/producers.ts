import { Collector, type CollectorOptions } from '../../../src/index.js';
import { fed } from './sources.js';

/** One who gives chunks to a collector. */
export interface Producer {
  give(chunk: Uint8Array | string): void;
  end(): void;
  fail(reason: unknown): void;
  /** False while chunks wait that an error would take away. */
  readonly isDrained: boolean;
}

/** An async iterator with a queue: what was given comes before its end or its error. */
function queued(): Producer & { source: AsyncIterable<unknown> } {
  const steps: (() => IteratorResult<unknown>)[] = [];
  let wake = () => {};
  const step = (next: () => IteratorResult<unknown>) => {
    steps.push(next);
    wake();
  };
  const iterator = {
    async next() {
      while (steps.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return steps.shift()!();
    },
  };
  return {
    source: { [Symbol.asyncIterator]: () => iterator },
    isDrained: true,
    give: (value) => step(() => ({ done: false, value })),
    end: () => step(() => ({ done: true, value: undefined })),
    fail: (reason) =>
      step(() => {
        throw reason;
      }),
  };
}

function streamed(): Producer & { source: ReadableStream<unknown> } {
  const source = fed();
  const { stream, give, end, fail } = source;
  return {
    source: stream,
    get isDrained() {
      return source.isEmpty;
    },
    give,
    end,
    fail,
  };
}

export const KINDS = ['push', 'stream', 'iterator', 'labelled'] as const;
export type Kind = (typeof KINDS)[number];

/** How a history begins. */
export interface Setup {
  readonly kind: Kind;
  readonly maxBytes: number;
  /** True if windows are told of an exit. */
  readonly hasExit: boolean;
  /** Which call of a hook fails; 0 for none. */
  readonly onChunkFails: number;
  readonly hookRejects: boolean;
  readonly spillFails: number;
}

export function startCollector(kind: Kind, options: CollectorOptions) {
  if (kind === 'push') {
    const collector = new Collector(undefined, options);
    const give = (chunk: Uint8Array | string) => collector.write(chunk);
    const fail = (reason: unknown) => collector.fail(reason);
    return { collector, labels: [], producers: [{ give, fail, end: () => collector.close(), isDrained: true }] };
  }
  if (kind === 'labelled') {
    const [a, b] = [streamed(), queued()];
    return { collector: new Collector({ a: a.source, b: b.source }, options), labels: ['a', 'b'], producers: [a, b] };
  }
  const producer = kind === 'stream' ? streamed() : queued();
  return { collector: new Collector(producer.source, options), labels: [], producers: [producer] };
}
