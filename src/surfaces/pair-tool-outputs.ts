import { checkText } from '../checks.js';
import { checkChoice, checkFunction, checkOptions, show } from '../options.js';
import { CALL_KINDS, endedToolOutput } from './aborted-tool-output.js';
import { type CallKind, callIdOf, type ToolOutputItem } from './shapes.js';

/** A call of a model. */
export interface ToolCall {
  callId: string;
  /** `'function'` unless given. */
  kind?: CallKind;
}

/** What ends the waiting for calls. */
export interface PairOptions {
  /** Ends the waiting: a cancel, or a deadline as `AbortSignal.timeout` gives it. */
  signal?: AbortSignal;
}

/**
 * Runs calls side by side and gives one output for each call id, in the order of the calls, whatever happens: a call that
 * throws, or gives no output of its own, has one that tells so, and so has each that is not done when the signal aborts
 * (none is begun after). Stopping them is up to `run`, which knows the signal; what they give later is dropped. An id that
 * comes again is the same call.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value: rejects with it, before any call is run.
 * @example
 * const calls = [{ callId: 'a' }, { callId: 'b' }];
 * const outputs = await pairToolOutputs(calls, async ({ callId }) => {
 *   if (callId === 'b') throw new Error('no such tool');
 *   return encodeToolOutput({ callId, kind: 'function', content: 'done', policy: TruncationPolicy.tokens(100) }).item;
 * });
 * outputs.map((item) => [item.call_id, item.output]); // [ [ 'a', 'done' ], [ 'b', 'Failed: no such tool' ] ]
 */
export async function pairToolOutputs<C extends ToolCall, I extends ToolOutputItem<KindOf<C>>>(
  calls: readonly C[],
  run: (call: C) => I | PromiseLike<I>,
  options?: PairOptions,
): Promise<(I | ToolOutputItem<KindOf<C>, never>)[]> {
  const owner = 'pairToolOutputs';
  const { signal } = checkOptions(owner, options);
  checkFunction(owner, 'run', run);
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new TypeError(`${owner}: signal must be an AbortSignal, got ${show(signal)}`);
  }
  const distinct = new Map<string, C>();
  for (const call of checkCalls(owner, calls)) if (!distinct.has(call.callId)) distinct.set(call.callId, call);
  const aborting = onceAborted(signal);
  const outputs = [...distinct.values()].map(async (call) => {
    const ended = (how: 'Aborted' | 'Failed', reason: unknown) => {
      return endedToolOutput(owner, call.kind ?? 'function', call.callId, how, reason);
    };
    try {
      // Not begun: there is nobody to wait for it.
      if (signal?.aborted) return ended('Aborted', signal.reason);
      const output: unknown = await Promise.race([run(call), aborting.promise]);
      if (output === ABORTED) return ended('Aborted', signal?.reason);
      return isOutputOf(call, output) ? output : ended('Failed', 'the tool gave no output of this call');
    } catch (error) {
      // A tool that passes the signal on fails with the reason, maybe before we hear of it.
      return ended(signal?.aborted && error === signal.reason ? 'Aborted' : 'Failed', error);
    }
  });
  try {
    return (await Promise.all(outputs)) as I[];
  } finally {
    aborting.release();
  }
}

type KindOf<C extends ToolCall> = 'kind' extends keyof C
  ? Exclude<C['kind'], undefined> | (undefined extends C['kind'] ? 'function' : never)
  : 'function';

const ABORTED = /* @__PURE__ */ Symbol('aborted');

function onceAborted(signal: AbortSignal | undefined) {
  let release = () => {};
  const promise = new Promise<typeof ABORTED>((resolve) => {
    const onAbort = () => resolve(ABORTED);
    signal?.addEventListener('abort', onAbort);
    release = () => signal?.removeEventListener('abort', onAbort);
  });
  return { promise, release: () => release() };
}

function checkCalls<C extends ToolCall>(owner: string, calls: readonly C[]): readonly C[] {
  if (!Array.isArray(calls)) throw new TypeError(`${owner}: calls must be an array, got ${show(calls)}`);
  for (const call of calls) {
    if (typeof call !== 'object' || call === null) {
      throw new TypeError(`${owner}: a call must be an object, got ${show(call)}`);
    }
    checkText(owner, 'callId', call.callId);
    checkChoice(owner, 'kind', call.kind ?? 'function', CALL_KINDS);
  }
  return calls;
}

const TYPES: Readonly<Record<CallKind, ToolOutputItem<CallKind>['type']>> = {
  function: 'function_call_output',
  custom: 'custom_tool_call_output',
  tool_result: 'tool_result',
};

function isOutputOf({ callId, kind = 'function' }: ToolCall, output: unknown): output is ToolOutputItem<CallKind> {
  if (typeof output !== 'object' || output === null) return false;
  const item = output as ToolOutputItem<CallKind>;
  return item.type === TYPES[kind] && callIdOf(item) === callId;
}
