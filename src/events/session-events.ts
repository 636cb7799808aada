import { copyBytes, isBytes } from '../bytes.js';
import { checkFunction, checkMethods, checkOptions, show } from '../options.js';
import { threwText } from '../text/json-forms.js';
import type { EventFields, FinishEvent, StartEvent } from './event.js';
import { newUuid } from './uuid.js';

/** Of which session the events are, and where time and ids come from. */
export interface SessionEventsOptions {
  /** A new id unless given. */
  sessionId?: string;
  /** `now()` gives milliseconds since 1970, for `ts` and `duration_ms`. Unless given, a change of the system's time changes no duration. */
  clock?: { now(): number };
  /** Makes the ids of events and spans, and of the session; random UUIDs unless given. */
  newId?: () => string;
}

/** Where an operation stands in a trace. */
export interface EventSpan {
  spanId?: string;
  parentSpanId?: string | null;
  traceId?: string | null;
}

/** How an operation went. */
export interface FinishOutcome {
  /** True unless there is an error. */
  ok?: boolean;
  /** What is known now; what the start had is there as well. */
  data?: Record<string, unknown>;
  /** What was thrown: `error_type` and `error_message` are of it, and so are `code` and `retryable` if it has them. */
  error?: unknown;
  errorCode?: string | null;
  errorMessage?: string | null;
  errorRetryable?: boolean | null;
  /** Output, as text or raw. The policies decide how much of it a sink gets. */
  stdout?: string | Uint8Array | null;
  stderr?: string | Uint8Array | null;
}

/** Makes the events of one session, numbered in the order in which they are made. */
export interface SessionEvents {
  readonly sessionId: string;
  start(op: string, data?: Record<string, unknown>, span?: EventSpan): StartEvent;
  finish(start: StartEvent, outcome?: FinishOutcome): FinishEvent;
}

const owner = 'createSessionEvents';

/**
 * Makes the events of a session: `start` when an operation begins, `finish` when it is over, with how long it took.
 * Holds a number for each operation whose start event is still held by somebody.
 *
 * @throws {TypeError} If an option or an argument is of the wrong kind.
 * @example
 * const ids = ['e1', 'span', 'e2'].values();
 * const time = [1000, 1000.5].values();
 * const events = createSessionEvents({ sessionId: 's', newId: () => ids.next().value!, clock: { now: () => time.next().value! } });
 * const start = events.start('exec', { argv: ['ls'] });
 * const { seq, duration_ms, span_id, data } = events.finish(start, { data: { exit_code: 0 } });
 * [seq, duration_ms, span_id, data]; // [ 2, 0.5, 'span', { argv: [ 'ls' ], exit_code: 0 } ]
 */
export function createSessionEvents(options?: SessionEventsOptions): SessionEvents {
  const { clock, newId = newUuid, sessionId = newId() } = checkOptions(owner, options);
  checkString('sessionId', sessionId);
  checkFunction(owner, 'newId', newId);
  if (clock !== undefined) checkMethods(owner, 'clock', clock, ['now']);
  const wallMs = () => (clock ? clock.now() : Date.now());
  const startedAt = new WeakMap<StartEvent, number>();
  let seq = 0;

  function fields(op: string, data: Record<string, unknown>, now: number) {
    const ts = new Date(now).toISOString();
    return { version: 1, event_id: newId(), ts, session_id: sessionId, seq: ++seq, op, data } as const;
  }

  return {
    sessionId,
    start(op, data, span) {
      checkString('op', op);
      const { spanId, parentSpanId = null, traceId = null } = checkOptions(owner, span);
      const now = wallMs();
      const common: EventFields = {
        ...fields(op, { ...checkOptions(owner, data) }, now),
        span_id: spanId ?? newId(),
        parent_span_id: parentSpanId,
        trace_id: traceId,
      };
      const event: StartEvent = { ...common, phase: 'start' };
      startedAt.set(event, clock ? now : performance.now());
      return event;
    },
    finish(start, outcome) {
      if (start?.phase !== 'start') throw new TypeError(`${owner}: finish needs a start event, got ${show(start)}`);
      const now = wallMs();
      // An event that was made elsewhere, as after a restart, has its time in it.
      const from = startedAt.get(start);
      const elapsed = from === undefined ? now - Date.parse(start.ts) : (clock ? now : performance.now()) - from;
      const { ok, data, stdout, stderr, ...error } = checkOptions(owner, outcome);
      const { span_id, parent_span_id, trace_id } = start;
      return {
        ...fields(start.op, { ...start.data, ...checkOptions(owner, data) }, now),
        phase: 'finish',
        span_id,
        parent_span_id,
        trace_id,
        ok: ok ?? (error.error === undefined && (error.errorCode ?? error.errorMessage ?? null) === null),
        duration_ms: Math.max(0, Math.round(elapsed * 1000) / 1000) || 0,
        ...errorFields(error),
        ...output('stdout', stdout),
        ...output('stderr', stderr),
      } as FinishEvent;
    },
  };
}

function errorFields({ error, errorCode, errorMessage, errorRetryable }: FinishOutcome) {
  const isObject = typeof error === 'object' && error !== null;
  const { name, message, code, retryable } = isObject ? facts(error) : { ...NO_FACTS, message: textOf(error) };
  return {
    error_code: errorCode ?? (typeof code === 'string' || typeof code === 'number' ? `${code}` : null),
    error_type: error === undefined ? null : typeof name === 'string' ? name : typeof error,
    error_message: errorMessage ?? (typeof message === 'string' ? message : null),
    error_retryable: errorRetryable ?? (typeof retryable === 'boolean' ? retryable : null),
  };
}

const NO_FACTS = { name: undefined, code: undefined, retryable: undefined };

const textOf = (error: unknown) => (error === undefined ? null : String(error));

/** An error may be anything, so that to look at it may throw, and that must not hide what happened. */
function facts(error: object): Record<'name' | 'message' | 'code' | 'retryable', unknown> {
  try {
    const { name, message, code, retryable } = error as Record<string, unknown>;
    return { name, message, code, retryable };
  } catch (thrown) {
    return { ...NO_FACTS, message: threwText(thrown) };
  }
}

function output(name: 'stdout' | 'stderr', value: string | Uint8Array | null | undefined) {
  if (value === undefined || value === null) return { [name]: null };
  if (typeof value === 'string') return { [name]: value };
  if (!isBytes(value)) throw new TypeError(`${owner}: ${name} must be a string or a Uint8Array, got ${show(value)}`);
  // Copied: the caller may read the next output into the same memory.
  return { [name]: null, [`${name}_bytes`]: copyBytes(value) };
}

function checkString(name: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${owner}: ${name} must be a string, got ${show(value)}`);
  if (value === '') throw new RangeError(`${owner}: ${name} must not be empty`);
}
