import { collect, TruncationPolicy } from 'millrace';
import { expect, test } from '../vitest-shim.js';

test('collect takes the body of a request', async () => {
  const request = new Request('https://example.com/', { method: 'POST', body: 'a line\n'.repeat(1000) });
  const { text, totalLines, closed } = await collect(request.body!, { policy: TruncationPolicy.tokens(20) });
  expect({ totalLines, closed, head: text.slice(0, 33) }).toEqual({
    totalLines: 1000,
    closed: true,
    head: 'Total output lines: 1000\n\na line\n',
  });
});

test('collect ends a window over an identity stream, and the rest is there for the next reader', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const written = writer.write(new TextEncoder().encode('first'));
  expect(await collect(readable, { deadlineMs: 50 })).toMatchObject({ text: 'first', endedBy: 'deadline' });
  await written;
  const rest = collect(readable);
  await writer.write(new TextEncoder().encode('rest'));
  await writer.close();
  expect(await rest).toMatchObject({ text: 'rest', endedBy: 'end', closed: true });
});
