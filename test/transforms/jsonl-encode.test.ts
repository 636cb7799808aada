import { EncodeError, encodeJsonLine, JsonlEncode, type JsonlOptions, toTransformer } from 'millrace';
import { expect, test } from 'vitest';

test('encodeJsonLine refuses what has no JSON form, with a typed error, or skips it', () => {
  const told: unknown[] = [];
  for (const value of [undefined, () => 1, Symbol('s'), { toJSON: () => undefined }, { toJSON: () => () => 1 }]) {
    expect(() => encodeJsonLine(value)).toThrow(EncodeError);
    expect(encodeJsonLine(value, { onError: 'skip' })).toBe('');
    const onError = (error: EncodeError, what: unknown) => told.push(error.name, what === value);
    expect(encodeJsonLine(value, { onError })).toBe('');
  }
  expect(told).toEqual(Array(5).fill(['EncodeError', true]).flat());
});

test('encodeJsonLine omits keys of the record itself, and not the same keys further inside', () => {
  const record = { raw: 1, kept: { raw: 2 }, list: [{ raw: 3 }] };
  expect(JSON.parse(encodeJsonLine(record, { omit: ['raw', 'absent'] }))).toEqual({
    kept: { raw: 2 },
    list: [{ raw: 3 }],
  });
  expect(encodeJsonLine({ raw: 1 }, { omit: ['raw'] })).toBe('{}\n');
});

test('encodeJsonLine and JsonlEncode refuse options of the wrong kind or value', () => {
  const wrong: [unknown, typeof TypeError | typeof RangeError][] = [
    [{ sortKeys: 1 }, TypeError],
    [{ ascii: 'yes' }, TypeError],
    [{ omit: 'key' }, TypeError],
    [{ omit: [1] }, TypeError],
    [{ bigint: 'exact' }, RangeError],
    [{ bytes: 'hex' }, RangeError],
    [{ onError: 'ignore' }, RangeError],
    [{ onError: null }, TypeError],
    [null, TypeError],
  ];
  for (const [options, kind] of wrong) {
    expect(() => encodeJsonLine(1, options as JsonlOptions)).toThrow(kind);
    expect(() => new JsonlEncode(options as JsonlOptions)).toThrow(kind);
  }
});

test('JsonlEncode gives a line for each value, and goes on after one that it refused', () => {
  const encode = new JsonlEncode({ ascii: true });
  expect(encode.push({ b: 'é', a: 1 })).toEqual(['{"a":1,"b":"\\u00e9"}\n']);
  expect(() => encode.push(undefined)).toThrow(EncodeError);
  expect(encode.push(null)).toEqual(['null\n']);
  expect(encode.flush()).toEqual([]);
  expect(encode.skippedRecords).toBe(0);
});

test('JsonlEncode counts what it skips, and passes on what the hook throws', () => {
  const skipping = new JsonlEncode({ onError: 'skip' });
  expect([undefined, 1, Symbol('s')].flatMap((value) => skipping.push(value))).toEqual(['1\n']);
  expect(skipping.skippedRecords).toBe(2);
  const boom = new Error('hook');
  const telling = new JsonlEncode({
    onError: () => {
      throw boom;
    },
  });
  expect(() => telling.push(undefined)).toThrow(boom);
});

test('JsonlEncode errors its stream with the typed error', async () => {
  const encode = new JsonlEncode();
  const { writable, readable } = new TransformStream(toTransformer(encode));
  const [writer, reader] = [writable.getWriter(), readable.getReader()];
  const results = await Promise.allSettled([writer.write(undefined), reader.read(), writer.closed, reader.closed]);
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { name: 'EncodeError' } });
});
