/** Text of terminals and secrets: what each transform costs beside one that passes its chunks on, and beside a search. */
import { interleaved } from '../lib/measure.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { chunksOf, KiB, MiB, repeated, textOf } from '../lib/texts.mjs';
import {
  AnsiStrip,
  BudgetTruncate,
  CarriageReturnCollapse,
  ChunkTransform,
  KeepLines,
  LineCap,
  Redact,
  TruncationPolicy,
} from '../millrace.mjs';

class Identity extends ChunkTransform {
  push(chunk) {
    return [chunk];
  }
  flush() {
    return [];
  }
}

const IDENTITY = 'identity';
const SEARCH = 'decode, and search for ESC';
const STRIP = 'AnsiStrip';
const policy = TruncationPolicy.tokens(2000);
const pusher = (core) => (chunk) => core.push(chunk);

const CONTENDERS = {
  [IDENTITY]: () => pusher(new Identity()),
  [SEARCH]: () => {
    const decoder = new TextDecoder();
    return (chunk) => decoder.decode(chunk, { stream: true }).indexOf('\x1b');
  },
  [STRIP]: () => pusher(new AnsiStrip()),
  'AnsiStrip, colours kept': () => pusher(new AnsiStrip({ keep: 'sgr' })),
  CarriageReturnCollapse: () => pusher(new CarriageReturnCollapse()),
  LineCap: () => pusher(new LineCap({ maxLineBytes: 2000 })),
  'Redact, three secrets': () => pusher(new Redact({ secrets: ['sk-ant-abc123def456', 'hunter2', 'geheim-ü'] })),
  'Redact, two names': () => pusher(new Redact({ names: ['API_KEY', 'Authorization'] })),
  'Redact, a pattern': () => pusher(new Redact({ patterns: [{ pattern: /\bAKIA[0-9A-Z]{16}\b/, maxMatchBytes: 30 }] })),
  'KeepLines, a pattern': () => pusher(new KeepLines({ pattern: /\berror\b/i })),
  'BudgetTruncate, lines kept': () => pusher(new BudgetTruncate(policy, { keepLines: { pattern: /\berror\b/i } })),
};

const COLOURED = new TextEncoder().encode(
  '\x1b[32m✓\x1b[39m src/table.test.tsx \x1b[2m(7 tests)\x1b[22m\r\n\x1b[2K\x1b[1G50% 漢\r100%\r\n',
);
const TEXTS = {
  ascii: (bytes) => textOf('ascii', bytes),
  mixed: (bytes) => textOf('mixed', bytes),
  'coloured and overwritten': (bytes) => repeated(COLOURED, bytes),
};

const suite = new Suite('Text of terminals');
const columns = [
  { key: 'gbPerSecond', label: 'GB/s', digits: 3 },
  { key: 'usPerPush', label: 'µs a push', digits: 1 },
  { key: 'ofSearch', label: 'time, x search' },
];
for (const [kind, text] of Object.entries(TEXTS)) {
  const bytes = (isShort ? 0.25 : 8) * MiB;
  const chunks = chunksOf(text(bytes), 64 * KiB);
  const runs = Object.entries(CONTENDERS).map(([name, make]) => {
    const run = () => {
      const push = make();
      const start = performance.now();
      for (const chunk of chunks) push(chunk);
      return performance.now() - start;
    };
    return [name, run];
  });
  const ms = await interleaved(Object.fromEntries(runs), isShort ? { rounds: 2 } : { rounds: 9, warmUps: 3 });
  const rows = Object.keys(CONTENDERS).map((name) => ({
    name,
    gbPerSecond: bytes / ms[name] / 1e6,
    usPerPush: (ms[name] * 1e3) / chunks.length,
    ofSearch: ms[name] / ms[SEARCH],
  }));
  suite.table({ title: `${kind} text, pushed in chunks of 64 KiB`, columns, rows });
}
suite.done();
