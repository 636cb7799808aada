// A model server that is none: asks for one call of a tool, and once it has the output, says that it is done.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Speaks as the OpenAI Responses API does, on this machine alone. `outputs` has what the model was given for its calls. */
export async function startFakeModel(toolName) {
  const outputs = [];
  const server = createServer(async (request, response) => {
    const { input, model } = await json(request);
    const given = input.filter(({ type }) => type === 'function_call_output');
    outputs.push(...given);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(model, given.length === 0 ? call(toolName) : message)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/v1`, outputs, stop: () => server.close() };
}

const call = (name) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name,
  arguments: JSON.stringify({ lines: 20_000 }),
  status: 'completed',
});

const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'The build broke at the very end.', annotations: [] }],
};

const answer = (model, item) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  status: 'completed',
  model,
  output: [item],
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  },
});
