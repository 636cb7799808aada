import { checkChoice, checkFunction, checkInteger, checkOptions, show } from '../options.js';
import { Redaction, type RedactRules } from '../redaction.js';
import { checkSink, checkSinks } from './chained-sink.js';
import type { QueueLimits } from './delivery.js';
import { throwAll } from './errors.js';
import type { SessionEvent } from './event.js';
import { checkPayloadPolicy, type EventPayloadPolicy } from './policy.js';
import { type CommonPolicies, leavesOf, Route } from './route.js';
import type { EventSink } from './sink.js';
import { Snapshot } from './snapshot.js';

/** Where events go, and what is let through. */
export interface InstrumentationOptions {
  sinks?: readonly EventSink[];
  /** For every sink and operation; those of an operation, and then those of a sink, have the say over it. */
  payloadPolicy?: EventPayloadPolicy;
  payloadPolicyByOp?: Readonly<Record<string, EventPayloadPolicy>>;
  /** What is masked before any sink sees the event. */
  redact?: RedactRules;
  /** The most events that wait for one sink; 1,024 unless given. */
  maxQueuedEvents?: number;
  /** About the most memory that these have; 16 MiB unless given. A single event is taken whatever its size. */
  maxQueuedBytes?: number;
  /** Which event goes when too many wait: the `'newest'`, unless given, or the `'oldest'`. */
  dropPolicy?: 'newest' | 'oldest';
  /** Is told of failures that reject nothing; `console.error` unless given. */
  log?: (message: string, reason: unknown) => void;
}

const DEFAULT_QUEUED_EVENTS = 1024;
const DEFAULT_QUEUED_BYTES = 16 * 1024 * 1024;

/**
 * Delivers events to sinks. Each sink gets a copy of its own: as it was when it was emitted, in the form that it has on
 * the wire, masked, and cut by its policies. A sink that fails stops none of the others.
 *
 * `emit` waits for sinks in mode `'sync'`, for `'async'` ones that raise, and for all in a chain, in their order; the others are served
 * behind its back. It rejects with the error of the sink that raises (an `AggregateError` if there are several); one in
 * mode `'best_effort'` never does. A failure that is logged is told once, until the sink takes an event again.
 *
 * Holds at most `maxQueuedEvents` and `maxQueuedBytes` for each sink; what is more is dropped, counted in `droppedEvents`,
 * and told as any failure is, as a `QueueFullError`.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value.
 * @example
 * const lines: string[] = [];
 * const instrumentation = new Instrumentation({
 *   sinks: [new CallbackSink((event) => lines.push(eventToJsonLine(event)))],
 *   payloadPolicyByOp: { exec: { includeExecOutput: true } },
 *   redact: { names: ['token'] },
 * });
 * const events = createSessionEvents();
 * const start = events.start('exec', { argv: ['deploy'], token: 's3cret' });
 * await instrumentation.emit(start);
 * await instrumentation.emit(events.finish(start, { stdout: 'token=s3cret' }));
 * await instrumentation.close();
 * lines.map((line) => JSON.parse(line)).map(({ data, stdout }) => [data.token, stdout]); // [ [ '[masked]', undefined ], [ '[masked]', 'token=[masked]' ] ]
 */
export class Instrumentation {
  readonly #routes: Route[] = [];
  readonly #policies: CommonPolicies;
  readonly #redaction: Redaction | undefined;
  readonly #limits: QueueLimits;
  readonly #log: NonNullable<InstrumentationOptions['log']>;
  readonly #emissions = new Set<Promise<void>>();
  #closing: Promise<void> | undefined;

  constructor(options?: InstrumentationOptions) {
    const owner = 'Cannot create Instrumentation';
    const { sinks = [], payloadPolicy, payloadPolicyByOp, redact, log, ...limits } = checkOptions(owner, options);
    const byOp = checkOptions(owner, payloadPolicyByOp) as Readonly<Record<string, EventPayloadPolicy>>;
    for (const policy of Object.values(byOp)) checkPayloadPolicy(owner, policy);
    this.#policies = { all: payloadPolicy && checkPayloadPolicy(owner, payloadPolicy), byOp };
    this.#redaction = redact === undefined ? undefined : new Redaction(owner, redact);
    this.#log = log === undefined ? (...told) => console.error(...told) : checkFunction(owner, 'log', log);
    const { maxQueuedEvents = DEFAULT_QUEUED_EVENTS, maxQueuedBytes = DEFAULT_QUEUED_BYTES } = limits;
    this.#limits = {
      maxQueuedEvents: checkInteger(owner, 'maxQueuedEvents', maxQueuedEvents, 1),
      maxQueuedBytes: checkInteger(owner, 'maxQueuedBytes', maxQueuedBytes, 1),
      dropPolicy: checkChoice(owner, 'dropPolicy', limits.dropPolicy ?? 'newest', ['newest', 'oldest']),
    };
    for (const sink of checkSinks(owner, sinks)) this.addSink(sink);
  }

  /** Events that were dropped because too many waited, over all sinks. */
  get droppedEvents(): number {
    return this.#routes.reduce((sum, { droppedEvents }) => sum + droppedEvents, 0);
  }

  /** Events that a sink failed to take, over all sinks. */
  get failedEvents(): number {
    return this.#routes.reduce((sum, { failedEvents }) => sum + failedEvents, 0);
  }

  /** Adds a sink; it gets the events that are emitted from now on. @throws {TypeError} If it is none. */
  addSink(sink: EventSink): void {
    for (const [leaf, chain] of leavesOf(checkSink('Cannot add a sink', sink))) {
      this.#routes.push(new Route(leaf, chain, this.#policies, this.#limits, this.#log));
    }
  }

  /** Delivers an event. The event may be changed as soon as this has returned. */
  emit(event: SessionEvent): Promise<void> {
    const emission = this.#emit(event);
    this.#emissions.add(emission);
    const forget = () => this.#emissions.delete(emission);
    emission.then(forget, forget);
    return emission;
  }

  /** Waits for all that was emitted, then lets the sinks pass on what they hold. Rejects with what goes wrong at that. */
  async flush(): Promise<void> {
    throwAll(await this.#flush(), 'Several sinks failed to flush');
  }

  /** Flushes, then closes the sinks; nothing can be emitted any more. A second call gives the same promise. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #emit(event: SessionEvent): Promise<void> {
    if (this.#closing) throw new TypeError('Cannot emit: this Instrumentation is closed');
    if (event?.phase !== 'start' && event?.phase !== 'finish') {
      throw new TypeError(`Cannot emit: event must be a session event, got ${show(event)}`);
    }
    const { op } = event;
    const routes = [...this.#routes];
    const keepsOutput = routes.some((route) => route.policyFor(op).includeExecOutput);
    const snapshot = new Snapshot(event, this.#redaction, keepsOutput);
    const reasons: unknown[] = [];
    for (const route of routes) {
      const delivery = route.deliver(snapshot, op);
      const failure = route.isWaitedFor ? await delivery : undefined;
      if (failure && route.raises) reasons.push(failure.reason);
    }
    throwAll(reasons, 'Several sinks failed');
  }

  async #flush(): Promise<unknown[]> {
    while (this.#emissions.size > 0) await Promise.allSettled(this.#emissions);
    await Promise.all(this.#routes.map((route) => route.idle()));
    return this.#ofEach((sink) => sink.flush?.());
  }

  async #close(): Promise<void> {
    const reasons = await this.#flush();
    reasons.push(...(await this.#ofEach((sink) => sink.close?.())));
    // What a sink could not flush it may tell of again.
    throwAll([...new Set(reasons)], 'Several sinks failed to close');
  }

  /** Gives what was raised. */
  async #ofEach(act: (sink: EventSink) => unknown): Promise<unknown[]> {
    const results = await Promise.allSettled(this.#routes.map(async (route) => act(route.sink)));
    const raised: unknown[] = [];
    for (const [i, result] of results.entries()) {
      if (result.status === 'fulfilled') continue;
      this.#routes[i]!.report(result.reason);
      if (this.#routes[i]!.raises) raised.push(result.reason);
    }
    return raised;
  }
}
