import { checkChoice, checkOptions } from '../options.js';
import { Redaction, type RedactRules } from '../redaction.js';
import type { SessionEvent } from './event.js';
import { checkPayloadPolicy, type EventPayloadPolicy } from './policy.js';

/** Whether an `emit` waits for a sink: always, only if it may raise, or never. */
export type DeliveryMode = 'sync' | 'async' | 'best_effort';

/** What becomes of a sink's failure: it rejects the `emit`, it is logged, or it is only counted. */
export type OnError = 'raise' | 'log' | 'ignore';

/** Where events go. */
export interface EventSink {
  readonly mode: DeliveryMode;
  readonly onError: OnError;
  /** What this sink gets to see, where it differs from the others. */
  readonly payloadPolicy?: EventPayloadPolicy | undefined;
  /** What is masked for this sink, on top of what is masked for all. */
  readonly redact?: RedactRules | undefined;
  /** Takes one event, which is its own copy. There is no further one before the promise settles. */
  handle(event: SessionEvent): Promise<void> | void;
  /** Takes all that wait, in place of `handle`. */
  handleAll?(events: readonly SessionEvent[]): Promise<void> | void;
  /** Passes on what it holds. */
  flush?(): Promise<void> | void;
  close?(): Promise<void> | void;
}

/** How a sink is served. */
export interface SinkOptions {
  /** `'sync'` unless given. */
  mode?: DeliveryMode;
  /** `'raise'` unless given. */
  onError?: OnError;
  payloadPolicy?: EventPayloadPolicy;
  redact?: RedactRules;
}

/**
 * A sink with its options, checked.
 *
 * @example
 * class Counter extends BaseSink {
 *   events = 0;
 *   handle() {
 *     this.events++;
 *   }
 * }
 * new Counter('Cannot create Counter', { mode: 'async' }).mode; // 'async'
 */
export abstract class BaseSink implements EventSink {
  readonly mode: DeliveryMode;
  readonly onError: OnError;
  readonly payloadPolicy: EventPayloadPolicy | undefined;
  readonly redact: RedactRules | undefined;

  /** @throws {TypeError | RangeError} If an option is of the wrong kind or value; `owner` begins the message. */
  constructor(owner: string, options: SinkOptions | undefined) {
    const { mode = 'sync', onError = 'raise', payloadPolicy, redact } = checkOptions(owner, options);
    this.mode = checkChoice(owner, 'mode', mode, ['sync', 'async', 'best_effort']);
    this.onError = checkChoice(owner, 'onError', onError, ['raise', 'log', 'ignore']);
    this.payloadPolicy = payloadPolicy && checkPayloadPolicy(owner, payloadPolicy);
    this.redact = redact;
    if (redact !== undefined) new Redaction(owner, redact);
  }

  abstract handle(event: SessionEvent): Promise<void> | void;
}
