import { show } from '../options.js';
import { throwAll } from './errors.js';
import type { SessionEvent } from './event.js';
import { applyPolicy } from './policy.js';
import { BaseSink, type EventSink, type SinkOptions } from './sink.js';

/**
 * Sinks that are served one after the other: each when the one before it is done, whatever its mode. One that fails stops
 * none of those behind it. In an `Instrumentation` each has its own policy, and chains may be inside of chains; what a
 * chain itself has of a policy and of rules to mask counts for all sinks inside.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const seen: string[] = [];
 * const slow = new CallbackSink(async () => void seen.push('slow'), { mode: 'best_effort' });
 * const chain = new ChainedSink([slow, new CallbackSink(() => seen.push('next'))]);
 * await new Instrumentation({ sinks: [chain] }).emit(createSessionEvents().start('exec'));
 * seen; // [ 'slow', 'next' ]
 */
export class ChainedSink extends BaseSink {
  readonly sinks: readonly EventSink[];

  constructor(sinks: readonly EventSink[], options?: Pick<SinkOptions, 'payloadPolicy' | 'redact'>) {
    const owner = 'Cannot create ChainedSink';
    super(owner, options);
    this.sinks = checkSinks(owner, sinks);
  }

  /** For a chain that stands alone; an `Instrumentation` serves the sinks inside itself. */
  override async handle(event: SessionEvent): Promise<void> {
    await this.#each((sink) => sink.handle(sink.payloadPolicy ? applyPolicy(event, sink.payloadPolicy) : event));
  }

  async flush(): Promise<void> {
    await this.#each((sink) => sink.flush?.());
  }

  async close(): Promise<void> {
    await this.#each((sink) => sink.close?.());
  }

  async #each(act: (sink: EventSink) => unknown): Promise<void> {
    const reasons: unknown[] = [];
    for (const sink of this.sinks) {
      try {
        await act(sink);
      } catch (reason) {
        if (raises(sink)) reasons.push(reason);
      }
    }
    throwAll(reasons, 'Several sinks of a chain failed');
  }
}

/** Whether a failure of the sink is its caller's to handle. */
export const raises = ({ mode, onError }: EventSink) => onError === 'raise' && mode !== 'best_effort';

/** @throws {TypeError} If they are no array of sinks. */
export function checkSinks(owner: string, sinks: readonly EventSink[]): readonly EventSink[] {
  if (!Array.isArray(sinks)) throw new TypeError(`${owner}: sinks must be an array, got ${show(sinks)}`);
  return sinks.map((sink) => checkSink(owner, sink));
}

/** @throws {TypeError} If it is no sink. */
export function checkSink(owner: string, sink: EventSink): EventSink {
  if (typeof sink?.handle === 'function') return sink;
  throw new TypeError(`${owner}: a sink must have a handle method, got ${show(sink)}`);
}
