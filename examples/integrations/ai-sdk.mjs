// A tool loop with the AI SDK of Vercel.
import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, tool } from 'ai';
import { encodeToolOutput } from 'millrace';
import { z } from 'zod';
import { checkOutput, policy, runBuild } from './build-tool.mjs';
import { startFakeModel } from './fake-model.mjs';

const model = await startFakeModel('build');
const build = tool({
  description: 'Builds the project.',
  inputSchema: z.object({ lines: z.number() }),
  execute: async ({ lines }, { toolCallId }) => {
    const ran = await runBuild(lines);
    return encodeToolOutput({ callId: toolCallId, kind: 'function', policy, ...ran }).item.output;
  },
});
const { text } = await generateText({
  model: createOpenAI({ apiKey: 'none', baseURL: model.url })('none'),
  prompt: 'Does it build?',
  tools: { build },
  stopWhen: stepCountIs(3),
});
model.stop();

assert.equal(text, 'The build broke at the very end.');
assert.equal(model.outputs.length, 1);
assert.equal(model.outputs[0].call_id, 'call_1');
checkOutput(model.outputs[0].output);
console.log('The AI SDK gave the model a bounded output.');
