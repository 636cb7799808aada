import { expect, test } from 'vitest';
import { AnsiStrip, Omission } from '../../src/index.js';
import { byteLength, utf8 } from '../helpers/bytes.js';
import { everySplit } from '../helpers/cuts.js';
import { outcome, pushAll, run } from '../helpers/run.js';

const ESC = '\x1b';
const stripped = (text: string) => run(new AnsiStrip(), [text]).join('');
const coloured = (text: string) => run(new AnsiStrip({ keep: 'sgr' }), [text]).join('');

test('AnsiStrip leaves out every kind of sequence, at every split', () => {
  const sequences = [
    ...[
      '[31m',
      '[m',
      '[1;2:3;4m',
      '[?25l',
      '[2 q',
      '[!p',
      '[>c',
      '(B',
      '#8',
      '%G',
      ' F',
      '7',
      '=',
      'c',
      'M',
      'N',
      '\\',
    ],
    ...[
      ']0;title\x07',
      ']0;title\x1b\\',
      ']8;;http://é/🔑\x9c',
      'P1$r0m\x1b\\',
      '_app\x1b\\',
      '^note\x1b\\',
      'Xtext\x1b\\',
    ],
    ...['_bell\x07inside\x1b\\', 'kname\x1b\\', 'Ptwo\twords\x1b\\'],
  ].map((rest) => ESC + rest);
  const eightBit = [
    '\x9b31m',
    '\x9d0;t\x07',
    '\x90q\x9c',
    '\x9f\x9c',
    '\x9ea\x1b\\',
    '\x98a\x9c',
    '\x84',
    '\x8d',
    '\x9c',
    '\x80',
  ];
  for (const sequence of [...sequences, ...eightBit]) {
    for (const chunks of everySplit(utf8(`é${sequence}m🔑`))) {
      const strip = new AnsiStrip();
      expect(run(strip, chunks).join('')).toBe('ém🔑');
      expect([strip.omittedBytes, strip.pendingBytes]).toEqual([byteLength(sequence), 0]);
    }
  }
});

test('AnsiStrip breaks a sequence off at a control, and leaves that and all behind it', () => {
  expect(stripped(`a${ESC}[31\nb${ESC}[1;\tc${ESC}\rd${ESC}(\0e${ESC}[\x7ff`)).toBe('a\nb\tc\rd\0e\x7ff');
  expect(stripped(`a${ESC}]0;t\nb${ESC}Pq\nc${ESC}_x\x18d`)).toBe('a\nb\nc\x18d');
  expect(stripped(`${ESC}[3é${ESC}漢${ESC}(🔑`)).toBe('é漢🔑');
  expect(stripped(`${ESC}${ESC}[31mx${ESC}[3${ESC}[1my${ESC}]0;${ESC}[1mz`)).toBe('xyz');
  expect(stripped('a\x85b')).toBe('a\x85b');
});

test('AnsiStrip breaks a string without an end off behind 1,048,576 units, wherever it is cut', () => {
  const text = `${ESC}]0;${'🔑'.repeat(300_000)}é${'🔑'.repeat(300_000)}`;
  const whole = outcome(new AnsiStrip(), [text]);
  const left = whole.output.join('');
  expect(left.isWellFormed()).toBe(true);
  expect(text.length - left.length).toBe(1_048_576 + 1);
  const halves = [text.slice(0, 1_048_575), text.slice(1_048_575, 1_048_576), text.slice(1_048_576)];
  expect(outcome(new AnsiStrip(), halves)).toEqual(whole);
});

test('AnsiStrip gives text at once, and holds none of a sequence', () => {
  const strip = new AnsiStrip();
  expect(strip.push(`a${ESC}]0;t\x07b\r`)).toEqual(['ab\r']);
  expect([strip.push(`c${ESC}[3`), strip.pendingBytes]).toEqual([['c'], 0]);
  expect([strip.push('1md'), strip.flush()]).toEqual([['d'], []]);
});

test('AnsiStrip keeps colours alone if it is asked to, whole and at every split', () => {
  const text = `${ESC}[1mA${ESC}[2K${ESC}[38:5:196;4m${ESC}[?1m${ESC}[>4m${ESC}[1 m\x9b0mB${ESC}]0;t\x07${ESC}(B${ESC}[mC${ESC}[3`;
  const expected = `${ESC}[1mA${ESC}[38:5:196;4m\x9b0mB${ESC}[mC`;
  for (const chunks of everySplit(utf8(text))) {
    const strip = new AnsiStrip({ keep: 'sgr' });
    expect(run(strip, chunks).join('')).toBe(expected);
    expect(strip.omittedBytes).toBe(byteLength(text) - byteLength(expected));
  }
});

test('AnsiStrip holds 128 bytes of what may be a colour, and no more', () => {
  const long = (units: number) => `${ESC}[${'1'.repeat(units - 3)}m`;
  expect(coloured(long(128))).toBe(long(128));
  expect(coloured(long(129))).toBe('');
  const strip = new AnsiStrip({ keep: 'sgr' });
  pushAll(strip, [long(129).slice(0, 128)]);
  expect([strip.pendingBytes, strip.omittedBytes]).toEqual([128, 0]);
  pushAll(strip, ['1']);
  expect([strip.pendingBytes, strip.omittedBytes]).toEqual([0, 129]);
  for (const chunks of everySplit(long(129))) expect(run(new AnsiStrip({ keep: 'sgr' }), chunks)).toEqual([]);
});

test('AnsiStrip ends a sequence at an Omission', () => {
  const gap = new Omission({ bytes: 5, lines: 0, scalars: 5 });
  const strip = new AnsiStrip({ keep: 'sgr' });
  expect(run(strip, [`a${ESC}[3`, gap, '1mb'])).toEqual(['a', gap, '1mb']);
  expect([strip.omittedBytes, strip.totalBytes]).toEqual([8, 12]);
});

test('AnsiStrip refuses another way to keep', () => {
  expect(() => new AnsiStrip({ keep: 'all' as never })).toThrow(
    "Cannot create AnsiStrip: keep must be 'none' or 'sgr' or 'moves', got \"all\"",
  );
});
