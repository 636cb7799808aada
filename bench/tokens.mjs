// What estimates and exact budgets of tokens are worth, beside a tokenizer: `npm run build`, then `node bench/tokens.mjs`.
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens, TruncationPolicy, truncate } from '../dist/index.js';
import { foundTexts, piecesOf } from '../test/tokens/found-texts.mjs';
import { KINDS, textOf } from '../test/tokens/texts.mjs';

const settings = { disallowedSpecial: new Set() };
let calls = 0;
const tokenizer = {
  name: 'o200k_base',
  count: (text) => {
    calls++;
    return o200k.countTokens(text, settings);
  },
};
const larger = (text) => Math.max(cl100k.countTokens(text, settings), tokenizer.count(text));
const print = (...cells) =>
  console.log(cells.map((cell, n) => (n === 0 ? String(cell).padEnd(24) : String(cell).padStart(11))).join(''));
const ms = (run) => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

console.log('estimateTokens over the larger count of o200k_base and cl100k_base, of pieces of 1000 code units');
print('not fitted on', 'least', 'median', 'most', 'bytes / 4');
const texts = [...Object.keys(KINDS).map((kind) => [kind, textOf(kind, { seed: 9, bytes: 20_000 })]), ...foundTexts()];
for (const [name, text] of texts) {
  const pieces = piecesOf(text.slice(0, 20_000), 1000);
  const counts = pieces.map(larger);
  const ratios = pieces.map((piece, n) => estimateTokens(piece) / counts[n]).sort((a, b) => a - b);
  const quarter =
    new TextEncoder().encode(text.slice(0, 20_000)).length / 4 / counts.reduce((sum, count) => sum + count, 0);
  print(name, ...[ratios[0], ratios[ratios.length >> 1], ratios.at(-1), quarter].map((ratio) => ratio.toFixed(2)));
}

console.log('\nspeed of an estimate beside the count of o200k_base, 1 MB of a text that it has not seen');
print('text', 'count, ms', 'estimate', 'times');
for (const kind of ['prose, latin', 'code', 'logs', 'json', 'hex', 'prose, han']) {
  const bytes = new TextEncoder().encode(textOf(kind, { seed: 3, bytes: 1_000_000 }));
  const text = new TextDecoder().decode(bytes);
  o200k.clearMergeCache();
  const counting = ms(() => tokenizer.count(text));
  const estimating = Math.min(...Array.from({ length: 20 }, () => ms(() => estimateTokens(bytes))));
  print(kind, counting.toFixed(0), estimating.toFixed(2), (counting / estimating).toFixed(0));
}

console.log('\nexact budgets by o200k_base: tokens of the text, and in how many counts');
const limits = [16, 100, 1000, 10_000, 100_000];
print('limit', ...limits.flatMap((limit) => [limit, 'counts']));
for (const kind of ['prose, latin', 'prose, han', 'code', 'logs', 'hex', 'base64', 'ansi', 'box', 'emoji', 'json']) {
  const cells = limits.flatMap((limit) => {
    const input = textOf(kind, { bytes: limit * 12 + 2000 });
    calls = 0;
    const { text } = truncate(input, TruncationPolicy.tokens(limit), { tokenizer });
    const counts = calls;
    return [tokenizer.count(text), counts];
  });
  print(kind, ...cells);
}

console.log('\n64 MiB cut to 10,000 tokens, beside the count of all of it');
const part = textOf('logs', { seed: 4, bytes: 2 ** 20 }).slice(0, 2 ** 20);
const whole = new TextEncoder().encode(part.repeat(64)).subarray(0, 2 ** 26);
const cutting = ms(() => truncate(whole, TruncationPolicy.tokens(10_000), { tokenizer }));
// An eighth of it, and eight times as long: all of it takes minutes.
const counting =
  8 *
  ms(() => {
    for (let n = 0; n < 8; n++) tokenizer.count(part);
  });
print('milliseconds', cutting.toFixed(0), counting.toFixed(0), `${(counting / cutting).toFixed(0)} times`);
