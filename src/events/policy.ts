import { checkBoolean, checkInteger, checkOptions } from '../options.js';
import { firstScalars, safeDecode } from '../text/safe-decode.js';
import { type FinishEvent, RAW_FIELDS, type SessionEvent } from './event.js';

/** How much of an operation's output and input a sink gets to see. What is not given is left to the next policy. */
export interface EventPayloadPolicy {
  /** Whether output is passed on at all; false unless some policy says so. */
  includeExecOutput?: boolean;
  /** The most scalar values of `stdout`; 8,000 unless given. Where there are more, "…" is behind them. */
  maxStdoutChars?: number;
  maxStderrChars?: number;
  /** Whether `data.bytes`, the length of what was written, is passed on; true unless some policy says not. */
  includeWriteLen?: boolean;
}

type Checked = Required<EventPayloadPolicy>;

const DEFAULTS: Checked = {
  includeExecOutput: false,
  maxStdoutChars: 8000,
  maxStderrChars: 8000,
  includeWriteLen: true,
};

/**
 * Merges policies field by field; a later one that sets a field has the say in it. Missing ones are passed over.
 *
 * @throws {TypeError | RangeError} If a field is of the wrong kind or value.
 * @example
 * mergePolicies({ includeExecOutput: true }, { maxStdoutChars: 9 }, undefined, { maxStdoutChars: 5 }); // { includeExecOutput: true, maxStdoutChars: 5 }
 */
export function mergePolicies(
  base: EventPayloadPolicy | undefined,
  ...overrides: readonly (EventPayloadPolicy | undefined)[]
): EventPayloadPolicy {
  const merged: Record<string, unknown> = {};
  for (const policy of [base, ...overrides]) {
    const given: Record<string, unknown> = { ...checkOptions('mergePolicies', policy) };
    for (const name of Object.keys(DEFAULTS)) if (given[name] !== undefined) merged[name] = given[name];
  }
  return checkPayloadPolicy('mergePolicies', merged);
}

/** @throws {TypeError | RangeError} If a field is of the wrong kind or value. */
export function checkPayloadPolicy(owner: string, policy: EventPayloadPolicy | undefined): EventPayloadPolicy {
  const given = checkOptions(owner, policy);
  for (const name of ['includeExecOutput', 'includeWriteLen'] as const) {
    if (given[name] !== undefined) checkBoolean(owner, name, given[name]);
  }
  for (const name of ['maxStdoutChars', 'maxStderrChars'] as const) {
    if (given[name] !== undefined) checkInteger(owner, name, given[name]);
  }
  return given;
}

/**
 * Makes an event of what a policy lets through; the one that is given stays as it is. Output that came raw is decoded, and
 * stays beside its text; where output is not to be passed on, both are gone. `data` is a copy of its first level.
 *
 * @throws {TypeError | RangeError} If a field of the policy is of the wrong kind or value.
 * @example
 * const events = createSessionEvents({ sessionId: 's1' });
 * const event = events.finish(events.start('exec'), { stdout: Uint8Array.of(0x68, 0x69, 0x21) });
 * applyPolicy(event, {}).stdout; // null
 * applyPolicy(event, { includeExecOutput: true, maxStdoutChars: 2 }).stdout; // 'hi…'
 */
export function applyPolicy<E extends SessionEvent>(event: E, policy: EventPayloadPolicy): E {
  const given = checkPayloadPolicy('applyPolicy', policy);
  const effective: Checked = { ...DEFAULTS, ...mergePolicies(given) };
  const { bytes, ...rest } = event.data;
  const data = effective.includeWriteLen || !('bytes' in event.data) ? { ...event.data } : rest;
  const copy: E = { ...event, data };
  return copy.phase === 'start' ? copy : withOutput(copy, effective);
}

function withOutput<E extends SessionEvent>(event: E, policy: Checked): E {
  const finish = event as FinishEvent;
  const caps = { stdout: policy.maxStdoutChars, stderr: policy.maxStderrChars };
  for (const name of ['stdout', 'stderr'] as const) {
    const raw = finish[RAW_FIELDS[name]];
    const text = finish[name];
    if (!policy.includeExecOutput) {
      finish[name] = null;
      delete finish[RAW_FIELDS[name]];
    } else if (raw) {
      finish[name] = safeDecode(raw, { maxChars: caps[name] });
    } else if (typeof text === 'string') {
      finish[name] = firstScalars(text, caps[name]);
    }
  }
  return event;
}
