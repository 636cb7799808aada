// A tool loop with the SDK of MCP: the server bounds what its tool gives, and the host answers every call of the model.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { encodeToolOutput, pairToolOutputs } from 'millrace';
import { z } from 'zod';
import { checkOutput, policy, runBuild } from './build-tool.mjs';
import { startFakeModel } from './fake-model.mjs';

const server = new McpServer({ name: 'builder', version: '1.0.0' });
const build = { description: 'Builds the project.', inputSchema: { lines: z.number() } };
server.registerTool('build', build, async ({ lines }) => {
  return encodeToolOutput({ kind: 'mcp', policy, ...(await runBuild(lines)) }).item;
});
const client = new Client({ name: 'host', version: '1.0.0' });
const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(ofServer), client.connect(ofClient)]);

const model = await startFakeModel('build');
const input = [{ role: 'user', content: 'Does it build?' }];
const ask = async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'none', input });
  const { output } = await (await fetch(`${model.url}/responses`, { method: 'POST', headers, body })).json();
  input.push(...output);
  return output;
};
const contentOf = ({ content }) =>
  content.flatMap((block) => (block.type === 'text' ? [{ type: 'input_text', text: block.text }] : []));

let output = await ask();
for (;;) {
  const asked = output.filter(({ type }) => type === 'function_call');
  if (asked.length === 0) break;
  const calls = asked.map(({ call_id: callId, name, arguments: given }) => ({ callId, name, given }));
  const answers = await pairToolOutputs(calls, async ({ callId, name, given }) => {
    const result = await client.callTool({ name, arguments: JSON.parse(given) });
    // The server is somebody else's: its output is bounded once more, and not cut if it kept to the same budget.
    return encodeToolOutput({ callId, kind: 'function', content: contentOf(result), policy }).item;
  });
  input.push(...answers);
  output = await ask();
}
model.stop();
await client.close();

assert.equal(output[0].content[0].text, 'The build broke at the very end.');
assert.equal(model.outputs.length, 1);
assert.equal(model.outputs[0].call_id, 'call_1');
checkOutput(model.outputs[0].output.map(({ text }) => text).join(''));
console.log('The SDK of MCP gave the model a bounded output.');
