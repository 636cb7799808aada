import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamLength } from '../../src/events/index.js';

const response = (headers: Record<string, string>, body: string | null = 'abc') => new Response(body, { headers });

test.each<[string, unknown, number | null]>([
  ['a string', 'aé漢🙂', 10],
  ['bytes', Uint8Array.of(1, 2), 2],
  ['a view', new DataView(new ArrayBuffer(8), 3), 5],
  ['a buffer', new ArrayBuffer(7), 7],
  ['parameters', new URLSearchParams({ a: 'é' }), 8],
  ['a list', ['é', Uint8Array.of(1)], 3],
  ['an empty list', [], 0],
  ['a list of others', ['a', 1], null],
  ['a record', { stdout: 'ab', stderr: Uint8Array.of(1) }, 3],
  ['a record of which one part has no known length', { stdout: 'ab', stderr: [1] }, null],
  ['a generator', (function* () {})(), null],
  ['a hand-made iterable', { [Symbol.iterator]: () => [].values() }, null],
  ['undefined', undefined, null],
  ['a number', 3, null],
  [
    'what throws',
    new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no');
        },
      },
    ),
    null,
  ],
])('streamLength of %s', (_, source, expected) => {
  expect(streamLength(source)).toBe(expected);
});

test('streamLength of what a platform may have: blobs, responses, streams', async () => {
  expect(streamLength(new Blob(['é']))).toBe(2);
  expect(streamLength(response({ 'content-length': '3' }))).toBe(3);
  expect(streamLength(response({ 'content-length': '3', 'content-encoding': 'gzip' }))).toBe(null);
  expect(streamLength(response({ 'content-length': 'many' }))).toBe(null);
  expect(streamLength(response({}))).toBe(null);
  expect(streamLength(response({}, null))).toBe(0);
  const used = response({ 'content-length': '3' });
  expect(await used.text()).toBe('abc');
  // Where a polyfill is in the place of the runtime's own streams, the response does not know that it was used.
  expect(streamLength(used)).toBe(used.bodyUsed ? null : 3);
});

test('streamLength is what comes of encoding, and consumes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array())), (parts) => {
      const lengths = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part).length);
      expect(streamLength(parts)).toBe(lengths.reduce((sum, length) => sum + length, 0));
    }),
  );
});
