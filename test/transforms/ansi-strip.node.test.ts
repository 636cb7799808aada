import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stripAnsi from 'strip-ansi';
import { expect, test } from 'vitest';
import { AnsiStrip } from '../../src/index.js';
import { run } from '../helpers/run.js';

const stripped = (text: string) => run(new AnsiStrip(), [text]).join('');

/** What programs write: all three agree on it. */
const COMMON = [
  '\x1b[0m',
  '\x1b[1;31m',
  '\x1b[38;2;255;100;0m',
  '\x1b[38;5;196m',
  '\x1b[2K',
  '\x1b[K',
  '\x1b[1G',
  '\x1b[2A',
  '\x1b[?25l',
  '\x1b[?2004h',
  '\x1b[10;20H',
  '\x1b]0;title\x07',
  '\x1b]8;;https://example.com/a?b=c\x07',
  '\x1b]8;;\x07',
];
const WORDS = ['a', 'word ', '31m', ';', '[', ']0;', '\n', '\r\n', 'é', '漢', '🔑', '\\', '\t'];

test('AnsiStrip leaves what Node and strip-ansi leave of what programs write', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...COMMON, ...WORDS), { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      expect(stripped(text)).toBe(stripVTControlCharacters(text));
      expect(stripped(text)).toBe(stripAnsi(text));
    }),
    { numRuns: 2000 },
  );
});

/** Where they differ: the text, what AnsiStrip leaves, what each other leaves (the same, if not told), and why. */
const DIFFERENT: readonly { text: string; left: string; node?: string; other?: string; why: string }[] = [
  { text: '\x1bP1;2|d\x1b\\x', left: 'x', node: '1;2|d\x1b\\x', why: 'Node knows no device control strings' },
  { text: '\x1b_app\x1b\\x', left: 'x', node: '\x1b_app\x1b\\x', why: 'nor other strings' },
  { text: '\x1b]0;a b\x07x', left: 'x', node: ';a b\x07x', why: 'nor titles with blanks' },
  { text: '\x1b%Gx', left: 'x', node: '\x1b%Gx', why: 'nor all sequences with intermediate units' },
  { text: '\x1b[1 qx', left: 'x', node: ' qx', why: 'nor those of control sequences' },
  { text: '\x1b[>0;276;0cx', left: 'x', node: '0;276;0cx', why: 'nor all parameters' },
  { text: '\x1b[[Ax', left: 'Ax', node: 'x', why: 'a second bracket is the final unit' },
  { text: '\x1bax', left: 'x', node: '\x1bax', other: '\x1bax', why: 'any unit from 0 to ~ ends a sequence of two' },
  { text: '\x9d0;t\x07x', left: 'x', node: '\x9d0;t\x07x', other: '\x9d0;t\x07x', why: '8-bit forms are forms' },
  { text: '\x90q\x9cx', left: 'x', node: '\x90q\x9cx', other: '\x90q\x9cx', why: 'of strings as well' },
  {
    text: 'a\x84b\x85',
    left: 'ab\x85',
    node: 'a\x84b\x85',
    other: 'a\x84b\x85',
    why: 'of two units, but NEL is a break',
  },
  { text: '\x1b[31\nx', left: '\nx', other: '\x1b[31\nx', node: '\nx', why: 'what is broken off is left out, too' },
  { text: '\x1b[1;\x1b[31mx', left: 'x', node: ';x', other: '\x1b[1;x', why: 'also by the next one' },
  { text: '\x1b]0;title', left: '', node: 'itle', other: '\x1b]0;title', why: 'also by the end of the text' },
  { text: '\x1b]0;t\nx', left: '\nx', node: '\nx', other: '\x1b]0;t\nx', why: 'a string by a line feed' },
  { text: 'x\x1b', left: 'x', node: 'x\x1b', other: 'x\x1b', why: 'ESC alone is the beginning of one' },
  {
    text: '\x1bPtmux;\x1b\x1b]0;t\x07\x1b\\x',
    left: 'x',
    node: 'tmux;\x1b\x1b\\x',
    other: 'tmux;\x1b\x1b\\x',
    why: 'ESC ends a string',
  },
  {
    text: '\x1b]P0000000x\x07y',
    left: 'y',
    node: 'y',
    other: 'x\x07y',
    why: 'commands of the Linux console have no end',
  },
];

test('AnsiStrip differs from Node and strip-ansi only for a reason', () => {
  for (const { text, left, node = left, other = left, why } of DIFFERENT) {
    const all = { text, left: stripped(text), node: stripVTControlCharacters(text), other: stripAnsi(text) };
    expect(all, why).toEqual({ text, left, node, other });
    expect(left === node && left === other, why).toBe(false);
  }
});
