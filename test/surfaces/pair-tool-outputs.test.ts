import fc from 'fast-check';
import {
  abortedToolOutput,
  type CallKind,
  encodeToolOutput,
  pairToolOutputs,
  type ToolOutputItem,
  TruncationPolicy,
} from 'millrace';
import { expect, test } from 'vitest';
import { byteLength } from '../helpers/bytes.js';

type Item = ToolOutputItem<CallKind>;
const idOf = (item: Item) => (item.type === 'tool_result' ? item.tool_use_id : item.call_id);
const textOf = (item: Item) => (item.type === 'tool_result' ? item.content : item.output);
const TYPES = {
  function: 'function_call_output',
  custom: 'custom_tool_call_output',
  tool_result: 'tool_result',
} as const;

function output(callId: string, kind: CallKind): Item {
  return encodeToolOutput({ callId, kind, content: `done ${callId}`, policy: TruncationPolicy.tokens(50) }).item;
}

/** What a tool may do, told by the turn of the event loop's microtasks at which it does. */
const BEHAVIOURS = [
  'gives',
  'throws',
  'rejects',
  'never',
  'throws nothing',
  'other call',
  'no output',
  'aborts all',
  'reason',
] as const;
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await undefined;
};

test('pairToolOutputs gives one output for each call id, in order, whatever the tools do', async () => {
  const call = fc.record({
    callId: fc.constantFrom('a', 'b', 'c', 'd', '', '__proto__', '\ud83d'),
    kind: fc.constantFrom<CallKind>('function', 'custom', 'tool_result'),
    behaviour: fc.constantFrom(...BEHAVIOURS),
    after: fc.nat(6),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 8 }), fc.option(fc.nat(8)), async (calls, abortAfter) => {
      const abort = new AbortController();
      const reason = new DOMException('the deadline', 'TimeoutError');
      const begun: string[] = [];
      if (abortAfter === 0) abort.abort(reason);
      const pairing = pairToolOutputs(
        calls,
        ({ callId, kind, behaviour, after }) => {
          begun.push(callId);
          if (behaviour === 'throws') throw new RangeError('broken');
          if (behaviour === 'throws nothing') throw undefined;
          return turns(after).then(() => {
            if (behaviour === 'rejects') throw new Error('rejected');
            if (behaviour === 'reason') throw reason;
            if (behaviour === 'never') return new Promise<Item>(() => {});
            if (behaviour === 'aborts all') abort.abort(reason);
            if (behaviour === 'no output') return { callId } as unknown as Item;
            return output(behaviour === 'other call' ? `${callId}!` : callId, kind);
          });
        },
        { signal: abort.signal },
      );
      // A tool that never ends ends with the signal.
      if (abortAfter !== null || calls.some(({ behaviour }) => behaviour === 'never')) {
        await turns(abortAfter ?? 20);
        abort.abort(reason);
      }
      const outputs: Item[] = await pairing;
      const ids = [...new Set(calls.map(({ callId }) => callId))];
      expect(outputs.map(idOf)).toEqual(ids);
      expect(begun).toEqual(abortAfter === 0 ? [] : ids.slice(0, begun.length));
      for (const item of outputs) {
        const { kind, behaviour } = calls.find(({ callId }) => callId === idOf(item))!;
        expect(item.type).toBe(TYPES[kind]);
        const text = textOf(item);
        if (text === `done ${idOf(item).toWellFormed()}`) expect(['gives', 'aborts all']).toContain(behaviour);
        else expect(text).toMatch(/^(Aborted: TimeoutError: the deadline|Failed: .+)$/s);
        if (item.type === 'tool_result') expect(item.is_error).toBe(String(text).startsWith('done') ? undefined : true);
      }
    }),
  );
});

test('pairToolOutputs tells why a call gave nothing', async () => {
  const calls = (['gives', 'throws', 'rejects', 'other'] as const).map((callId) => ({ callId }));
  const outputs = await pairToolOutputs(calls, async ({ callId }) => {
    if (callId === 'throws') throw new TypeError('no such file');
    if (callId === 'rejects') return Promise.reject('just so');
    return encodeToolOutput({
      callId: callId === 'other' ? 'gives' : callId,
      kind: 'function',
      content: 'ok',
      policy: TruncationPolicy.bytes(9),
    }).item;
  });
  expect(outputs.map(({ output }) => output)).toEqual([
    'ok',
    'Failed: TypeError: no such file',
    'Failed: just so',
    'Failed: the tool gave no output of this call',
  ]);
});

test('pairToolOutputs refuses calls that it cannot pair, before any is run', async () => {
  const never = () => expect.unreachable();
  const pair = (...args: unknown[]) => (pairToolOutputs as (...args: unknown[]) => Promise<unknown>)(...args);
  await expect(pair('calls', never)).rejects.toThrow(
    new TypeError('pairToolOutputs: calls must be an array, got "calls"'),
  );
  await expect(pair([{ callId: 'a' }, {}], never)).rejects.toThrow(
    new TypeError('pairToolOutputs: callId must be a string, got undefined'),
  );
  await expect(pair([{ callId: 'a', kind: 'mcp' }], never)).rejects.toThrow(RangeError);
  await expect(pair([null], never)).rejects.toThrow(
    new TypeError('pairToolOutputs: a call must be an object, got null'),
  );
  await expect(pair([], 5)).rejects.toThrow(new TypeError('pairToolOutputs: run must be a function, got 5'));
  await expect(pair([], never, { signal: {} })).rejects.toThrow(
    new TypeError('pairToolOutputs: signal must be an AbortSignal, got an object'),
  );
});

test('abortedToolOutput shows any reason, in a bounded and well-formed text', () => {
  const shown = (reason: unknown) => abortedToolOutput('call_1', reason).output as string;
  expect(shown('ls \ud83d')).toBe('Aborted: ls \ufffd');
  expect(shown(new Error('stopped'))).toBe('Aborted: stopped');
  expect(shown(undefined)).toBe('Aborted: undefined');
  expect(shown({ code: 5 })).toBe('Aborted: an object');
  const hostile = {
    get message() {
      throw new Error('no');
    },
  };
  expect(shown(hostile)).toBe('Aborted: for a reason that cannot be told');
  expect(byteLength(shown('漢'.repeat(10_000)))).toBeLessThanOrEqual(1024 + 'Aborted: '.length);
  expect(abortedToolOutput('t', 'x', 'tool_result')).toEqual({
    type: 'tool_result',
    tool_use_id: 't',
    content: 'Aborted: x',
    is_error: true,
  });
  expect(() => abortedToolOutput(5 as unknown as string, 'x')).toThrow(
    new TypeError('abortedToolOutput: callId must be a string, got 5'),
  );
  expect(() => abortedToolOutput('a', 'x', 'mcp' as 'custom')).toThrow(RangeError);
});
