import { readFileSync } from 'node:fs';
import { BudgetTruncate, estimateTokens, TruncationPolicy, truncate } from 'millrace';
import { beforeEach, expect, test } from 'vitest';
import { bothLine, budgetLine, budgetRow, estimateRow, forget, kindPieces, tokenizer } from './tables.mjs';
import { EXACT_KINDS, textOf } from './texts.mjs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The same, with what it was asked for. */
function watch() {
  const texts: string[] = [];
  const count = (text: string) => {
    texts.push(text);
    return tokenizer.count(text);
  };
  return { name: 'watched', count, texts };
}

beforeEach(forget);

for (const kind of EXACT_KINDS) {
  test(`truncate comes within 8 tokens of o200k_base, or 2 percent, and never beyond: ${kind}`, () => {
    const row = budgetRow({ truncate, TruncationPolicy }, kind);
    expect(row.cuts.map(({ limit }) => limit)).toEqual([16, 100, 1000, 10_000, 100_000]);
    for (const { limit, text, report, tokens } of row.cuts) {
      expect(report.truncated).toBe(true);
      expect(text).toMatch(/…\d+ tokens truncated…/);
      expect(tokenizer.count(text)).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(limit);
      expect(tokens).toBeGreaterThanOrEqual(limit - Math.max(8, limit * 0.02));
    }
    expect(read('bench/tokens.md')).toContain(budgetLine(row));
    expect(read('README.md')).toContain(bothLine(estimateRow({ estimateTokens }, kind, kindPieces(kind)), row));
  });
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
