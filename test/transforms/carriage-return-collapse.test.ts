import { expect, test } from 'vitest';
import { AnsiStrip, CarriageReturnCollapse, compose, Omission } from '../../src/index.js';
import { byteLength, utf8 } from '../helpers/bytes.js';
import { everySplit } from '../helpers/cuts.js';
import { pushAll, run } from '../helpers/run.js';

const ESC = '\x1b';
const collapsed = (text: string) => run(new CarriageReturnCollapse(), [text]).join('');

/** At every split, with all that is missing counted. */
function expectCollapsed(text: string, expected: string): void {
  for (const chunks of everySplit(utf8(text))) {
    const collapse = new CarriageReturnCollapse();
    expect(run(collapse, chunks).join('')).toBe(expected);
    expect([collapse.omittedBytes, collapse.pendingBytes]).toEqual([byteLength(text) - byteLength(expected), 0]);
  }
}

test('CarriageReturnCollapse leaves the last frame of a line, at every split', () => {
  expectCollapsed('first\rsecond\nthird\n', 'second\nthird\n');
  expectCollapsed('10% é\r50% 漢\r100%\r\ndone 🔑', '100%\ndone 🔑');
  expectCollapsed('a\r\r\nb\r\r\r\nc\r', 'a\nb\nc');
  expectCollapsed('\r\n\r\n\rx', '\n\nx');
});

test('CarriageReturnCollapse takes back a scalar value for a backspace, and none of the line before', () => {
  expectCollapsed('ab🔑\b\bX', 'aX');
  expectCollapsed('|\b/\b-\b\\\b \bok\n\b\bx', 'ok\nx');
  expectCollapsed('ab\r\bc', 'c');
});

test('CarriageReturnCollapse follows what erases a line', () => {
  expectCollapsed(`fetching 10%\r${ESC}[Kdone\n`, 'done\n');
  expectCollapsed(`fetching${ESC}[2K${ESC}[1Gdone${ESC}[K\n`, 'done\n');
  expectCollapsed(`fetching\r${ESC}[2K`, '');
  expectCollapsed(
    `one${ESC}[5Gtwo${ESC}[Gthree${ESC}[31mx${ESC}[38;5;1m${ESC}[?1h${ESC}[?257l`,
    `three${ESC}[31mx${ESC}[38;5;1m${ESC}[?1h${ESC}[?257l`,
  );
});

/** Frames of three bars, as builders write them. */
const frames = (frame: (n: number) => string) => [1, 2, 3, 4].map(frame).join('');
const BARS: Readonly<Record<string, string>> = {
  'up, then every line erased and written': frames(
    (n) => `${n > 1 ? `${ESC}[3A` : ''}${['a', 'b', 'c'].map((name) => `${ESC}[2K${name} ${n}\n`).join('')}`,
  ),
  'lines erased from the last one up': frames(
    (n) => `${n > 1 ? `${ESC}[2K${ESC}[1A`.repeat(3) : ''}${ESC}[2K${ESC}[Ga ${n}\nb ${n}\nc ${n}\n`,
  ),
  'below erased': frames((n) => `${n > 1 ? `${ESC}[3F${ESC}[J` : ''}a ${n}\r\nb ${n}\r\nc ${n}\r\n`),
  'each line by itself, up and down': `a 1\nb 1\nc 1\n${frames((n) =>
    [3, 2, 1].map((up, i) => `${ESC}[${up}A\r${ESC}[K${'abc'[i]} ${n}\r${ESC}[${up}B`).join(''),
  )}`,
};

for (const [how, text] of Object.entries(BARS)) {
  test(`CarriageReturnCollapse leaves the first and the last frame of bars of several lines: ${how}`, () => {
    expectCollapsed(`start\n${text}end\n`, 'start\na 1\nb 1\nc 1\na 4\nb 4\nc 4\nend\n');
  });

  for (const [hide, show] of [
    ['?25l', '?25h'],
    ['?7l', '?7h'],
  ]) {
    test(`CarriageReturnCollapse leaves the last frame alone of bars that begin with ${hide}: ${how}`, () => {
      expectCollapsed(`start\n${ESC}[${hide}${text}${ESC}[${show}end\n`, 'start\na 4\nb 4\nc 4\nend\n');
      expectCollapsed(`start\n${ESC}[${hide}${text}`, 'start\na 4\nb 4\nc 4\n');
    });
  }
}

test('CarriageReturnCollapse follows bars whose cursor is hidden for each frame anew, and that grow', () => {
  const frame = (rows: number, up: number) => {
    const lines = Array.from({ length: rows }, (_, row) => `row ${row} of ${rows}\n`).join('');
    return `${ESC}[?25l${up > 0 ? `${ESC}[${up}A` : ''}${lines}${ESC}[?25h`;
  };
  const text = `${frame(2, 0)}${frame(3, 2)}${frame(5, 3)}${frame(5, 5)}`;
  expectCollapsed(`${text}end\n`, `${[0, 1, 2, 3, 4].map((row) => `row ${row} of 5\n`).join('')}end\n`);
});

test('CarriageReturnCollapse gives what is logged above a live part a line late, and all at once behind it', () => {
  const collapse = new CarriageReturnCollapse();
  const give = (text: string) => pushAll(collapse, [text]).join('');
  expect(give(`${ESC}[?25l- wait`)).toBe('');
  // A spinner of one line: once it was written over, no more than that line waits.
  const log = (n: number) => give(`\r${ESC}[Klog ${n}\n/ wait`);
  expect([log(1), log(2), log(3)]).toEqual(['', 'log 1\n', 'log 2\n']);
  const frame = (log: string) => `\r${ESC}[K${log}a\nb\n${ESC}[2A`;
  expect([give(frame('')), give(frame('log 4\n')), give(frame('log 5\n')), give(frame('log 6\n'))]).toEqual([
    'log 3\n',
    '',
    'log 4\n',
    'log 5\n',
  ]);
  expect(give(`${ESC}[2B${ESC}[?25hdone\n`)).toBe('log 6\na\nb\ndone\n');
  expect([give('one\n'), give('two\n')]).toEqual(['one\n', 'two\n']);
});

test('CarriageReturnCollapse holds 64 lines of a live part at most', () => {
  const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${from + i}\n`).join('');
  const collapse = new CarriageReturnCollapse();
  expect(pushAll(collapse, [`${ESC}[?25l${lines(0, 100)}`]).join('')).toBe(lines(0, 37));
  expect(collapse.pendingBytes).toBe(byteLength(lines(37, 100)));
  // Only what is held can be gone back to; a blank row below the cursor does not show.
  expect([...pushAll(collapse, [`${ESC}[99Ax`]), ...collapse.flush()].join('')).toBe(
    `x\n${lines(38, 100)}`.slice(0, -1),
  );
});

test('CarriageReturnCollapse leaves what was not written over, and goes no further up than there are lines', () => {
  expectCollapsed(`a\nb\nc\n${ESC}[2AB\n${ESC}[1Bd`, 'a\nb\nc\nB\nd');
  expectCollapsed(`a\n${ESC}[99AA\nb`, 'a\nA\nb');
  expectCollapsed(`${ESC}[Ax${ESC}[9By`, 'xy');
  expectCollapsed(`a\nb\n${ESC}[2A${ESC}[2K${ESC}[1B${ESC}[2K${ESC}[1Adone`, 'a\nb\ndone');
});

test('CarriageReturnCollapse passes lines on as they end, and holds the one in hand', () => {
  const collapse = new CarriageReturnCollapse();
  expect(pushAll(collapse, ['one\ntw'])).toEqual(['one\n']);
  expect(collapse.pendingBytes).toBe(2);
  expect(pushAll(collapse, [`o\nthree\n${ESC}[2A`])).toEqual(['two\nthree\n']);
  // From here on as many lines wait as the cursor went up.
  expect(pushAll(collapse, ['2\n3\n4\n', '5\n'])).toEqual(['2\n', '3\n']);
});

test('CarriageReturnCollapse gives a line of more than 8,192 units as it comes', () => {
  const long = '🔑'.repeat(4097);
  const collapse = new CarriageReturnCollapse();
  expect(pushAll(collapse, [long.slice(0, 8192)])).toEqual([]);
  expect(pushAll(collapse, [long.slice(8192), 'x'])).toEqual([long, 'x']);
  expect([...pushAll(collapse, ['\b\ry\rz']), ...collapse.flush()].join('')).toBe('\nz');
  expect(collapse.omittedBytes).toBe(3);
  expect(collapsed(`a\n${ESC}[A${'x'.repeat(9000)}\n${ESC}[Ab\nc`)).toBe(`a\n${'x'.repeat(9000)}\nb\nc`);
});

test('CarriageReturnCollapse follows the moves that AnsiStrip keeps', () => {
  const both = () => compose(new AnsiStrip({ keep: 'moves' }), new CarriageReturnCollapse());
  const text = `${ESC}[?25l${ESC}[32ma\nb${ESC}[0m\n${ESC}[2A${ESC}[2K${ESC}[1mA\n${ESC}[2KB\n${ESC}[?25h`;
  for (const chunks of everySplit(text)) expect(run(both(), chunks).join('')).toBe('A\nB\n');
});

test('CarriageReturnCollapse gives what it holds before an Omission, and takes nothing back behind it', () => {
  const gap = new Omission({ bytes: 5, lines: 0, scalars: 5 });
  const collapse = new CarriageReturnCollapse();
  expect(run(collapse, ['a\nb\r', gap, `\b${ESC}[Ac\rd`])).toEqual(['a\n', 'b', gap, 'd']);
});
