import { copyBytes } from '../bytes.js';
import type { Redaction } from '../redaction.js';
import { type JsonSettings, jsonLine } from '../text/json.js';
import { decodeUtf8, encodeUtf8 } from '../text/utf8.js';
import { type FinishEvent, RAW_FIELDS, type SessionEvent } from './event.js';
import { applyPolicy, type EventPayloadPolicy } from './policy.js';

const OUTPUT_FIELDS = ['stdout', 'stderr'] as const;

const ALL = {
  includeExecOutput: true,
  maxStdoutChars: Number.MAX_SAFE_INTEGER,
  maxStderrChars: Number.MAX_SAFE_INTEGER,
};

/** Raw output is no part of the record, and the text of output may be long, so that both are kept aside. */
const ASIDE: readonly string[] = ['stdout', 'stderr', 'stdout_bytes', 'stderr_bytes'];

/** What makes a record of it, which no rule touches: a secret may be a word such as "start". */
const STRUCTURE: readonly string[] = [
  ...['version', 'event_id', 'ts', 'session_id', 'seq', 'op', 'phase', 'span_id', 'parent_span_id', 'trace_id'],
  ...['ok', 'duration_ms', 'error_retryable'],
];

type Output = Pick<FinishEvent, (typeof OUTPUT_FIELDS)[number] | (typeof RAW_FIELDS)['stdout' | 'stderr']>;

/**
 * An event as it was when it was emitted, in the form that it has on the wire, and masked. What is done to the event
 * afterwards, or to a copy that some sink has, changes nothing here. Whatever the event holds, this can be made of it.
 */
export class Snapshot {
  readonly #json: string;
  readonly #output: Output | undefined;
  /** About how much memory it takes. */
  readonly bytes: number;

  /** `keepsOutput`: whether any sink may see output; masking it all would be for nothing else. */
  constructor(event: SessionEvent, redaction: Redaction | undefined, keepsOutput: boolean) {
    this.#json = redaction ? maskedJson(event, redaction) : jsonLine(event, PLAIN)!;
    this.#output = event.phase === 'finish' && keepsOutput ? outputOf(event, redaction) : undefined;
    const { stdout, stderr, stdout_bytes, stderr_bytes } = this.#output ?? {};
    const output = [stdout, stderr, stdout_bytes, stderr_bytes].map((part) => part?.length ?? 0);
    this.bytes = this.#json.length + output.reduce((sum, length) => sum + length);
  }

  /** The same, masked once more. */
  masked(redaction: Redaction): Snapshot {
    return new Snapshot(this.toEvent(ALL), redaction, this.#output !== undefined);
  }

  /** A copy of its own for one sink. */
  toEvent(policy: EventPayloadPolicy): SessionEvent {
    const event = JSON.parse(this.#json) as SessionEvent;
    // Of a proxy that throws there is a note.
    if (typeof event.data !== 'object') event.data = { note: event.data };
    const output = this.#output ?? { stdout: null, stderr: null };
    return applyPolicy(event.phase === 'finish' ? { ...event, ...output } : event, policy);
  }
}

const PLAIN: JsonSettings = {
  sortKeys: false,
  ascii: false,
  omit: /* @__PURE__ */ new Set(ASIDE),
  bigint: 'string',
  bytes: 'base64',
  masking: undefined,
};

function maskedJson(event: SessionEvent, masking: Redaction): string {
  const members = Object.entries(event).map(([key, value]): [string, unknown] => {
    if (STRUCTURE.includes(key) || ASIDE.includes(key)) return [key, value];
    if (key !== 'data' && masking.isNamed(key)) return [key, masking.mask];
    // In a list, so that the field's own name is not looked at.
    return [key, JSON.parse(jsonLine([value], { ...PLAIN, masking })!)[0]];
  });
  return jsonLine(Object.fromEntries(members), PLAIN)!;
}

function outputOf(event: FinishEvent, redaction: Redaction | undefined): Output {
  const output: Output = { stdout: null, stderr: null };
  for (const name of OUTPUT_FIELDS) {
    const text = event[name];
    const raw = event[RAW_FIELDS[name]];
    if (typeof text === 'string') output[name] = redaction ? redaction.text(text) : text;
    // Copied: the caller may read the next output into the same memory.
    if (raw) output[RAW_FIELDS[name]] = redaction ? maskedBytes(raw, redaction) : copyBytes(raw);
  }
  return output;
}

/** Masked before any cap: half a secret at the end of a preview is not found any more. */
function maskedBytes(raw: Uint8Array, redaction: Redaction): Uint8Array {
  const text = decodeUtf8(raw);
  const shown = redaction.text(text);
  return shown === text ? copyBytes(raw) : encodeUtf8(shown);
}
