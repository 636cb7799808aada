// Both pipes of a command in Deno, within a budget: deno run --allow-run examples/deno/main.ts
import assert from 'node:assert/strict';
import { collect } from 'millrace';

const script = 'seq 1 100000; echo "warning: that was long" >&2; exit 3';
const child = new Deno.Command('sh', { args: ['-c', script], stdin: 'null', stdout: 'piped', stderr: 'piped' }).spawn();

const { stdout, stderr, status } = child;
const { text, endedBy, exit, originalTokenCount } = await collect(
  { stdout, stderr },
  { exited: status, deadlineMs: 60_000, maxOutputTokens: 60 },
);

console.log(text);
console.log(`ended by: ${endedBy}; of about ${originalTokenCount} tokens`);

assert.ok(new TextEncoder().encode(text).length <= 60 * 4);
assert.match(text, /^Total output lines: 100001\n\n1\n2\n3\n/);
assert.match(text, /…\d+ tokens truncated…/);
assert.equal(endedBy, 'end');
assert.equal((exit as Deno.CommandStatus).code, 3);
