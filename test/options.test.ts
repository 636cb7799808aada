import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkBoolean,
  checkChoice,
  checkFunction,
  checkInteger,
  checkNumber,
  checkOptions,
  show,
} from '../src/options.js';

test('show tells a value by its text, or by its kind', () => {
  class Thing {}
  const shown = [0, -1.5, Number.NaN, 7n, true, null, undefined, Symbol('s'), 'a"b', () => {}, [1], {}, new Thing()];
  expect(shown.map(show)).toEqual([
    ...['0', '-1.5', 'NaN', '7n', 'true', 'null', 'undefined', 'Symbol(s)', '"a\\"b"'],
    ...['a function', 'an array', 'an object', 'a Thing'],
  ]);
  expect(show(Object.create(null))).toBe('an object');
  expect(show('x'.repeat(1000))).toBe(`"${'x'.repeat(40)}…"`);
});

test('show cuts a long text between scalar values', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('x', 'é', '😀'), { minLength: 20, maxLength: 80 }), (parts) => {
      const text = parts.join('');
      const shown = JSON.parse(show(text)) as string;
      expect(shown.isWellFormed()).toBe(true);
      if (shown !== text) expect([shown.endsWith('…'), text.startsWith(shown.slice(0, -1))]).toEqual([true, true]);
    }),
  );
});

test('checkInteger, checkNumber, checkBoolean, checkFunction, checkChoice and checkOptions pass what is right', () => {
  const call = () => 1;
  expect(checkInteger('X', 'n', 3, 3)).toBe(3);
  expect([checkNumber('X', 'n', 0, 0, 1), checkNumber('X', 'n', 1, 0, 1)]).toEqual([0, 1]);
  expect(checkBoolean('X', 'on', false)).toBe(false);
  expect(checkFunction('X', 'call', call)).toBe(call);
  expect(checkChoice('X', 'side', 'left', ['left', 'right'])).toBe('left');
  expect(checkOptions('X', undefined)).toEqual({});
});

test('checkInteger, checkNumber, checkBoolean, checkFunction, checkChoice and checkOptions name owner, option and value', () => {
  const wrong: [() => unknown, TypeError | RangeError][] = [
    [() => checkInteger('X', 'n', '3'), new TypeError('X: n must be a number, got "3"')],
    [() => checkInteger('X', 'n', 2, 3), new RangeError('X: n must be an integer >= 3, got 2')],
    [() => checkInteger('X', 'n', Number.NaN), new RangeError('X: n must be an integer >= 0, got NaN')],
    [() => checkInteger('X', 'n', 2 ** 53), new RangeError('X: n must be an integer >= 0, got 9007199254740992')],
    [() => checkNumber('X', 'n', null, 0, 1), new TypeError('X: n must be a number, got null')],
    [() => checkNumber('X', 'n', Number.NaN, 0, 1), new RangeError('X: n must be between 0 and 1, got NaN')],
    [() => checkNumber('X', 'n', 1.1, 0, 1), new RangeError('X: n must be between 0 and 1, got 1.1')],
    [() => checkBoolean('X', 'on', 1), new TypeError('X: on must be true or false, got 1')],
    [() => checkFunction('X', 'call', 'f' as never), new TypeError('X: call must be a function, got "f"')],
    [() => checkChoice('X', 'side', 1, ['a', 'b']), new TypeError("X: side must be 'a' or 'b', got 1")],
    [() => checkChoice('X', 'side', 'c', ['a', 'b']), new RangeError("X: side must be 'a' or 'b', got \"c\"")],
    [() => checkOptions('X', null as never), new TypeError('X: options must be an object, got null')],
    [() => checkOptions('X', 5 as never), new TypeError('X: options must be an object, got 5')],
  ];
  for (const [call, error] of wrong) expect(call).toThrow(error);
});
