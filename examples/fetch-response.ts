// Read a response that may be huge, and that the network cuts anywhere: bounded text, every character whole.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collect, TruncationPolicy } from 'millrace';

// A server that sends its page in pieces of 1,000 bytes. A letter of this text has 3 bytes, so most cuts are inside one.
const page = Buffer.from('磨坊的水渠把河水引到水轮。\n'.repeat(5_000));
const server = createServer(async (_request, response) => {
  for (let at = 0; at < page.length; at += 1_000) {
    // Waiting for the write makes it a piece of its own.
    await new Promise<unknown>((resolve) => response.write(page.subarray(at, at + 1_000), resolve));
  }
  response.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const response = await fetch(`http://127.0.0.1:${port}/`);
const { text, endedBy, totalBytes, omittedBytes } = await collect(response, {
  policy: TruncationPolicy.bytes(300),
  truncate: { heading: false },
  deadlineMs: 60_000,
});
server.close();

console.log(text);
console.log(`ended by: ${endedBy}; ${omittedBytes} of ${totalBytes} bytes left out`);

const [head = '', tail = ''] = text.split(/…\d+ bytes truncated…/);
assert.ok(Buffer.byteLength(text) <= 300);
assert.ok(page.toString().startsWith(head) && head !== '', 'a true beginning');
assert.ok(page.toString().endsWith(tail) && tail !== '', 'a true end');
assert.equal(totalBytes, page.length);
assert.equal(omittedBytes, page.length - Buffer.byteLength(head + tail));
assert.equal(endedBy, 'end');
