import { expect, test } from 'vitest';
import { Omission } from '../src/index.js';

test('Omission keeps its counts', () => {
  const { bytes, lines, scalars } = new Omission({ bytes: 9, lines: 2, scalars: 7 });
  expect({ bytes, lines, scalars }).toEqual({ bytes: 9, lines: 2, scalars: 7 });
});

test('Omission names the count that it cannot take', () => {
  const good = { bytes: 1, lines: 1, scalars: 1 };
  for (const name of ['bytes', 'lines', 'scalars']) {
    expect(() => new Omission({ ...good, [name]: '1' })).toThrow(
      new TypeError(`Cannot create Omission: ${name} must be a number, got "1"`),
    );
    for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) {
      expect(() => new Omission({ ...good, [name]: bad })).toThrow(
        new RangeError(`Cannot create Omission: ${name} must be an integer >= 0, got ${bad}`),
      );
    }
  }
  expect(() => new Omission(7 as never)).toThrow(
    new TypeError('Cannot create Omission: options must be an object, got 7'),
  );
});
