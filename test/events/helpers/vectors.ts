import type { EventPayloadPolicy, SessionEvent } from '../../../src/events/index.js';
import { fromBase64 } from '../../helpers/bytes.js';
import { bytesOf, type Form, readReference, textOf } from '../../helpers/vectors.js';
import { fixedEvents } from './events.js';

/** A policy as the reference has it: in snake_case. */
export type ReferencePolicy = Readonly<Record<string, boolean | number>> | null;

export interface ReferenceEvent {
  readonly op: string;
  readonly phase: 'start' | 'finish';
  readonly data?: Record<string, unknown>;
  readonly stdout?: string | null;
  readonly stdout_b64?: Form;
  readonly stderr?: string | null;
  readonly stderr_b64?: Form;
}

export interface SinkCase {
  readonly name: string;
  readonly policy?: ReferencePolicy;
  readonly mode?: 'sync' | 'async' | 'best_effort';
  readonly on_error?: 'raise' | 'log' | 'ignore';
  readonly fails?: boolean;
}

export type Layout = SinkCase | readonly Layout[];

export interface MergeCase {
  readonly fn: 'merge';
  readonly note: string;
  readonly default: ReferencePolicy;
  readonly by_op: Readonly<Record<string, ReferencePolicy>> | null;
  readonly op: string;
  readonly sink: ReferencePolicy;
  readonly effective: NonNullable<ReferencePolicy>;
}

export interface RedactCase {
  readonly fn: 'redact';
  readonly note: string;
  readonly policy: NonNullable<ReferencePolicy>;
  readonly event: ReferenceEvent;
  readonly result: {
    readonly data: Record<string, unknown>;
    readonly stdout?: Form | null;
    readonly stderr?: Form | null;
    readonly raw_stdout_kept?: boolean;
    readonly raw_stderr_kept?: boolean;
  };
}

export interface FanOutCase {
  readonly fn: 'fan_out';
  readonly note: string;
  readonly default: ReferencePolicy;
  readonly by_op: Readonly<Record<string, ReferencePolicy>> | null;
  readonly sinks: readonly Layout[];
  readonly event: ReferenceEvent;
  readonly stdout_by_sink: Readonly<Record<string, string | null>>;
}

export interface DeliverCase {
  readonly fn: 'deliver';
  readonly note: string;
  readonly sinks: readonly SinkCase[];
  readonly chained: boolean;
  readonly emit: string;
  readonly done_when_emit_settles: readonly string[];
  readonly after_flush: Readonly<Record<string, string>>;
}

interface Reference {
  readonly cases: readonly (MergeCase | RedactCase | FanOutCase | DeliverCase)[];
  readonly nested_chain: readonly FanOutCase[];
}

export const reference = readReference<Reference>('policy-merge');

export const casesOf = <Fn extends Reference['cases'][number]['fn']>(fn: Fn) =>
  reference.cases.filter((each): each is Extract<Reference['cases'][number], { fn: Fn }> => each.fn === fn);

/** In our own names. */
export function policyOf(policy: ReferencePolicy | undefined): EventPayloadPolicy {
  const named = Object.entries(policy ?? {}).map(([name, value]) => [
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(named);
}

export const policiesOf = (policies: Readonly<Record<string, ReferencePolicy>> | null) =>
  Object.fromEntries(Object.entries(policies ?? {}).map(([op, policy]) => [op, policyOf(policy)]));

export function eventOf({ op, phase, data = {}, ...output }: ReferenceEvent): SessionEvent {
  const events = fixedEvents();
  const start = events.start(op, structuredClone(data));
  if (phase === 'start') return start;
  const { stdout = null, stderr = null, stdout_b64, stderr_b64 } = output;
  return {
    ...events.finish(start),
    stdout,
    stderr,
    ...(stdout_b64 !== undefined && { stdout_bytes: bytesOf(stdout_b64) }),
    ...(stderr_b64 !== undefined && { stderr_bytes: bytesOf(stderr_b64) }),
  };
}

export { bytesOf, fromBase64, textOf };
