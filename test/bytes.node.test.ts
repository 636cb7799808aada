import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { checkTextChunk, copyBytes, isBytes } from '../src/bytes.js';

test('copyBytes owns what it gives of a Buffer, and gives a plain Uint8Array', () => {
  const chunk = Buffer.from([1, 2, 3, 4]);
  const copy = copyBytes(chunk, 1, 3);
  chunk.fill(9);
  expect([...copy]).toEqual([2, 3]);
  expect(copy.buffer.byteLength).toBe(2);
  expect(Object.getPrototypeOf(copy) === Uint8Array.prototype).toBe(true);
});

test('isBytes and checkTextChunk know a Buffer and a Uint8Array of another realm', () => {
  for (const chunk of [Buffer.alloc(1), runInNewContext('Uint8Array.of(1)')]) {
    expect(isBytes(chunk)).toBe(true);
    expect(() => checkTextChunk('X', chunk)).not.toThrow();
  }
});
