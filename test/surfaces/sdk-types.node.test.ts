import type Anthropic from '@anthropic-ai/sdk';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  abortedToolOutput,
  type ContentItem,
  encodeToolOutput,
  type ImageItem,
  pairToolOutputs,
  type TextItem,
  TruncationPolicy,
} from 'millrace';
import type OpenAI from 'openai';
import { expect, test } from 'vitest';

// That this file compiles is most of the test: each result stands where an SDK takes what it is.
const policy = TruncationPolicy.tokens(100);
const callId = 'call_1';
const content: (TextItem | ImageItem)[] = [
  { type: 'input_text', text: 'a chart' },
  { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
];
const withSound: ContentItem[] = [...content, { type: 'input_audio', audio_url: 'data:audio/wav;base64,UklGRg==' }];

test('encodeToolOutput gives input items of the OpenAI Responses API', async () => {
  const input: OpenAI.Responses.ResponseInput = [
    encodeToolOutput({ callId, kind: 'function', content, policy }).item,
    encodeToolOutput({ callId, kind: 'custom', content, policy }).item,
    encodeToolOutput({ callId, kind: 'function', content: 'text', policy }).item,
    encodeToolOutput({ callId, kind: 'custom', content: 'text', policy }).item,
    abortedToolOutput(callId, 'cancelled'),
    abortedToolOutput(callId, 'cancelled', 'custom'),
    ...(await pairToolOutputs(
      [{ callId }],
      () => encodeToolOutput({ callId, kind: 'function', content, policy }).item,
    )),
  ];
  expect(input.map(({ type }) => type)).toEqual([
    ...['function_call_output', 'custom_tool_call_output', 'function_call_output', 'custom_tool_call_output'],
    ...['function_call_output', 'custom_tool_call_output', 'function_call_output'],
  ]);
  // @ts-expect-error The public types know no sound in an output.
  const sound: OpenAI.Responses.ResponseInputItem = encodeToolOutput({
    callId,
    kind: 'function',
    content: withSound,
    policy,
  }).item;
  expect(sound).toBeDefined();
});

test('encodeToolOutput gives blocks of the Anthropic Messages API', async () => {
  const blocks: Anthropic.ToolResultBlockParam[] = [
    encodeToolOutput({ callId, kind: 'tool_result', content: withSound, policy }).item,
    encodeToolOutput({ callId, kind: 'tool_result', content: 'text', policy }).item,
    abortedToolOutput(callId, 'cancelled', 'tool_result'),
    ...(await pairToolOutputs([{ callId, kind: 'tool_result' as const }], () =>
      abortedToolOutput(callId, '', 'tool_result'),
    )),
  ];
  const message: Anthropic.MessageParam = { role: 'user', content: blocks };
  expect(message.content.length).toBe(4);
});

test('encodeToolOutput gives results of MCP, as its own schema reads them', () => {
  const results: CallToolResult[] = [
    encodeToolOutput({ kind: 'mcp', content: withSound, policy }).item,
    encodeToolOutput({ kind: 'mcp', content: 'text', policy, isError: true }).item,
    encodeToolOutput({
      kind: 'mcp',
      content: [{ type: 'input_image', image_url: 'https://example.org/a.png' }],
      policy,
    }).item,
  ];
  for (const result of results) expect(CallToolResultSchema.parse(result)).toEqual(result);
});
