import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { BudgetTruncate, TruncationPolicy, truncate } from 'millrace';
import { beforeEach, expect, test } from 'vitest';
import { EXACT_KINDS, textOf } from './texts.mjs';

const settings = { disallowedSpecial: new Set<string>() };
const tokenizer = { name: 'o200k_base', count: (text: string) => o200k.countTokens(text, settings) };

/** The same, with what it was asked for. */
function watch() {
  const texts: string[] = [];
  const count = (text: string) => {
    texts.push(text);
    return tokenizer.count(text);
  };
  return { name: 'watched', count, texts };
}

// Once the cache of this tokenizer is full, it takes ten times as long.
beforeEach(() => o200k.clearMergeCache());

const LIMITS = [16, 100, 1000, 10_000, 100_000];

for (const kind of EXACT_KINDS) {
  const input = textOf(kind, { bytes: LIMITS.at(-1)! * 12 });
  for (const limit of LIMITS) {
    test(`truncate comes within 8 tokens of o200k_base, or 2 percent, and never beyond: ${kind}, ${limit}`, () => {
      const { text, report } = truncate(input, TruncationPolicy.tokens(limit), { tokenizer, heading: limit > 16 });
      const count = tokenizer.count(text);
      expect(report.truncated).toBe(true);
      expect(text).toMatch(/…\d+ tokens truncated…/);
      expect(count).toBeLessThanOrEqual(limit);
      expect(count).toBeGreaterThanOrEqual(limit - Math.max(8, limit * 0.02));
    });
  }
}

test('truncate takes special tokens of o200k_base for the text that they are', () => {
  const input = 'before <|endoftext|> behind <|im_start|>\n'.repeat(400);
  const { text } = truncate(input, TruncationPolicy.tokens(200), { tokenizer });
  expect(tokenizer.count(text)).toBeLessThanOrEqual(200);
  expect(text).toContain('<|endoftext|>');
});

for (const run of ['a', 'ab', '漢', '=', ' ', '\n', '😀']) {
  test(`truncate counts a run as a whole that takes o200k_base the square of its length: ${JSON.stringify(run)}`, () => {
    const watched = watch();
    const { text } = truncate(run.repeat(200_000), TruncationPolicy.tokens(500), { tokenizer: watched });
    expect(watched.texts.at(-1)).toBe(text);
    expect(tokenizer.count(text)).toBeLessThanOrEqual(500);
    // Of rules and spaces, the 32 bytes a token that are held.
    if (run !== '=' && run !== ' ') expect(tokenizer.count(text)).toBeGreaterThanOrEqual(490);
    expect(watched.texts.filter(({ length }) => length > 2100).length).toBeLessThanOrEqual(1);
  });
}

test('BudgetTruncate with o200k_base counts nothing while text comes, and what it was given at most at the end', () => {
  const watched = watch();
  const truncated = new BudgetTruncate(TruncationPolicy.tokens(1000), { tokenizer: watched });
  const chunk = textOf('logs', { bytes: 100_000 });
  for (let n = 0; n < 100; n++) truncated.push(chunk);
  expect(watched.texts).toEqual([]);
  truncated.flush();
  expect(watched.texts.join('').length).toBeLessThan(40_000);
});
