import fc from 'fast-check';
import { compose, encodeJsonLine, HeadTailBuffer, JsonlDecode, Omission } from 'millrace';
import { expect, test } from 'vitest';

const utf8 = (text: string) => new TextEncoder().encode(text);
const byteLength = (text: string) => utf8(text).length;

type Chunk = Uint8Array | string | Omission;

/** Whole, in two at every place, and unit by unit with empty chunks between. */
function* everySplit<T extends Uint8Array | string>(whole: T): Generator<T[]> {
  const part = (start: number, end?: number) => whole.slice(start, end) as T;
  for (let at = 0; at <= whole.length; at++) yield [part(0, at), part(at)];
  yield Array.from({ length: whole.length }, (_, at) => [part(at, at + 1), part(0, 0)]).flat();
}

/** All that shows of a run with a hook. Each chunk is overwritten as soon as it is taken. */
function outcome(chunks: Iterable<Chunk>, options: { maxLineBytes?: number } = {}) {
  const invalid: { lineNumber: number; omittedBytes: number; line: string; message: string }[] = [];
  const decode = new JsonlDecode({
    ...options,
    onInvalid: ({ lineNumber, omittedBytes, message }, line) =>
      invalid.push({ lineNumber, omittedBytes, line, message }),
  });
  const values: unknown[] = [];
  for (const chunk of chunks) {
    const lent = chunk instanceof Uint8Array ? chunk.slice() : chunk;
    values.push(...decode.push(lent));
    if (lent instanceof Uint8Array) lent.fill(0x22);
  }
  values.push(...decode.flush());
  return { values, invalid, omittedBytes: decode.omittedBytes, invalidLines: decode.invalidLines };
}

const MIXED = '{"a":"é😀"}\r\n\n \t\r\nnone\n[1,\n"\u2028"\n7\r\n{"long":"0123456789"}\n"\ufeff"\ntail';

test('JsonlDecode gives and counts the same at every split of bytes and of strings', () => {
  const bytes = Uint8Array.from([...utf8(MIXED), 0x0a, 0xe2, 0x82, 0x0a, 0x22, 0xf0, 0x9f, 0x22]);
  const [ofBytes, ofText] = [outcome([bytes], { maxLineBytes: 18 }), outcome([MIXED], { maxLineBytes: 18 })];
  expect(ofText.values).toEqual([{ a: 'é😀' }, '\u2028', 7, '\ufeff']);
  expect(ofBytes.values).toEqual([...ofText.values, '\ufffd']);
  expect(ofText.invalid).toMatchObject([
    { lineNumber: 4, omittedBytes: 4, line: 'none', message: 'Cannot decode line 4: it is no JSON' },
    { lineNumber: 5, omittedBytes: 3, line: '[1,', message: 'Cannot decode line 5: it is no JSON' },
    { lineNumber: 8, omittedBytes: 21, line: '', message: 'Cannot decode line 8: it has more than 18 bytes' },
    { lineNumber: 10, omittedBytes: 4, line: 'tail', message: 'Cannot decode line 10: it is no JSON' },
  ]);
  for (const chunks of everySplit(bytes)) expect(outcome(chunks, { maxLineBytes: 18 })).toEqual(ofBytes);
  for (const chunks of everySplit(MIXED)) expect(outcome(chunks, { maxLineBytes: 18 })).toEqual(ofText);
});

const lineText = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }).map((value) => encodeJsonLine(value).slice(0, -1)),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\n', '')),
  fc.constantFrom('', ' ', '{"a":', 'nul', '\ufeff1', '"\\ud800"'),
);

test('JsonlDecode gives each line that is JSON and reports each other one, however it is cut', () => {
  const sizes = fc.array(fc.nat(9), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(lineText, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), sizes, (lines, end, turns) => {
      const whole = utf8(lines.map((line) => line + end).join(''));
      const chunks: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < whole.length; turn++) {
        const next = turn > 100 ? whole.length : at + turns[turn % turns.length]!;
        chunks.push(whole.slice(at, next));
        at = next;
      }
      const values: unknown[] = [];
      const invalid: string[] = [];
      for (const [index, line] of lines.entries()) {
        const text = index === 0 ? line.replace(/^\ufeff/, '') : line;
        try {
          values.push(JSON.parse(text));
        } catch {
          if (!/^[ \t\r]*$/.test(text)) invalid.push(line + end.slice(0, -1));
        }
      }
      const got = outcome(chunks);
      expect(got.values).toEqual(values);
      expect(got.invalid.map(({ line }) => line)).toEqual(invalid);
      expect(got.omittedBytes).toBe(byteLength(invalid.join('')));
      expect(got.invalidLines).toBe(invalid.length);
    }),
  );
});

test('JsonlDecode gives back what encodeJsonLine was given', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ stringUnit: 'binary' })), (values) => {
      const { values: got, invalid } = outcome([values.map((value) => encodeJsonLine(value)).join('')]);
      expect(got).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))));
      expect(invalid).toEqual([]);
    }),
  );
});

test('JsonlDecode passes over one U+FEFF at the start of the stream, and takes it nowhere else for nothing', () => {
  for (const chunks of everySplit(utf8('\ufeff1\n\ufeff2\n'))) {
    const { values, invalid } = outcome(chunks);
    expect(values).toEqual([1]);
    expect(invalid).toMatchObject([{ lineNumber: 2, omittedBytes: 4, line: '\ufeff2' }]);
  }
  expect(outcome(['\ufeff\ufeff1\n']).values).toEqual([]);
});

test('JsonlDecode takes a line of exactly maxLineBytes, and one byte more for too long', () => {
  const text = '"0123456"\n"01234567"\n"é12345"\n"é123456"\n';
  for (const chunks of everySplit(text)) {
    const { values, invalid, omittedBytes } = outcome(chunks, { maxLineBytes: 9 });
    expect(values).toEqual(['0123456', 'é12345']);
    expect(invalid).toMatchObject([
      { lineNumber: 2, omittedBytes: 10, line: '' },
      { lineNumber: 4, omittedBytes: 10, line: '' },
    ]);
    expect(omittedBytes).toBe(20);
  }
});

test('JsonlDecode takes the line that an Omission stands in for invalid, and counts it with the omission', () => {
  const omission = new Omission({ bytes: 50, lines: 3, scalars: 50 });
  for (const before of everySplit('1\n{"a":')) {
    for (const after of everySplit('2}\n3\n')) {
      const { values, invalid, omittedBytes, invalidLines } = outcome([...before, omission, ...after]);
      expect(values).toEqual([1, 3]);
      expect(invalid).toEqual([
        { lineNumber: 5, omittedBytes: 57, line: '', message: 'Cannot decode line 5: a part of it was left out' },
      ]);
      expect([omittedBytes, invalidLines]).toEqual([57, 1]);
    }
  }
  expect(outcome(['1\n', omission]).invalid).toMatchObject([{ lineNumber: 5, omittedBytes: 50 }]);
  expect(outcome(['"\ud83d', omission, omission, '2\n3']).values).toEqual([3]);
  const nothing = new Omission({ bytes: 0, lines: 0, scalars: 0 });
  expect(outcome(['[1', nothing, ']\n']).values).toEqual([[1]]);
});

test('JsonlDecode behind a HeadTailBuffer counts every byte that gave no value', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `{"n":${i}}\n`);
  const decode = new JsonlDecode<{ n: number }>({ onInvalid: () => {} });
  const pipeline = compose(new HeadTailBuffer({ maxBytes: 101, marker: 'chunk' }), decode);
  const values = [...pipeline.push(utf8(lines.join(''))), ...pipeline.flush()] as { n: number }[];
  const given = values.map(({ n }) => lines[n]!);
  expect(values.length).toBeGreaterThan(5);
  // Only the LF that ends the broken line is neither in a value's line nor omitted.
  expect(byteLength(given.join('')) + decode.omittedBytes + 1).toBe(byteLength(lines.join('')));
});
