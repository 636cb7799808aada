import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { BudgetTruncate, TruncationPolicy, truncate } from 'millrace';
import { expect, test } from 'vitest';
import { textOf } from './texts.mjs';

const settings = { disallowedSpecial: new Set<string>() };
const tokenizer = { name: 'o200k_base', count: (text: string) => o200k.countTokens(text, settings) };

const TEN_KINDS = ['prose, latin', 'prose, han', 'code', 'logs', 'hex', 'base64', 'ansi', 'box', 'emoji', 'json'];

for (const kind of TEN_KINDS) {
  test(`truncate comes within 8 tokens of o200k_base, or 2 percent, and never beyond: ${kind}`, () => {
    const limits = [16, 100, 1000, 10_000, ...(kind === 'code' || kind === 'prose, han' ? [100_000] : [])];
    for (const limit of limits) {
      const input = textOf(kind, { bytes: limit * 12 + 2000 });
      const { text, report } = truncate(input, TruncationPolicy.tokens(limit), { tokenizer, heading: limit > 16 });
      const count = tokenizer.count(text);
      expect(report.truncated).toBe(true);
      expect(text).toMatch(/…\d+ tokens truncated…/);
      expect(count).toBeLessThanOrEqual(limit);
      expect(count).toBeGreaterThanOrEqual(limit - Math.max(8, limit * 0.02));
    }
  });
}

test('truncate takes special tokens of o200k_base for the text that they are', () => {
  const input = 'before <|endoftext|> behind <|im_start|>\n'.repeat(400);
  const { text } = truncate(input, TruncationPolicy.tokens(200), { tokenizer });
  expect(tokenizer.count(text)).toBeLessThanOrEqual(200);
  expect(text).toContain('<|endoftext|>');
});

test('truncate is not slowed down by a run of one letter, which takes o200k_base the square of its length', () => {
  const input = 'a'.repeat(1_000_000);
  const { text } = truncate(input, TruncationPolicy.tokens(2000), { tokenizer });
  expect(tokenizer.count(text)).toBeLessThanOrEqual(2000);
  expect(tokenizer.count(text)).toBeGreaterThanOrEqual(1960);
});

test('BudgetTruncate with o200k_base counts nothing while text comes, and what it was given at most at the end', () => {
  let counted = 0;
  const watched = {
    name: 'watched',
    count: (text: string) => {
      counted += text.length;
      return tokenizer.count(text);
    },
  };
  const truncated = new BudgetTruncate(TruncationPolicy.tokens(1000), { tokenizer: watched });
  const chunk = textOf('logs', { bytes: 100_000 });
  for (let n = 0; n < 100; n++) truncated.push(chunk);
  expect(counted).toBe(0);
  truncated.flush();
  expect(counted).toBeLessThan(40_000);
});
