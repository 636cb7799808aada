import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from 'millrace';
import { expect, test } from 'vitest';
import { foundTexts, piecesOf } from './found-texts.mjs';
import { KINDS, textOf } from './texts.mjs';

const settings = { disallowedSpecial: new Set<string>() };
const count = (text: string) => Math.max(cl100k.countTokens(text, settings), o200k.countTokens(text, settings));
const ratios = (text: string, units: number) =>
  piecesOf(text, units).map((piece) => estimateTokens(piece) / count(piece));

/** None too small, the most of them near. */
function expectNear(found: readonly number[]): void {
  expect(found.length).toBeGreaterThan(3);
  expect(Math.min(...found)).toBeGreaterThanOrEqual(0.8);
  expect(found.toSorted((a, b) => a - b)[found.length >> 1]).toBeLessThan(1.75);
  expect(Math.max(...found)).toBeLessThan(2.2);
}

for (const kind of Object.keys(KINDS)) {
  test(`estimateTokens is never below 0.8 of the count of what it was not fitted on: ${kind}`, () => {
    for (const seed of [5, 6, 7]) {
      expectNear(ratios(textOf(kind, { seed, bytes: 12_000 }), 250));
      expectNear(ratios(textOf(kind, { seed, bytes: 12_000 }), 1000));
    }
  });
}

for (const [name, text] of foundTexts()) {
  test(`estimateTokens is never below 0.8 of the count of what it was not fitted on: ${name}`, () => {
    expectNear(ratios(text, 1000));
  });
}
