/** What all events have. Names are those of the wire. */
export interface EventFields {
  version: 1;
  event_id: string;
  /** When it happened, as ISO 8601 in UTC. */
  ts: string;
  session_id: string;
  /** Counts the events of a session, from 1 on. */
  seq: number;
  /** What is done: `'exec'`, `'write'`, `'read'`, or any other name. */
  op: string;
  /** The same for the start and the finish of one operation. */
  span_id: string;
  parent_span_id: string | null;
  trace_id: string | null;
  /** What is known of the operation: its arguments, its counts. */
  data: Record<string, unknown>;
}

/** An operation begins. */
export interface StartEvent extends EventFields {
  phase: 'start';
}

/** An operation is over. */
export interface FinishEvent extends EventFields {
  phase: 'finish';
  ok: boolean;
  duration_ms: number;
  error_code: string | null;
  error_type: string | null;
  error_message: string | null;
  error_retryable: boolean | null;
  stdout: string | null;
  stderr: string | null;
  /** Raw output on its way to the policies, which make `stdout` of it. Never on the wire. */
  stdout_bytes?: Uint8Array;
  stderr_bytes?: Uint8Array;
}

/** One record of what a session did, version 1; `phase` tells which. */
export type SessionEvent = StartEvent | FinishEvent;

/** Where raw output rides, beside the field that has it as text. */
export const RAW_FIELDS = { stdout: 'stdout_bytes', stderr: 'stderr_bytes' } as const;
