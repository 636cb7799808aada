// What estimates and exact budgets of tokens are worth, beside two tokenizers: the rows that the tests hold, and that
// bench/tokens.mjs writes to where they are read.
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { piecesOf } from './found-texts.mjs';
import { textOf } from './texts.mjs';

const settings = { disallowedSpecial: new Set() };

/** A real tokenizer, as `truncate` takes it. Special tokens in a text are the text that they are. */
export const tokenizer = { name: 'o200k_base', count: (text) => o200k.countTokens(text, settings) };

/** Tokens of a text, by whichever has more. */
const larger = (text) => Math.max(cl100k.countTokens(text, settings), tokenizer.count(text));

/** Both remember what they merged, and once they remember all they can, they take ten times as long. */
export function forget() {
  o200k.clearMergeCache();
  cl100k.clearMergeCache();
}

/** Estimates of pieces of a text over what is counted in them. */
export function estimateRow({ estimateTokens }, name, pieces) {
  forget();
  const bytesOf = (text) => new TextEncoder().encode(text).length;
  const counts = pieces.map(larger);
  const ratios = pieces.map((piece, n) => estimateTokens(piece) / counts[n]).sort((a, b) => a - b);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  return {
    name,
    pieces: ratios.length,
    least: ratios[0],
    median: ratios[ratios.length >> 1],
    mean: sum(ratios) / ratios.length,
    most: ratios.at(-1),
    quarter: sum(pieces.map(bytesOf)) / 4 / sum(counts),
  };
}

/** Pieces of 250 and of 1,000 code units of a kind of text. */
export const kindPieces = (kind) =>
  [5, 6, 7].flatMap((seed) => {
    const text = textOf(kind, { seed, bytes: 12_000 });
    return [...piecesOf(text, 250), ...piecesOf(text, 1000)];
  });

export const LIMITS = [16, 100, 1000, 10_000, 100_000];

/** A text of a kind, cut to each limit: what it has of tokens, and in how many counts it was found. */
export function budgetRow({ truncate, TruncationPolicy }, kind) {
  forget();
  const input = textOf(kind, { bytes: LIMITS.at(-1) * 12 });
  const cuts = LIMITS.map((limit) => {
    let counts = 0;
    const counted = {
      name: tokenizer.name,
      count: (text) => {
        counts++;
        return tokenizer.count(text);
      },
    };
    const { text, report } = truncate(input, TruncationPolicy.tokens(limit), {
      tokenizer: counted,
      heading: limit > 16,
    });
    return { limit, text, report, counts, tokens: tokenizer.count(text) };
  });
  return { name: kind, cuts };
}

const line = (cells) => `| ${cells.join(' | ')} |`;
const head = (cells) => [line(cells), line(cells.map((_, n) => (n === 0 ? '---' : '---:')))];

export const table = (cells, lines) => [...head(cells), ...lines].join('\n');

export const ESTIMATE_HEAD = ['text', 'least', 'median', 'mean', 'most', 'bytes / 4'];
export const estimateLine = ({ name, least, median, mean, most, quarter }) =>
  line([name, ...[least, median, mean, most, quarter].map((ratio) => ratio.toFixed(2))]);

const count = (number) => number.toLocaleString('en-US');

export const BUDGET_HEAD = ['text', ...LIMITS.flatMap((limit) => [count(limit), 'counts'])];
export const budgetLine = ({ name, cuts }) =>
  line([name, ...cuts.flatMap(({ tokens, counts }) => [count(tokens), counts])]);

/** The short table of the README: both, of each kind. */
export const BOTH_HEAD = [
  'text',
  'estimate, least',
  'mean',
  'most',
  'bytes / 4',
  ...LIMITS.slice(1).map((limit) => `of ${count(limit)}`),
];
export const bothLine = ({ name, least, mean, most, quarter }, { cuts }) =>
  line([
    name,
    ...[least, mean, most, quarter].map((ratio) => ratio.toFixed(2)),
    ...cuts.slice(1).map(({ tokens }) => count(tokens)),
  ]);
