import { DecodeError, JsonlDecode, toTransformer } from 'millrace';
import { expect, test } from 'vitest';

/** Values and errors in the order in which pushes and flushes give them, until a flush throws nothing. */
function sequence(chunks: readonly string[], decode = new JsonlDecode()) {
  const seen: unknown[] = [];
  const record = (step: () => readonly unknown[]) => {
    try {
      seen.push(...step());
      return true;
    } catch (error) {
      seen.push(error instanceof DecodeError ? `line ${error.lineNumber}` : error);
      return false;
    }
  };
  for (const chunk of chunks) record(() => decode.push(chunk));
  while (!record(() => decode.flush()));
  return seen;
}

test('JsonlDecode without a hook gives all values before an invalid line, then its error, then the values behind', () => {
  const text = '1\n2\nbad\n3\n4\n5';
  for (let at = 0; at <= text.length; at++) {
    expect(sequence([text.slice(0, at), text.slice(at)])).toEqual([1, 2, 'line 3', 3, 4, 5]);
  }
  expect(sequence([...text])).toEqual([1, 2, 'line 3', 3, 4, 5]);
  expect(sequence(['bad'])).toEqual(['line 1']);
  const decode = new JsonlDecode();
  expect(decode.push('1\nbad\n2\n')).toEqual([1]);
  expect(() => decode.push('3\n')).toThrow(DecodeError);
  expect(decode.push('')).toEqual([2, 3]);
  expect(decode.flush()).toEqual([]);
});

test('JsonlDecode without a hook throws one error for invalid lines that come together, and counts them all', () => {
  const decode = new JsonlDecode();
  expect(sequence(['bad\n1\nworse\n2\n', 'bad\n', '3\n'], decode)).toEqual(['line 1', 1, 2, 'line 5', 3]);
  expect(decode.invalidLines).toBe(3);
  expect(decode.omittedBytes).toBe(11);
});

test('JsonlDecode keeps the error of the parser as the cause', () => {
  let error: unknown;
  try {
    new JsonlDecode().push('{"a":}\n');
  } catch (caught) {
    error = caught;
  }
  expect(error).toMatchObject({ name: 'DecodeError', lineNumber: 1, omittedBytes: 6, cause: { name: 'SyntaxError' } });
});

test('JsonlDecode throws what the hook throws, and goes on behind it', () => {
  const boom = new Error('hook');
  const decode = new JsonlDecode({
    onInvalid: () => {
      throw boom;
    },
  });
  expect(sequence(['1\nbad\n2\n', '3\n'], decode)).toEqual([1, boom, 2, 3]);
});

test('JsonlDecode gives its values to a stream before it errors', async () => {
  const decode = new JsonlDecode<number>();
  const { writable, readable } = new TransformStream(toTransformer(decode));
  const [writer, reader] = [writable.getWriter(), readable.getReader()];
  const written = Promise.allSettled([writer.write('1\n2\nbad\n3\n'), writer.write('4\n')]);
  expect([(await reader.read()).value, (await reader.read()).value]).toEqual([1, 2]);
  await expect(reader.read()).rejects.toMatchObject({ name: 'DecodeError', lineNumber: 3 });
  await Promise.allSettled([written, reader.closed, writer.closed]);
});

test('JsonlDecode refuses options and chunks of the wrong kind', () => {
  expect(() => new JsonlDecode({ maxLineBytes: 0 })).toThrow(RangeError);
  expect(() => new JsonlDecode({ maxLineBytes: '1' as never })).toThrow(TypeError);
  expect(() => new JsonlDecode({ onInvalid: 1 as never })).toThrow(TypeError);
  expect(() => new JsonlDecode(null as never)).toThrow(TypeError);
  expect(() => new JsonlDecode().push({} as never)).toThrow(TypeError);
});
