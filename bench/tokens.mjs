// What estimates and exact budgets of tokens are worth, beside a tokenizer: `npm run build`, then `node bench/tokens.mjs`.
// `--write` puts it on the page bench/tokens.md and in the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as millrace from '../dist/index.js';
import { root } from '../scripts/project.mjs';
import { foundTexts, piecesOf } from '../test/tokens/found-texts.mjs';
import * as tables from '../test/tokens/tables.mjs';
import { EXACT_KINDS, KINDS, otherTexts, passages, textOf } from '../test/tokens/texts.mjs';

const { estimateTokens, truncate, TruncationPolicy } = millrace;
const { forget, table, tokenizer } = tables;
const ms = (run) => {
  const start = performance.now();
  run();
  return performance.now() - start;
};
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const found = foundTexts().filter(([, , isPinned]) => isPinned);
const kindRows = Object.keys(KINDS).map((kind) => tables.estimateRow(millrace, kind, tables.kindPieces(kind)));
const rowsOf = (texts) => texts.map(([name, text]) => tables.estimateRow(millrace, name, piecesOf(text, 1000)));
const estimateTable = (rows) => table(tables.ESTIMATE_HEAD, rows.map(tables.estimateLine));
const budgetRows = EXACT_KINDS.map((kind) => tables.budgetRow(millrace, kind));

const SPEED_HEAD = ['text', 'count', 'estimate', 'times, bytes', 'times, string'];
const SPEED_BYTES = 500_000;

/** In turns, so that a busy machine slows all of them alike. A short text many times, and each time as if it were new. */
function speedLine([name, text]) {
  const bytes = new TextEncoder().encode(text);
  const times = Math.ceil(SPEED_BYTES / bytes.length);
  const perMegabyte = (run, prepare = () => {}) => {
    let sum = 0;
    for (let n = 0; n < times; n++) {
      prepare();
      sum += ms(run);
    }
    return (sum / times / bytes.length) * 1e6;
  };
  const many = (run) => () => {
    for (let n = 0; n < times; n++) run();
  };
  const measured = { count: [], bytes: [], text: [] };
  for (let round = 0; round < 5; round++) {
    measured.count.push(perMegabyte(() => tokenizer.count(text), forget));
    for (let n = 0; n < 4; n++) {
      // A short estimate is over before a clock has moved.
      measured.bytes.push((ms(many(() => estimateTokens(bytes))) / times / bytes.length) * 1e6);
      measured.text.push((ms(many(() => estimateTokens(text))) / times / bytes.length) * 1e6);
    }
  }
  const count = median(measured.count);
  const ratios = [measured.bytes, measured.text].map((each) => (count / median(each)).toFixed(0));
  return `| ${[name, count.toFixed(0), median(measured.bytes).toFixed(2), ...ratios].join(' | ')} |`;
}

function wholeLine() {
  const parts = [4, 5, 6, 7].map((seed) => textOf('logs', { seed, bytes: 2 ** 20 }).slice(0, 2 ** 20));
  const whole = new TextEncoder().encode(parts.join('').repeat(16)).subarray(0, 2 ** 26);
  const cutting = [];
  const counting = [];
  for (let round = 0; round < 3; round++) {
    cutting.push(ms(() => truncate(whole, TruncationPolicy.tokens(10_000), { tokenizer })));
    forget();
    // Of all of it a sixteenth, and sixteen times as long.
    counting.push(16 * ms(() => parts.map(tokenizer.count)));
  }
  const [cut, count] = [median(cutting), median(counting)];
  return `| ${[cut.toFixed(0), count.toFixed(0), (count / cut).toFixed(0)].join(' | ')} |`;
}

const isProse = (kind) => kind.startsWith('prose');
const repeated = Object.keys(KINDS).map((kind) => [kind, textOf(kind, { seed: 3, bytes: SPEED_BYTES })]);
const newTexts = [...repeated.filter(([kind]) => !isProse(kind)), ...passages(), ...found];
const repeatedProse = repeated.filter(([kind]) => isProse(kind));

const page = `# Tokens

<!-- Made by \`node bench/tokens.mjs --write\`; do not edit. The tests compute all but the times again: test/tokens. -->

Measured with \`gpt-tokenizer\` on Node.js ${process.versions.node}. Of two encodings, \`o200k_base\` and \`cl100k_base\`, the one that
counts more is what an estimate is compared with.

## Estimates

\`estimateTokens\` over the count, of pieces of 250 and 1,000 code units that it was not fitted on: 0.8 and more is the promise.
"bytes / 4" is what the estimate without a tokenizer would be over the count, of all pieces together.

${estimateTable(kindRows)}

The same of texts that were there before, the messages of the TypeScript compiler in its languages, and its code:

${estimateTable(rowsOf(found))}

Characters at random, which no language has, and runs. Of rare Han it is up to a third too little, of long runs several times too much:

${estimateTable(rowsOf(otherTexts()))}

## Exact budgets

\`truncate\` with \`tokenizer\`: tokens of the text by \`o200k_base\` at each limit, marker and heading included (none at 16), and in how
many counts that was found.

${table(tables.BUDGET_HEAD, budgetRows.map(tables.budgetLine))}

## Times

Milliseconds a megabyte: of a text that the tokenizer has not seen, and of an estimate of bytes; and how many times faster the
estimate is, of bytes and of a string, which has to be encoded first.

${table(SPEED_HEAD, newTexts.map(speedLine))}

Tokenizers remember what they have merged. The same where half a megabyte is made of the sentences of one passage, so that each is
only looked up:

${table(SPEED_HEAD, repeatedProse.map(speedLine))}

64 MiB of logs, cut to 10,000 tokens, beside a count of all of it, in milliseconds:

${table(['cut', 'count', 'times'], [wholeLine()])}
`;
console.log(page);

if (process.argv.includes('--write')) {
  writeFileSync(join(root, 'bench/tokens.md'), page);
  const lines = budgetRows.map((row) =>
    tables.bothLine(
      kindRows.find(({ name }) => name === row.name),
      row,
    ),
  );
  const readme = join(root, 'README.md');
  const block = /(<!-- tokens: .*? -->\n)[\s\S]*?(<!-- \/tokens -->)/;
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(
      block,
      (_, start, end) => `${start}\n${table(tables.BOTH_HEAD, lines)}\n\n${end}`,
    ),
  );
}
