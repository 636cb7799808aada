import { isBytes } from '../bytes.js';
import { show } from '../options.js';
import type { SessionEvent } from './event.js';

/**
 * A record that is no event of this version.
 *
 * @example
 * const { start } = createSessionEvents({ sessionId: 's1' });
 * try {
 *   parseSessionEvent({ ...start('exec'), seq: 'one' });
 * } catch (error) {
 *   (error as EventError).path; // 'seq'
 *   String(error); // 'EventError: Cannot parse a session event: seq must be an integer >= 0, got "one"'
 * }
 */
export class EventError extends Error {
  /** The field that is wrong; empty if the whole is. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }

  override get name(): string {
    return 'EventError';
  }
}

/** What a field must be: in words, and as a test. */
type Rule = readonly [wanted: string, accepts: (value: unknown) => boolean];

const isString = (value: unknown) => typeof value === 'string';
const text: Rule = ['a string', isString];
const filled: Rule = ['a string that is not empty', (value) => isString(value) && value !== ''];
const textOrNull: Rule = ['a string or null', (value) => value === null || isString(value)];
const raw: Rule = ['a Uint8Array', isBytes];

const COMMON: Readonly<Record<string, Rule>> = {
  version: ['1', (value) => value === 1],
  event_id: filled,
  ts: ['a date in ISO 8601', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))],
  session_id: filled,
  seq: ['an integer >= 0', (value) => Number.isSafeInteger(value) && (value as number) >= 0],
  op: filled,
  phase: ["'start' or 'finish'", (value) => value === 'start' || value === 'finish'],
  span_id: text,
  data: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
};
const OF_FINISH: Readonly<Record<string, Rule>> = {
  ok: ['true or false', (value) => typeof value === 'boolean'],
  duration_ms: ['a number >= 0', (value) => Number.isFinite(value) && (value as number) >= 0],
};

/** Those that may be missing. */
const NULLABLE: Readonly<Record<string, Rule>> = { parent_span_id: textOrNull, trace_id: textOrNull };
const NULLABLE_OF_FINISH: Readonly<Record<string, Rule>> = {
  error_code: textOrNull,
  error_type: textOrNull,
  error_message: textOrNull,
  error_retryable: ['true, false or null', (value) => value === null || typeof value === 'boolean'],
  stdout: textOrNull,
  stderr: textOrNull,
};

/**
 * Checks a record, such as a line that was decoded, and gives it as an event of its own. Fields that this version does not
 * know are kept; a field that may be `null` may be missing, and is `null` then. `data` is the record's own object.
 *
 * @throws {EventError} If it is no event; `path` tells the field.
 * @example
 * const { start } = createSessionEvents({ sessionId: 's1' });
 * const { op, extra } = parseSessionEvent({ ...JSON.parse(eventToJsonLine(start('exec'))), extra: 1 }) as SessionEvent & { extra: number };
 * [op, extra]; // [ 'exec', 1 ]
 */
export function parseSessionEvent(value: unknown): SessionEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EventError('', `Cannot parse a session event: it must be an object, got ${show(value)}`);
  }
  const record: Record<string, unknown> = { ...value };
  check(record, COMMON);
  fillIn(record, NULLABLE);
  if (record.phase === 'finish') {
    check(record, OF_FINISH);
    fillIn(record, NULLABLE_OF_FINISH);
    for (const name of ['stdout_bytes', 'stderr_bytes']) {
      if (record[name] !== undefined) check(record, { [name]: raw });
    }
  }
  return record as unknown as SessionEvent;
}

function check(record: Record<string, unknown>, rules: Readonly<Record<string, Rule>>): void {
  for (const [path, [wanted, accepts]] of Object.entries(rules)) {
    if (accepts(record[path])) continue;
    const got = path in record ? `got ${show(record[path])}` : 'and is missing';
    throw new EventError(path, `Cannot parse a session event: ${path} must be ${wanted}, ${got}`);
  }
}

function fillIn(record: Record<string, unknown>, rules: Readonly<Record<string, Rule>>): void {
  for (const name of Object.keys(rules)) record[name] ??= null;
  check(record, rules);
}
