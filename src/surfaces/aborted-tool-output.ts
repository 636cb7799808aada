import { checkText } from '../checks.js';
import { checkChoice } from '../options.js';
import { reasonText } from './reason.js';
import { type CallKind, shaped, type ToolOutputItem } from './shapes.js';

export const CALL_KINDS: readonly CallKind[] = ['function', 'custom', 'tool_result'];

/**
 * The output of a call that came to nothing, so that every call has one: an API refuses a conversation where a call has
 * none. Shows the reason, a text or an error, in at most 1024 bytes; never throws for what it is.
 *
 * @throws {TypeError | RangeError} If `callId` is no string, or there is no such kind.
 * @example
 * abortedToolOutput('call_1', 'the user cancelled'); // { type: 'function_call_output', call_id: 'call_1', output: 'Aborted: the user cancelled' }
 * abortedToolOutput('toolu_1', new RangeError('too much'), 'tool_result').content; // 'Aborted: RangeError: too much'
 */
export function abortedToolOutput<K extends CallKind = 'function'>(
  callId: string,
  reason: unknown,
  kind?: K,
): ToolOutputItem<K, never> {
  return endedToolOutput('abortedToolOutput', kind ?? 'function', callId, 'Aborted', reason) as ToolOutputItem<
    K,
    never
  >;
}

/** The output of a call that gave none: how it ended, and why. */
export function endedToolOutput(
  owner: string,
  kind: CallKind,
  callId: string,
  how: 'Aborted' | 'Failed',
  reason: unknown,
): ToolOutputItem<CallKind> {
  checkChoice(owner, 'kind', kind, CALL_KINDS);
  return shaped(
    kind,
    checkText(owner, 'callId', callId),
    `${how}: ${reasonText(reason)}`,
    true,
  ) as ToolOutputItem<CallKind>;
}
