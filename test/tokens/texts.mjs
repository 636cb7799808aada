// Texts of ten kinds, made from a seed: what the estimate of tokens was fitted on, and, from other seeds and words, what it
// is tried on.
import { readFileSync } from 'node:fs';
import { random, source } from './source.mjs';

const { about: _, ...prose } = JSON.parse(readFileSync(new URL('./prose.json', import.meta.url), 'utf8'));

const lines = (make) => (seed, set) => {
  const from = source(seed, set);
  return (bytes) => {
    let text = '';
    while (text.length < bytes) text += make(from);
    return text;
  };
};

const STATEMENTS = [
  (s) => `  const ${s.camel()} = await this.${s.camel()}(${s.camel()}, { ${s.camel()}: ${s.number()} });\n`,
  (s) => `  if (${s.camel()}.length > ${s.number()} && !${s.camel()}) return ${s.camel()}[${s.word()}];\n`,
  (s) => `export function ${s.camel()}(${s.word()}: ${s.pascal()}, ${s.camel()} = false): Promise<${s.pascal()}> {\n`,
  (s) =>
    `  for (const [${s.word()}, ${s.camel()}] of Object.entries(${s.camel()})) {\n    ${s.camel()}.push(\`\${${s.word()}}: ${s.word()}\`);\n  }\n}\n\n`,
  (s) => `    // ${s.upper(s.word())} the ${s.word()} before the ${s.word()} can ${s.word()} it again.\n`,
  (s) => `import { ${s.camel()}, type ${s.pascal()} } from './${s.word()}-${s.word()}.js';\n`,
  (s) =>
    `def ${s.snake()}(self, ${s.snake()}: int = ${s.digits(2)}) -> Optional[${s.pascal()}]:\n    """${s.upper(s.word())} the ${s.word()}."""\n    return self.${s.snake()}[${s.snake()} + 1:] or None\n\n`,
  (s) => `    raise ${s.pascal()}Error(f"cannot ${s.word()} {${s.snake()}!r} in {self.${s.snake()}}")\n`,
  (s) =>
    `pub fn ${s.snake()}<'a>(&self, ${s.word()}: &'a str) -> Result<Vec<${s.pascal()}>, ${s.pascal()}> {\n        let mut ${s.snake()} = self.${s.word()}.iter().map(|x| x.${s.word()}()).collect::<Vec<_>>();\n`,
  (s) =>
    `func (${s.word()[0]} *${s.pascal()}) ${s.pascal()}(ctx context.Context, ${s.camel()} int64) (*${s.pascal()}, error) {\n\tif err := ${s.word()}.${s.pascal()}(ctx); err != nil {\n\t\treturn nil, fmt.Errorf("${s.word()}: %w", err)\n\t}\n}\n`,
  (s) =>
    `static inline uint32_t ${s.snake()}(const uint8_t *${s.word()}, size_t len) { return (${s.word()}[0] << 8) | 0x${s.hex(4).toUpperCase()}; }\n`,
  (s) =>
    `.${s.word()}-${s.word()} > li:hover { margin: 0 ${s.digits(1)}px; color: #${s.hex(6)}; transition: all .${s.digits(2)}s; }\n`,
  (s) =>
    `SELECT ${s.snake()}, COUNT(*) AS ${s.word()} FROM ${s.snake()} WHERE ${s.snake()} >= ${s.number()} GROUP BY 1 ORDER BY 2 DESC;\n`,
];

const LOGS = [
  (s) =>
    `${s.date()} ${s.pick(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [${s.word()}-${s.digits(1)}] ${s.word()}.${s.camel()}: ${s.word()} ${s.word()} took ${s.digits(3)} ms (id=${s.hex(8)})\n`,
  (s) =>
    `192.168.${s.digits(2)}.${s.digits(2)} - - [${s.digits(2)}/Dec/20${s.digits(2)}:${s.digits(2)}:11:05 +0000] "GET /${s.word()}/${s.digits(5)}?${s.word()}=${s.word()} HTTP/1.1" 200 ${s.digits(4)} "-" "curl/8.${s.digits(1)}"\n`,
  (s) =>
    `    at ${s.pascal()}.${s.camel()} (/srv/app/node_modules/${s.word()}/dist/${s.word()}.js:${s.digits(3)}:${s.digits(2)})\n`,
  (s) =>
    `npm warn deprecated ${s.word()}-${s.word()}@${s.digits(1)}.${s.digits(1)}.${s.digits(2)}: use ${s.word()} instead\n`,
  (s) =>
    `[${s.digits(4)}.${s.digits(6)}] usb ${s.digits(1)}-${s.digits(1)}: new high-speed USB device number ${s.digits(2)} using xhci_hcd\n`,
  (s) =>
    `-rw-r--r-- 1 root root ${String(s.integer(1e7)).padStart(9)} Dec  1 ${s.digits(2)}:${s.digits(2)} ${s.snake()}.${s.pick(['js', 'log', 'tar.gz', 'so.6'])}\n`,
  (s) => ` ✓ test/${s.word()}/${s.word()}.test.ts (${s.digits(2)} tests) ${s.digits(3)}ms\n`,
  (s) => `${`${s.pick(['=', '-', '*', '#', '.'])}`.repeat(20 + s.integer(60))}\n`,
  (s) =>
    `level=${s.word()} ts=${s.date()} caller=${s.word()}.go:${s.digits(3)} msg="${s.word()} ${s.word()}" trace=${s.hex(32)} duration=${s.digits(2)}.${s.digits(3)}ms\n`,
];

const value = (s, depth) => {
  const kind = s.integer(depth > 2 ? 4 : 6);
  if (kind === 0) return Number(s.number());
  if (kind === 1) return s.pick([true, false, null, s.date(), `https://example.org/${s.word()}/${s.hex(8)}`]);
  if (kind < 4) return s.times(1 + s.integer(5), s.word).join(' ');
  if (kind === 4) return s.times(s.integer(5), () => value(s, depth + 1));
  return Object.fromEntries(s.times(1 + s.integer(5), () => [s.pick([s.camel(), s.snake()]), value(s, depth + 1)]));
};

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const EMOJI = [
  ['😀', '🎉', '🚀', '✅', '❌', '⚠️', '🔥', '👍', '👩‍💻', '🇫🇷', '❤️', '🦊', '👍🏽', '📦'],
  ['😅', '🤖', '🧪', '💥', '✨', '🛠️', '🐛', '🙏', '👨‍👩‍👧', '🇯🇵', '☀️', '🐳', '👋🏿', '🔒'],
];
const BOXES = ['─', '│', '┌', '┐', '└', '┘', '├', '┤', '┼', '═', '║', '╔', '╗', '█', '░', '▌', '━', '╭', '╯'];
const ESCAPES = [
  '[0m',
  '[1m',
  '[31m',
  '[32m',
  '[2m',
  '[38;5;208m',
  '[38;2;12;200;7m',
  '[K',
  '[2K',
  '[1A',
  '[?25l',
  '[1;34m',
  '[39m',
  '[90m',
];

const shrink = (text) =>
  text
    .replace(/\s*\n\s*/g, '')
    .replace(/ ?([^\w\s$]) ?/g, '$1')
    .replace(/\/\/[^.]*\.|"""[^"]*"""/g, '');
const short = (text, s) =>
  text.replace(/\b(?!const|if|for|return|await|this|function|export|of|length|push)[a-z]\w{3,}/g, () =>
    s.pick(['e', 't', 'n', 'r', 'i', 'o', 'a', 'Qe', 'xt', 'b0', '_t', '$n']),
  );

/** How each kind is made: `(seed, set) => (bytes) => text` of about so many bytes. Set 0 is for fitting, set 1 for trying. */
export const KINDS = {
  code: lines((s) => s.pick(STATEMENTS)(s)),
  logs: lines((s) => s.pick(LOGS)(s)),
  hex: lines(
    (s) =>
      s.pick([
        s.hex(32),
        s.hex(40),
        s.hex(64),
        s.hex(8).toUpperCase(),
        `${s.hex(8)}-${s.hex(4)}-${s.hex(4)}-${s.hex(12)}`,
        s.times(16, () => s.hex(2)).join(' '),
      ]) + s.pick(['\n', ' ', '']),
  ),
  base64: lines((s) => s.times(76, () => BASE64[s.integer(64)]).join('') + s.pick(['\n', '\n', '=\n', ''])),
  ansi: lines(
    (s) =>
      s
        .times(
          1 + s.integer(4),
          () =>
            `\x1b${s.pick(ESCAPES)}${s.pick([s.word(), s.number(), s.snake(), ` ${s.word()} ${s.word()}`])}\x1b${s.pick(['[0m', '[39m', '[22m'])}`,
        )
        .join(' ') + s.pick(['\n', '\r', '\r\n']),
  ),
  box: lines(
    (s) =>
      `${s.pick([
        () => s.pick(['─', '═', '━', '█', '░']).repeat(5 + s.integer(70)),
        () => `│ ${s.word().padEnd(10)} │ ${s.number().padStart(8)} │ ${s.word().padEnd(12)} │`,
        () => `├${'─'.repeat(12)}┼${'─'.repeat(10)}┼${'─'.repeat(14)}┤`,
        () => `${'│   '.repeat(s.integer(4))}${s.pick(['├── ', '└── '])}${s.word()}.${s.word()}`,
        () => s.times(10 + s.integer(20), () => s.pick(BOXES)).join(''),
      ])()}\n`,
  ),
  emoji: (seed, set) =>
    lines((s) =>
      s.pick([
        s.pick(EMOJI[set]),
        `${s.pick(EMOJI[set])} ${s.word()} `,
        `${s.word()} ${s.pick(EMOJI[set])}\n`,
        s.pick(EMOJI[set]).repeat(1 + s.integer(4)),
      ]),
    )(seed, set),
  json: lines((s) =>
    s.pick([
      () => `${JSON.stringify(value(s, 0))}\n`,
      () => `${JSON.stringify({ [s.camel()]: value(s, 0), [s.snake()]: value(s, 0) }, null, 2)}\n`,
    ])(),
  ),
  minified: lines((s) => short(shrink(s.pick(STATEMENTS)(s)), s)),
  ...Object.fromEntries(
    Object.entries(prose).map(([script, texts]) => [`prose, ${script}`, (seed, set) => proseOf(texts[set], seed)]),
  ),
};

/** Each passage of prose, once: the ones that the estimate is tried on. */
export const passages = () => Object.entries(prose).map(([script, [, text]]) => [`prose, ${script}`, text]);

/** Sentences of a passage in another order each time. */
function proseOf(text, seed) {
  const sentences = text.split(/(?<=[.。।!?]) */);
  const next = random(seed);
  return (bytes) => {
    let out = '';
    for (let length = 0; length < bytes; ) {
      const sentence = sentences[Math.floor(next() * sentences.length)];
      const more = sentence + (next() < 0.2 ? '\n\n' : sentence.charCodeAt(0) > 0x2000 ? '' : ' ');
      out += more;
      length += new TextEncoder().encode(more).length;
    }
    return out;
  };
}

/** A text of a kind. */
export function textOf(kind, { seed = 1, set = 1, bytes = 4000 } = {}) {
  return KINDS[kind](seed, set)(bytes);
}

/** Ten of them, which exact budgets are tried on. */
export const EXACT_KINDS = [
  'prose, latin',
  'prose, han',
  'code',
  'logs',
  'hex',
  'base64',
  'ansi',
  'box',
  'emoji',
  'json',
];

/** Characters at random, which no language has, and runs: what the estimate was not made for. */
export function otherTexts() {
  const next = random(99);
  const from = (first, last) => {
    const characters = Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n));
    return Array.from({ length: 6000 }, () => characters[Math.floor(next() * characters.length)]).join('');
  };
  return [
    ['random letters', from(0x61, 0x7a)],
    ['random capitals', from(0x41, 0x5a)],
    ['random Han', from(0x4e00, 0x9fff)],
    ['random Han, 3400 to 4DBF', from(0x3400, 0x4dbf)],
    ['random Hangul', from(0xac00, 0xd7a3)],
    ['random Ethiopic', from(0x1200, 0x1248)],
    ['blank lines', '\n'.repeat(6000)],
    ['blank lines, CRLF', '\r\n'.repeat(3000)],
    ['spaces', ' '.repeat(6000)],
    ['one letter', 'a'.repeat(6000)],
    ['one rule', '='.repeat(6000)],
  ];
}
