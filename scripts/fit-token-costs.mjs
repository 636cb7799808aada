// Fits the costs of pairs of bytes in src/text/token-costs.ts, by which estimateTokens estimates: `node scripts/fit-token-costs.mjs`.
// The texts are those of test/tokens, set 0, the library's own sources, and characters at random; nothing that the tests try
// the estimate on but for random letters, of another seed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import ts from 'typescript';
import { random } from '../test/tokens/source.mjs';
import { KINDS, textOf } from '../test/tokens/texts.mjs';
import { root } from './project.mjs';

const source = readFileSync(join(root, 'src/text/byte-classes.ts'), 'utf8');
const { outputText } = ts.transpileModule(source, {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
});
const { classesOfBytes } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
const classes = classesOfBytes();
const CLASS_COUNT = Math.max(...classes) + 1;

/** Costs are whole multiples of this part of a token. */
const UNITS = 24;
const PAIRS = CLASS_COUNT * CLASS_COUNT;
/** One cost for each pair of classes, and one for each class where a byte comes twice. */
const SIZE = PAIRS + CLASS_COUNT;
/** No text is longer than so many bytes a token for long. */
const LEAST = 1 / UNITS;
/** What an estimate should be, over the count: a little too much, as too little is what must not be. */
const AIM = 1.1;

const options = { disallowedSpecial: new Set() };
const count = (text) => Math.max(cl100k.countTokens(text, options), o200k.countTokens(text, options));

/** Characters that come in no order: of binary data, of passwords, of formulas, of keys, of accents, of columns. */
const NOISE = [
  Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  '!@#$%^&*()-_=+[]{};:\'",.<>/?\\|`~',
  Array.from({ length: 0x170 }, (_, n) => String.fromCharCode(0x2190 + n)),
  Array.from({ length: 95 }, (_, n) => String.fromCharCode(0x20 + n)),
  Array.from({ length: 0x180 }, (_, n) => String.fromCharCode(0xc0 + n)),
  Array.from({ length: 0x180 }, (_, n) => `"${String.fromCharCode(0xc0 + n)}": "e",\n`),
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  'abcdefghijklmnopqrstuvwxyz',
  'abcdefghijklmnopqrstuvwxyz      ',
  '0123456789',
  // Blank lines, columns, what stands for nothing.
  '\n',
  ['\r\n'],
  '\t',
  '\0',
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => letter.repeat(64)),
  ['total', 'free', '\n', 'user', '1024', 'root', 'name'].map((word) => word.padEnd(24)),
  ['total', 'free', 'user', '1024', 'root', 'name'].flatMap((word) => [word.padEnd(40), `${word}\n\n\n\n\n`]),
];

function sampleOf(text) {
  const bytes = new TextEncoder().encode(text);
  const features = new Map();
  let previous = 0x0a;
  for (const byte of bytes) {
    const index = byte === previous ? PAIRS + classes[byte] : classes[previous] * CLASS_COUNT + classes[byte];
    features.set(index, (features.get(index) ?? 0) + 1);
    previous = byte;
  }
  const tokens = count(text);
  return {
    indices: Uint32Array.from(features.keys()),
    amounts: Float64Array.from(features.values(), (n) => n / tokens),
  };
}

/** Texts of many lengths: a short one shows what a long one evens out. */
function samples() {
  const next = random(7);
  const cut = (text, n) =>
    Array.from({ length: n }, () => {
      const at = Math.floor(next() * text.length * 0.8);
      return text.slice(at, at + 150 + Math.floor(next() ** 2 * 2000)).toWellFormed();
    });
  const made = Object.keys(KINDS).flatMap((kind) => cut(textOf(kind, { set: 0, seed: 11, bytes: 60_000 }), 60));
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('token-costs.ts'),
  );
  const code = files.map((name) => readFileSync(join(root, 'src', name), 'utf8')).join('\n');
  const { outputText: script } = ts.transpileModule(code.replace(/^(import|export \{|export \*).*$/gm, ''), {
    compilerOptions: { removeComments: true, target: ts.ScriptTarget.ES2022 },
  });
  const prose = code
    .match(/^ *(\*|\/\/\/?) .*$/gm)
    .join('\n')
    .replace(/^ *(\*|\/\/\/?) /gm, '');
  const noise = NOISE.map((characters) =>
    Array.from({ length: 9000 }, () => characters[Math.floor(next() * characters.length)]).join(''),
  );
  return [
    ...made,
    ...noise.flatMap((text) => cut(text, 20)),
    ...cut(code, 200),
    ...cut(script, 60),
    ...cut(script.replace(/\s+/g, ' '), 60),
    ...cut(prose, 120),
  ].map(sampleOf);
}

/** What is unknown costs what the worst of its kind do: a byte beyond ASCII may be a token of its own. */
function priors() {
  const costs = new Float64Array(SIZE).fill(0.5);
  for (const [byte, to] of classes.entries()) {
    for (let from = 0; from < CLASS_COUNT; from++) if (byte >= 0x80) costs[from * CLASS_COUNT + to] = 1;
    costs[PAIRS + to] = byte >= 0x80 ? 1 : 0.25;
  }
  return costs;
}

function fitted(all) {
  const prior = priors();
  const costs = Float64Array.from(prior);
  const [slope, mean, square] = [0, 0, 0].map(() => new Float64Array(SIZE));
  for (let round = 1; round <= 1500; round++) {
    for (let i = 0; i < SIZE; i++) slope[i] = 0.002 * (costs[i] - prior[i]);
    for (const { indices, amounts } of all) {
      let ratio = 0;
      for (let k = 0; k < indices.length; k++) ratio += costs[indices[k]] * amounts[k];
      const off = ratio - AIM;
      // Too little counts many times as much as too much.
      const weight = off * (off < 0 ? 12 : 1);
      for (let k = 0; k < indices.length; k++) slope[indices[k]] += weight * amounts[k];
    }
    for (let i = 0; i < SIZE; i++) {
      mean[i] = 0.9 * mean[i] + 0.1 * slope[i];
      square[i] = 0.999 * square[i] + 0.001 * slope[i] ** 2;
      const step = mean[i] / (1 - 0.9 ** round) / (Math.sqrt(square[i] / (1 - 0.999 ** round)) + 1e-9);
      costs[i] = Math.max(LEAST, costs[i] - (0.02 / (1 + round / 200)) * step);
    }
  }
  return costs;
}

/** One letter or digit for each cost. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letter = (cost) => ALPHABET[Math.min(ALPHABET.length - 1, Math.round(cost * UNITS))];
const costs = fitted(samples());
const rows = Array.from({ length: CLASS_COUNT + 1 }, (_, from) =>
  costs.subarray(from * CLASS_COUNT, (from + 1) * CLASS_COUNT),
);
writeFileSync(
  join(root, 'src/text/token-costs.ts'),
  `/** Made by scripts/fit-token-costs.mjs: its costs are digits, in units of which ${UNITS} are a token. */

export const UNITS_PER_TOKEN = ${UNITS};

export const DIGITS = '${ALPHABET}';

/**
 * What a byte costs behind another: a row for each class of the one before, a column for each class of its own, and a last
 * row for a byte that comes twice.
 */
export const COSTS = [
${rows.map((row) => `  '${Array.from(row, letter).join('')}',`).join('\n')}
];
`,
);
