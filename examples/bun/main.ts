// A server in Bun that runs a command and answers with its output within a budget: bun examples/bun/main.ts
import assert from 'node:assert/strict';
import { BudgetTruncate, collect, TruncationPolicy } from 'millrace';

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    // All at once, when the command has ended or after ten seconds.
    '/collected': async () => {
      const { stdout, stderr, exited } = Bun.spawn(['sh', '-c', 'seq 1 100000; exit 3'], { stderr: 'pipe' });
      const { text, exit, endedBy } = await collect(
        { stdout, stderr },
        { exited, deadlineMs: 10_000, maxOutputTokens: 60 },
      );
      return Response.json({ text, exit, endedBy });
    },
    // As a stream: the beginning at once, the end when it is known.
    '/streamed': () => {
      const { stdout } = Bun.spawn(['sh', '-c', 'seq 1 100000']);
      const text = stdout.pipeThrough(new BudgetTruncate(TruncationPolicy.tokens(60)));
      return new Response(text.pipeThrough(new TextEncoderStream()));
    },
  },
});

const collected = (await (await fetch(new URL('/collected', server.url))).json()) as Record<string, unknown>;
const streamed = await (await fetch(new URL('/streamed', server.url))).text();
await server.stop();
console.log(collected);
console.log(streamed);

assert.match(
  String(collected.text),
  /^Total output lines: 100000\n\n1\n2\n3\n[\s\S]*…\d+ tokens truncated…[\s\S]*\n100000\n$/,
);
assert.deepEqual([collected.exit, collected.endedBy], [3, 'end']);
assert.match(streamed, /^1\n2\n3\n[\s\S]*…\d+ tokens truncated…[\s\S]*\n100000\n$/);
for (const text of [String(collected.text), streamed]) assert.ok(Buffer.byteLength(text) <= 60 * 4);
