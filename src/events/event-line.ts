import { encodeJsonLine } from '../transforms/jsonl-encode.js';
import { RAW_FIELDS, type SessionEvent } from './event.js';

const ON_THE_WIRE = { ascii: true, omit: [RAW_FIELDS.stdout, RAW_FIELDS.stderr] };

/**
 * One event as one line of JSON, in ASCII, ended by LF; keys in order of their code points. Raw output is left out.
 * Whatever `data` holds is written as `encodeJsonLine` does.
 *
 * @example
 * const { start } = createSessionEvents({ sessionId: 's1', newId: () => 'id', clock: { now: () => 0 } });
 * eventToJsonLine(start('exec')).slice(0, 40); // '{"data":{},"event_id":"id","op":"exec","'
 */
export function eventToJsonLine(event: SessionEvent): string {
  return encodeJsonLine(event, ON_THE_WIRE);
}
