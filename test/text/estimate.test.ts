import fc from 'fast-check';
import { estimateTokens } from 'millrace';
import { expect, test } from 'vitest';
import { wasmAdder, wordAdder } from '../../src/text/pair-costs.js';
import { roughText } from '../helpers/arbitraries.js';
import { utf8 } from '../helpers/bytes.js';

test('estimateTokens gives the same for a text and its UTF-8, wherever these are in memory', () => {
  fc.assert(
    fc.property(roughText, fc.nat(7), (text, offset) => {
      const bytes = utf8(text);
      const moved = new Uint8Array(new ArrayBuffer(bytes.length + offset), offset);
      moved.set(bytes);
      expect([estimateTokens(bytes), estimateTokens(moved)]).toEqual([estimateTokens(text), estimateTokens(text)]);
    }),
  );
});

test('CostAdder adds up what its parts cost, in words and in the module, whatever is behind and before', () => {
  const words = wordAdder();
  const adders = [words, wasmAdder()].filter((adder) => adder !== undefined);
  const long = Uint8Array.from({ length: 140_000 }, (_, n) => (n * 2654435761) >>> 13);
  fc.assert(
    fc.property(fc.nat(140_000), fc.nat(140_000), fc.nat(90), fc.nat(255), (start, end, length, previous) => {
      for (const bytes of [long.subarray(start, start + length), long.subarray(start, end)]) {
        const [first, rest] = [bytes.subarray(0, length), bytes.subarray(length)];
        const parts = words.ofBytes(first, previous) + words.ofBytes(rest, first.at(-1) ?? previous);
        for (const adder of adders) expect(adder.ofBytes(bytes, previous)).toBe(parts);
        let sum = 0;
        let before = previous;
        for (const byte of bytes.subarray(0, 90)) {
          sum += words.ofBytes(Uint8Array.of(byte), before);
          before = byte;
        }
        for (const adder of adders) expect(adder.ofBytes(bytes.subarray(0, 90), previous)).toBe(sum);
      }
    }),
  );
});

test('estimateTokens of a long text is the sum of its lines', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zé漢]{1,30}\n$/), { minLength: 1, maxLength: 30 }), (lines) => {
      const sum = lines.reduce((total, line) => total + estimateTokens(line), 0);
      const whole = estimateTokens(lines.join(''));
      expect(whole).toBeLessThanOrEqual(sum);
      expect(whole).toBeGreaterThan(sum - lines.length);
    }),
  );
  // More than one block of a string, which ends inside a pair and inside an accented letter.
  const text = 'a😀é漢'.repeat(30_000);
  for (const adder of [wordAdder(), wasmAdder()]) {
    if (adder) expect(adder.ofText(text, 0x0a)).toBe(adder.ofBytes(utf8(text), 0x0a));
  }
});

test('estimateTokens never gives less for more', () => {
  fc.assert(
    fc.property(roughText, roughText, (text, more) => {
      const whole = `${text.toWellFormed()}${more}`;
      expect(estimateTokens(whole)).toBeGreaterThanOrEqual(estimateTokens(text.toWellFormed()));
    }),
  );
  expect([estimateTokens(''), estimateTokens(new Uint8Array(0)), estimateTokens('a'), estimateTokens('\n')]).toEqual([
    0, 0, 1, 1,
  ]);
});

test('estimateTokens takes any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const estimate = estimateTokens(bytes);
      expect(Number.isSafeInteger(estimate)).toBe(true);
      expect(estimate).toBeLessThanOrEqual(3 * bytes.length);
      expect(estimate).toBeGreaterThanOrEqual(bytes.length / 24);
    }),
  );
});

test('estimateTokens refuses what is no text', () => {
  for (const wrong of [undefined, null, 5, ['a'], new ArrayBuffer(2)]) {
    expect(() => estimateTokens(wrong as unknown as string)).toThrow(TypeError);
  }
});
