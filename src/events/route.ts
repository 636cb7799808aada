import { Redaction } from '../redaction.js';
import { ChainedSink, raises } from './chained-sink.js';
import { Delivery, QueueFullError, type QueueLimits } from './delivery.js';
import { type EventPayloadPolicy, mergePolicies } from './policy.js';
import type { EventSink } from './sink.js';
import type { Snapshot } from './snapshot.js';

/** Is told of failures that reject nothing. */
export type Log = (message: string, reason: unknown) => void;

/** The policies of all sinks: one for every operation, and those for single ones. */
export interface CommonPolicies {
  readonly all: EventPayloadPolicy | undefined;
  readonly byOp: Readonly<Record<string, EventPayloadPolicy>>;
}

/** The way to one sink: what it gets to see, and what happens when it fails. */
export class Route {
  readonly sink: EventSink;
  /** Whether an `emit` goes on only when the sink is done. */
  readonly isWaitedFor: boolean;
  readonly raises: boolean;
  readonly #delivery: Delivery;
  readonly #policy: EventPayloadPolicy;
  readonly #policyByOp: ReadonlyMap<string, EventPayloadPolicy>;
  readonly #redactions: readonly Redaction[];
  readonly #log: Log;
  #isFailing = false;
  failedEvents = 0;

  /** `chain`: the chains that the sink is inside of, the outermost first. */
  constructor(sink: EventSink, chain: readonly ChainedSink[], common: CommonPolicies, limits: QueueLimits, log: Log) {
    this.sink = sink;
    this.raises = raises(sink);
    this.isWaitedFor = chain.length > 0 || sink.mode === 'sync' || (sink.mode === 'async' && sink.onError === 'raise');
    this.#delivery = new Delivery(sink, limits);
    this.#log = log;
    const layers = [...chain, sink];
    const own = layers.map(({ payloadPolicy }) => payloadPolicy);
    const byOp = Object.entries(common.byOp);
    this.#policy = mergePolicies(common.all, ...own);
    this.#policyByOp = new Map(byOp.map(([op, policy]) => [op, mergePolicies(common.all, policy, ...own)]));
    this.#redactions = layers.flatMap(({ redact }) => (redact ? [new Redaction('Instrumentation', redact)] : []));
  }

  get droppedEvents(): number {
    return this.#delivery.droppedEvents;
  }

  policyFor(op: string): EventPayloadPolicy {
    return this.#policyByOp.get(op) ?? this.#policy;
  }

  /** Never rejects; gives the failure, if there is one. */
  async deliver(snapshot: Snapshot, op: string): Promise<{ readonly reason: unknown } | undefined> {
    const policy = this.policyFor(op);
    const masked = this.#redactions.reduce((each, redaction) => each.masked(redaction), snapshot);
    try {
      await this.#delivery.push({ bytes: masked.bytes, make: () => masked.toEvent(policy) });
      this.#isFailing = false;
      return undefined;
    } catch (reason) {
      if (!(reason instanceof QueueFullError)) this.failedEvents++;
      this.report(reason);
      return { reason };
    }
  }

  /** Logs a failure that rejects nothing: the first of a row, until the sink takes an event again. */
  report(reason: unknown): void {
    const isNews = !this.#isFailing;
    this.#isFailing = true;
    if (this.raises || this.sink.onError === 'ignore' || !isNews) return;
    // What tells of failures is not to make one, be it thrown or, by an asynchronous one, rejected with.
    (async () => this.#log(`Cannot deliver events to ${this.sink.constructor.name}`, reason))().catch(() => {});
  }

  /** Settles when nothing waits for the sink. */
  idle(): Promise<void> {
    return this.#delivery.idle();
  }
}

/** The sinks inside of chains, at any depth, each with the chains around it. */
export function* leavesOf(
  sink: EventSink,
  chain: readonly ChainedSink[] = [],
): Generator<readonly [EventSink, readonly ChainedSink[]]> {
  if (!(sink instanceof ChainedSink)) yield [sink, chain];
  else for (const inner of sink.sinks) yield* leavesOf(inner, [...chain, sink]);
}
