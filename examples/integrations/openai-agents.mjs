// A tool loop with the OpenAI Agents SDK: what the tool returns is the output of an encoded item.
import assert from 'node:assert/strict';
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import { encodeToolOutput } from 'millrace';
import { z } from 'zod';
import { checkOutput, policy, runBuild } from './build-tool.mjs';
import { startFakeModel } from './fake-model.mjs';

const model = await startFakeModel('build');
const build = tool({
  name: 'build',
  description: 'Builds the project.',
  parameters: z.object({ lines: z.number() }),
  execute: async ({ lines }, _context, details) => {
    const { callId } = details.toolCall;
    return encodeToolOutput({ callId, kind: 'function', policy, ...(await runBuild(lines)) }).item.output;
  },
});
const agent = new Agent({ name: 'builder', model: 'none', instructions: 'Build it.', tools: [build] });
const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: model.url, useResponses: true });
const { finalOutput } = await new Runner({ modelProvider, tracingDisabled: true }).run(agent, 'Does it build?');
model.stop();

assert.equal(finalOutput, 'The build broke at the very end.');
assert.equal(model.outputs.length, 1);
assert.equal(model.outputs[0].call_id, 'call_1');
checkOutput(model.outputs[0].output);
console.log('The OpenAI Agents SDK gave the model a bounded output.');
