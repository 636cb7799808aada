import { readFileSync } from 'node:fs';
import { estimateTokens } from 'millrace';
import { expect, test } from 'vitest';
import { foundTexts, piecesOf } from './found-texts.mjs';
import { type EstimateRow, estimateLine, estimateRow, kindPieces } from './tables.mjs';
import { KINDS, otherTexts } from './texts.mjs';

const library = { estimateTokens };
const page = readFileSync(new URL('../../bench/tokens.md', import.meta.url), 'utf8');

/** None too small, the most of them near. */
function expectNear({ pieces, least, median, most }: EstimateRow): void {
  expect(pieces).toBeGreaterThan(3);
  expect(least).toBeGreaterThanOrEqual(0.8);
  expect(median).toBeLessThan(1.75);
  expect(most).toBeLessThan(2.2);
}

for (const kind of Object.keys(KINDS)) {
  test(`estimateTokens is never below 0.8 of the count of what it was not fitted on: ${kind}`, () => {
    const row = estimateRow(library, kind, kindPieces(kind));
    expectNear(row);
    expect(page).toContain(estimateLine(row));
  });
}

for (const [name, text, isPinned] of foundTexts()) {
  test(`estimateTokens is never below 0.8 of the count of what it was not fitted on: ${name}`, () => {
    const row = estimateRow(library, name, piecesOf(text, 1000));
    expectNear(row);
    if (isPinned) expect(page).toContain(estimateLine(row));
  });
}

for (const [name, text] of otherTexts()) {
  test(`estimateTokens is hardly below 0.8 of the count of characters in no order, and of runs: ${name}`, () => {
    const row = estimateRow(library, name, piecesOf(text, 1000));
    expect(row.least).toBeGreaterThanOrEqual(name === 'random Han, 3400 to 4DBF' ? 0.7 : 0.8);
    expect(row.most).toBeLessThan(5);
    expect(page).toContain(estimateLine(row));
  });
}
