import fc from 'fast-check';
import { encodeJsonLine, type JsonlOptions } from 'millrace';
import { expect, test } from 'vitest';
import { toBase64 } from '../helpers/bytes.js';

const parsed = (value: unknown, options?: JsonlOptions) => JSON.parse(encodeJsonLine(value, options));

test('encodeJsonLine leaves out members that have no JSON form, and keeps the places of items', () => {
  const items: unknown[] = [undefined, () => 1, Symbol('s')];
  items[4] = 1;
  const value = { a: undefined, b: items, c: { toJSON: () => undefined } };
  expect(encodeJsonLine(value)).toBe('{"b":[null,null,null,null,1]}\n');
  expect(encodeJsonLine({ [Symbol('s')]: 1 })).toBe('{}\n');
});

test('encodeJsonLine writes numbers that JSON lacks as null, and bigints exactly', () => {
  expect(encodeJsonLine([Number.NaN, Infinity, -Infinity, -0, 1e21])).toBe('[null,null,null,0,1e+21]\n');
  const bigints = [10n, -(2n ** 53n - 1n), 2n ** 53n, new BigInt64Array([1n])];
  expect(encodeJsonLine(bigints)).toBe('["10","-9007199254740991","9007199254740992",["1"]]\n');
  expect(encodeJsonLine(bigints, { bigint: 'number' })).toBe('[10,-9007199254740991,"9007199254740992",[1]]\n');
});

test('encodeJsonLine writes maps, sets, dates, boxed values and errors by what they hold', () => {
  const map = new Map<unknown, unknown>([
    ['z', 1n],
    ['__proto__', new Set(['x'])],
  ]);
  expect(encodeJsonLine(map)).toBe('{"__proto__":["x"],"z":"1"}\n');
  expect(encodeJsonLine(map.set(1, 2))).toBe('[["z","1"],["__proto__",["x"]],[1,2]]\n');
  expect(parsed([new Date(0), new Date(Number.NaN)])).toEqual(['1970-01-01T00:00:00.000Z', null]);
  expect(parsed([Object(1), Object('s'), Object(false), Object(5n)])).toEqual([1, 's', false, '5']);
  const error = Object.assign(new RangeError('why', { cause: new AggregateError([new Error('in')], 'all') }), {
    code: 'E',
  });
  expect(parsed({ error })).toEqual({
    error: {
      name: 'RangeError',
      message: 'why',
      code: 'E',
      cause: { name: 'AggregateError', message: 'all', errors: [{ name: 'Error', message: 'in' }] },
    },
  });
});

test('encodeJsonLine writes bytes as base64 or their count, and other typed arrays as lists', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.nat(3), (bytes, start) => {
      const view = bytes.subarray(start);
      const views = [view, new Uint8ClampedArray(view), view.slice().buffer];
      expect(parsed([...views, new DataView(view.slice().buffer)])).toEqual(Array(4).fill(toBase64(view)));
      expect(parsed(views, { bytes: 'length' })).toEqual(Array(3).fill({ bytes: view.length }));
    }),
  );
  expect(parsed([new Float32Array([0.5, Number.NaN]), Int8Array.of(-1)])).toEqual([[0.5, null], [-1]]);
});

test('encodeJsonLine calls toJSON once, with the key', () => {
  const keys: string[] = [];
  const value = {
    toJSON(key: string) {
      keys.push(key);
      return { key, inner: { toJSON: () => new Map([['m', this === value]]) } };
    },
  };
  expect(parsed({ a: value, b: [value] })).toEqual({
    a: { key: 'a', inner: { m: true } },
    b: [{ key: '0', inner: { m: true } }],
  });
  expect(keys).toEqual(['a', '0']);
});

test('encodeJsonLine writes an object that bears the tag of a map, a set or bytes, by what it holds', () => {
  const tagged = (tag: string, more: object = {}) => Object.assign(Object.create({ [Symbol.toStringTag]: tag }), more);
  for (const tag of ['Map', 'Set', 'DataView', 'Uint8Array', 'Number']) {
    expect(encodeJsonLine(tagged(tag, { buffer: 4e9 }))).toBe('{"buffer":4000000000}\n');
  }
  expect(encodeJsonLine({ bytes: tagged('ArrayBuffer', { length: 4e9 }) })).toMatch(
    /^\{"bytes":"\[threw TypeError: .*"\}\n$/,
  );
  const endless = (item: unknown) => ({
    *[Symbol.iterator]() {
      for (;;) yield item;
    },
  });
  for (const [tag, item] of [
    ['Set', 1],
    ['Map', ['a', 1]],
    ['Map', 1],
  ] as const) {
    expect(encodeJsonLine(tagged(tag, endless(item)))).toMatch(/,"\[too many values\]"\]\n$/);
  }
});
