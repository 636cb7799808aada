import fc from 'fast-check';
import { encodeJsonLine } from 'millrace';
import { expect, test } from 'vitest';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Any code units: lone surrogates, every control, line breaks, and what sorts otherwise by code unit. */
const anyString = fc
  .array(
    fc.oneof(
      fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\r',
        '\x7f',
        '\u0085',
        '\u2028',
        '\u2029',
        '\ud83d',
        '\ude00',
        '\\ud800',
        '\ufeff',
      ),
      fc.constantFrom('a', 'b', '\uff5e', '\u{1f600}', '__proto__', 'toJSON', '1', '10', '2', ''),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(anyString, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(anyString, tie('json'), { maxKeys: 5 }) as fc.Arbitrary<Json>,
  ),
}));

/** The line by the rules alone: well-formed strings, sorted by code point, all breaks and if asked all else escaped. */
function expectedLine(value: Json, ascii: boolean): string {
  const hex = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const escaped = ascii ? /[^\x20-\x7e]/g : /[\u0085\u2028\u2029]/g;
  const string = (text: string) => JSON.stringify(text.toWellFormed()).replace(escaped, hex);
  const scalars = (text: string) => Array.from(text.toWellFormed(), (scalar) => scalar.codePointAt(0)!);
  const order = (a: string, b: string): number => {
    const [left, right] = [scalars(a), scalars(b)];
    const at = left.findIndex((scalar, index) => scalar !== right[index]);
    // Keys may be the same once they are well-formed; the line is not to depend on the order that the object has.
    return (at === -1 ? left.length - right.length : left[at]! - (right[at] ?? -1)) || (a < b ? -1 : 1);
  };
  const text = (part: Json): string => {
    if (typeof part === 'string') return string(part);
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    if (Array.isArray(part)) return `[${part.map(text).join()}]`;
    const entries = Object.entries(part).sort(([a], [b]) => order(a, b));
    return `{${entries.map(([key, member]) => `${string(key)}:${text(member)}`).join()}}`;
  };
  return `${text(value)}\n`;
}

const parsed = (value: unknown) => JSON.parse(encodeJsonLine(value));

test('encodeJsonLine writes JSON values sorted by code point, as one well-formed line', () => {
  fc.assert(
    fc.property(json, fc.boolean(), (value, ascii) => {
      const line = encodeJsonLine(value, { ascii });
      expect(line).toBe(expectedLine(value, ascii));
      expect(line.isWellFormed()).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
    }),
    { numRuns: 400 },
  );
});

test('encodeJsonLine writes what JSON.stringify does, parsed back, in the order of the object if not sorted', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const line = encodeJsonLine(value, { sortKeys: false });
      expect(JSON.stringify(JSON.parse(line))).toBe(JSON.stringify(value));
      expect(parsed(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('encodeJsonLine writes the same line whatever it has written before', () => {
  const shapes = Array.from({ length: 2000 }, (_, i) => ({ [`k${i % 300}`]: i, b: i, [`z${i % 7}`]: i, a: i }));
  for (const shape of [...shapes, ...shapes]) expect(encodeJsonLine(shape)).toBe(expectedLine(shape, false));
});

test('encodeJsonLine escapes in ascii also what is longer than it looks at in one go', () => {
  const text = '\u{1f600}'.repeat(550_000);
  expect(JSON.parse(encodeJsonLine(text, { ascii: true }))).toBe(text);
});

test('encodeJsonLine marks what is circular, and writes what is shared each time', () => {
  const shared = { x: 1 };
  expect(parsed({ a: { b: shared }, c: { b: shared } })).toEqual({ a: { b: { x: 1 } }, c: { b: { x: 1 } } });
  const loop: Record<string, unknown> = { name: 'o' };
  Object.assign(loop, { self: loop, list: [loop], map: new Map([['m', loop]]), given: { toJSON: () => loop } });
  const mark = '[circular]';
  expect(parsed(loop)).toEqual({ name: 'o', self: mark, list: [mark], map: { m: mark }, given: mark });
  const error: Error & { cause?: unknown } = new Error('e');
  error.cause = error;
  expect(parsed(error)).toEqual({ name: 'Error', message: 'e', cause: mark });
});

test('encodeJsonLine writes 100 objects within each other and a mark inside, from any depth of the stack', () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
    let value: unknown = 'inside';
    for (let i = 0; i < levels; i++) value = wrap(value);
    return value;
  };
  for (const wrap of [(inner: unknown) => ({ inner }), (inner: unknown) => [inner]]) {
    const ends = (levels: number) => encodeJsonLine(nested(levels, wrap)).match(/"([^"]*)"[\]}]+\n/)![1];
    expect([ends(100), ends(101), ends(20_000)]).toEqual(['inside', '[nested too deep]', '[nested too deep]']);
    const deep = nested(20_000, wrap);
    const fromBelow = (frames: number): string => (frames === 0 ? encodeJsonLine(deep) : fromBelow(frames - 1));
    expect(fromBelow(2000)).toBe(encodeJsonLine(deep));
  }
});

test('encodeJsonLine bounds a line that would have no end', () => {
  let graph: unknown = 1;
  for (let i = 0; i < 60; i++) graph = { left: graph, right: graph };
  const holes: unknown[] = [];
  holes[4_000_000_000] = 1;
  for (const value of [graph, holes]) {
    const line = encodeJsonLine({ value, z: 1 });
    expect(line.length).toBeLessThan(30_000_000);
    expect(line).toContain('"[too many values]"');
    expect(line.endsWith(',"z":1}\n')).toBe(true);
  }
});

test('encodeJsonLine puts the error text where something throws, and writes the rest', () => {
  const fail = (why: string) => () => {
    throw new Error(why);
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const value = {
    getter: Object.defineProperty({ fine: 1 }, 'x', { get: fail('in getter'), enumerable: true }),
    item: Object.defineProperty([0, 0], 0, { get: fail('in item') }),
    given: { toJSON: fail('in toJSON') },
    keys: new Proxy({}, { ownKeys: fail('no keys') }),
    prototype: new Proxy({}, { getPrototypeOf: fail('no prototype') }),
    get: new Proxy({}, { get: fail('no get') }),
    message: Object.defineProperty(new Error(), 'message', { get: fail('no message') }),
    odd: {
      toJSON: () => {
        throw { toString: fail('again') };
      },
    },
    revoked: revoked.proxy,
  };
  const threw = (why: string) => `[threw Error: ${why}]`;
  const { revoked: revokedText, ...rest } = parsed(value);
  expect(rest).toEqual({
    getter: { fine: 1, x: threw('in getter') },
    item: [threw('in item'), 0],
    given: threw('in toJSON'),
    keys: threw('no keys'),
    prototype: threw('no prototype'),
    get: threw('no get'),
    message: { name: 'Error', message: threw('no message') },
    odd: '[threw]',
  });
  expect(revokedText).toMatch(/^\[threw TypeError: /);
  expect(parsed(value.keys)).toBe(threw('no keys'));
});
