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
    `one${ESC}[5Gtwo${ESC}[Gthree${ESC}[31mx${ESC}[38;5;1m${ESC}[?25l`,
    `three${ESC}[31mx${ESC}[38;5;1m${ESC}[?25l`,
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
}

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
  for (const chunks of everySplit(text)) expect(run(both(), chunks).join('')).toBe('a\nb\nA\nB\n');
});

test('CarriageReturnCollapse gives what it holds before an Omission, and takes nothing back behind it', () => {
  const gap = new Omission({ bytes: 5, lines: 0, scalars: 5 });
  const collapse = new CarriageReturnCollapse();
  expect(run(collapse, ['a\nb\r', gap, `\b${ESC}[Ac\rd`])).toEqual(['a\n', 'b', gap, 'd']);
});
