import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AnsiStrip,
  CarriageReturnCollapse,
  type ChunkTransform,
  KeepLines,
  LineCap,
  Omission,
  Redact,
} from '../../../src/index.js';
import { byteLength, utf8 } from '../../helpers/bytes.js';
import { cut } from '../../helpers/cuts.js';
import { outcome, pushAll } from '../../helpers/run.js';

const SECRETS = ['key123é', 'é🔑é🔑é', 'aXaXa'];

/** What terminals get: parts of escape sequences, overwriting, long scalar values, and secrets, whole and not. */
const fragment = fc.constantFrom(
  ...['a', 'word ', 'aX', 'key', '123é', 'é🔑', '🔑', '€', 'e\u0301', ...SECRETS, 'KEY=', 'Key: ', '"key": "', '"'],
  ...['\n', '\r\n', '\r', '\b', '\t', '\0', '\x07', '\x18', '\x7f', '\u0085', '\u009b', '\u009c', '\u009d', '\u0090'],
  ...['\x1b', '\x1b[', '\x1b[31m', '\x1b[m', '\x1b[38;5;196m', '\x1b[2K', '\x1b[K', '\x1b[1A', '\x1b[2A', '\x1b[1G'],
  ...['\x1b[?25l', '\x1b[?25h', '\x1b[?7l', '\x1b[1m', '\x1b[22m'],
  ...[
    '\x1b]0;title',
    '\x1b]8;;http://x/\x07',
    '\x1b\\',
    '\x1bP1;2',
    '\x1b_',
    '\x1b(B',
    '\x1b(',
    '\x1b7',
    '31',
    ';',
    'm',
  ],
);
const input = fc.array(fragment, { maxLength: 24 }).map((parts) => parts.join(''));
const sizes = fc.array(fc.constantFrom(0, 1, 1, 2, 3, 5, 13), { minLength: 1, maxLength: 4 });
const gap = new Omission({ bytes: 7, lines: 1, scalars: 7 });

type Counted = ChunkTransform<unknown, unknown> & { totalBytes: number; omittedBytes: number; pendingBytes: number };
/** Transforms of text; `added` is a text of their own that they put in place of what they leave out. */
const CASES: readonly { name: string; added?: string; make(): unknown }[] = [
  {
    name: 'Redact',
    added: '\ufdd0',
    make: () =>
      new Redact({
        secrets: SECRETS,
        names: ['key'],
        patterns: [{ pattern: /\d+[a-z]?\b/, maxMatchBytes: 9 }],
        mask: '\ufdd0',
      }),
  },
  { name: 'AnsiStrip', make: () => new AnsiStrip() },
  { name: 'CarriageReturnCollapse', make: () => new CarriageReturnCollapse() },
  { name: 'KeepLines', make: () => new KeepLines({ pattern: /a|é/, maxLineBytes: 20 }) },
  // A limit without room for a marker. What ends a look is never in the input.
  { name: 'LineCap', added: '\x1b[0m', make: () => new LineCap({ maxLineBytes: 20 }) },
  { name: 'AnsiStrip, moves kept', make: () => new AnsiStrip({ keep: 'moves' }) },
  { name: 'AnsiStrip, colours kept', make: () => new AnsiStrip({ keep: 'sgr' }) },
];

/** Registers the laws, each of so many random texts. */
export function terminalLaws(texts: number): void {
  for (const { name, added = '', make } of CASES) {
    const whole = (text: string) => outcome(make() as Counted, [text, gap, text]);

    test(`${name} gives and counts the same for ${texts} texts of a terminal, however they are cut`, () => {
      fc.assert(
        fc.property(input, sizes, fc.boolean(), (text, pieces, asBytes) => {
          const chunks = cut<Uint8Array | string>(asBytes ? utf8(text) : text, pieces);
          expect(outcome(make() as Counted, [...chunks, gap, ...chunks])).toEqual(whole(text));
        }),
        { numRuns: texts },
      );
    });

    test(`${name} has every byte of ${texts / 5} texts of a terminal in one place at every moment`, () => {
      fc.assert(
        fc.property(input, sizes, (text, pieces) => {
          const core = make() as Counted;
          let given = 0;
          const check = (out: readonly unknown[]) => {
            for (const piece of out) given += piece instanceof Omission ? 0 : byteLength(bare(piece as string));
            expect(given + core.omittedBytes + core.pendingBytes).toBe(core.totalBytes);
          };
          for (const chunk of [...cut<string>(text, pieces), gap, ...cut<string>(text, pieces)])
            check(pushAll(core, [chunk]));
          check(core.flush());
          expect([core.pendingBytes, core.totalBytes]).toEqual([0, 2 * byteLength(text) + gap.bytes]);
        }),
        { numRuns: texts / 5 },
      );
    });

    const bare = (text: string) => (added === '' ? text : text.replaceAll(added, ''));
  }
}
