import { checkFunction } from '../options.js';
import type { SessionEvent } from './event.js';
import { BaseSink, type SinkOptions } from './sink.js';

/**
 * Gives each event to a function. If that gives a promise, the next event waits for it.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const ops: string[] = [];
 * const instrumentation = new Instrumentation({ sinks: [new CallbackSink((event) => ops.push(event.op))] });
 * await instrumentation.emit(createSessionEvents().start('exec'));
 * ops; // [ 'exec' ]
 */
export class CallbackSink extends BaseSink {
  readonly #callback: (event: SessionEvent) => unknown;

  constructor(callback: (event: SessionEvent) => unknown, options?: SinkOptions) {
    const owner = 'Cannot create CallbackSink';
    super(owner, options);
    this.#callback = checkFunction(owner, 'callback', callback);
  }

  override async handle(event: SessionEvent): Promise<void> {
    await this.#callback(event);
  }
}
