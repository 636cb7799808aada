import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteHead, ByteTail, checkTextChunk, concatBytes, copyBytes, isBytes } from '../src/bytes.js';

const pushes = fc.array(fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.uint8Array({ maxLength: 60 })), {
  maxLength: 12,
});
/** Beyond the first capacity, so that a buffer has to grow more than once. */
const longPushes = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.nat(255)).map(([length, seed]) => {
    return Uint8Array.from({ length }, (_, at) => at * 7 + seed);
  }),
  { maxLength: 6 },
);
const limits = fc.oneof(fc.nat(40), fc.constantFrom(1023, 1024, 1025, 5000, Number.MAX_SAFE_INTEGER));

test('ByteHead keeps the first bytes, and tells how many it took', () => {
  fc.assert(
    fc.property(fc.oneof(pushes, longPushes), limits, fc.nat(12), (chunks, limit, clearAt) => {
      const head = new ByteHead(limit);
      let model: number[] = [];
      for (const [at, chunk] of chunks.entries()) {
        if (at === clearAt) {
          head.clear();
          model = [];
        }
        const taken = Math.min(chunk.length, limit - model.length);
        model.push(...chunk.subarray(0, taken));
        expect(head.push(chunk)).toBe(taken);
        chunk.fill(0x23);
        expect(head.length).toBe(model.length);
        expect([...head.view()]).toEqual(model);
      }
    }),
  );
});

test('ByteTail keeps the last bytes', () => {
  fc.assert(
    fc.property(fc.oneof(pushes, longPushes), limits, fc.nat(12), fc.nat(50), (chunks, limit, clearAt, index) => {
      const tail = new ByteTail(limit);
      let model: number[] = [];
      for (const [at, chunk] of chunks.entries()) {
        if (at === clearAt) {
          tail.clear();
          model = [];
        }
        model = [...model, ...chunk];
        model = model.slice(Math.max(0, model.length - limit));
        tail.push(chunk);
        chunk.fill(0x23);
        expect(tail.length).toBe(model.length);
        expect([...tail.copy()]).toEqual(model);
        const from = Math.min(index, model.length);
        expect([...tail.copy(from)]).toEqual(model.slice(from));
        if (from < model.length) expect(tail.at(from)).toBe(model[from]);
      }
    }),
  );
});

test('ByteTail gives copies', () => {
  const tail = new ByteTail(2);
  tail.push(Uint8Array.of(1, 2, 3));
  const copy = tail.copy();
  tail.push(Uint8Array.of(4, 5));
  expect([...copy]).toEqual([2, 3]);
});

test('copyBytes owns what it gives', () => {
  const chunk = Uint8Array.of(1, 2, 3, 4);
  const copy = copyBytes(chunk, 1, 3);
  chunk.fill(9);
  expect([...copy]).toEqual([2, 3]);
  expect(copy.buffer.byteLength).toBe(2);
  expect(Object.getPrototypeOf(copy) === Uint8Array.prototype).toBe(true);
});

test('concatBytes joins in order', () => {
  fc.assert(
    fc.property(pushes, (parts) => {
      expect([...concatBytes(parts)]).toEqual(parts.flatMap((part) => [...part]));
    }),
  );
});

test('isBytes and checkTextChunk know a Uint8Array, and nothing else', () => {
  const good = [new Uint8Array(1), Uint8Array.of(1, 2).subarray(1)];
  const bad = [
    undefined,
    null,
    1,
    {},
    [1],
    new ArrayBuffer(1),
    new DataView(new ArrayBuffer(1)),
    new Uint8ClampedArray(1),
  ];
  expect(good.map(isBytes)).toEqual([true, true]);
  expect(bad.some(isBytes)).toBe(false);
  for (const chunk of [...good, '']) expect(() => checkTextChunk('X', chunk)).not.toThrow();
  expect(() => checkTextChunk('X', 5)).toThrow(
    new TypeError('Cannot push to X: a chunk must be a Uint8Array or a string, got 5'),
  );
  expect(() => checkTextChunk('X', new Uint16Array(1))).toThrow('got a Uint16Array');
});
