import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { incompleteUtf8SuffixLength } from '../../src/index.js';

test('incompleteUtf8SuffixLength takes a Buffer and bytes of another realm', () => {
  expect(incompleteUtf8SuffixLength(Buffer.from([0xe2, 0x82]))).toBe(2);
  expect(incompleteUtf8SuffixLength(runInNewContext('Uint8Array.of(0xe2)'))).toBe(1);
});
