import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTailBuffer, type HeadTailBufferOptions, Omission, Utf8CarryTransform } from '../../src/index.js';
import { bufferOptions, mixedParts, omission, roughBytes, roughInput, roughText } from '../helpers/arbitraries.js';
import { concat, decode, heldBack, mixedText, utf8 } from '../helpers/bytes.js';
import { cut, everySplit, pieceSizes } from '../helpers/cuts.js';
import { pushAll, run, runBytes } from '../helpers/run.js';

const isGap = (part: unknown) => part instanceof Omission;
const bytesIn = (parts: readonly (Uint8Array | Omission)[]) =>
  concat(...parts.filter((part) => part instanceof Uint8Array));

/** What is kept of all that came, told from the whole at once. A gap ends the head, and begins the tail anew. */
function model(parts: readonly (Uint8Array | Omission)[], options: HeadTailBufferOptions) {
  const [headBytes, tailBytes] =
    'maxBytes' in options
      ? [Math.floor(options.maxBytes / 2), Math.ceil(options.maxBytes / 2)]
      : [options.headBytes, options.tailBytes];
  const hasBytes = (part: Uint8Array | Omission) => part instanceof Omission && part.bytes > 0;
  const [first, last] = [parts.findIndex(hasBytes), parts.findLastIndex(hasBytes)];
  const before = bytesIn(parts.slice(0, first < 0 ? undefined : first));
  let head = before.slice(0, headBytes);
  const behind = last < 0 ? before.slice(head.length) : bytesIn(parts.slice(last));
  let tail = behind.slice(Math.max(0, behind.length - tailBytes));
  const total = parts.reduce<number>((sum, part) => sum + (part instanceof Omission ? part.bytes : part.length), 0);
  if (options.align === 'scalar' && total > head.length + tail.length) {
    head = head.slice(0, head.length - heldBack(head));
    for (let trimmed = 0; trimmed < 3 && tail.length > 0 && (tail[0]! & 0xc0) === 0x80; trimmed++) tail = tail.slice(1);
  }
  return { head, tail, omittedBytes: total - head.length - tail.length, totalBytes: total };
}

test('HeadTailBuffer keeps and counts what a naive model keeps, at every moment', () => {
  const parts = fc.array(fc.oneof(roughBytes, roughBytes, omission), { maxLength: 6 });
  fc.assert(
    fc.property(parts, pieceSizes, bufferOptions, (input, sizes, options) => {
      const buffer = new HeadTailBuffer(options);
      const came: (Uint8Array | Omission)[] = [];
      for (const chunk of input.flatMap<Uint8Array | Omission>((part) =>
        part instanceof Omission ? [part] : cut<Uint8Array>(part, sizes),
      )) {
        pushAll(buffer, [chunk]);
        came.push(chunk);
        const expected = model(came, options);
        expect(buffer.snapshot()).toEqual(expected);
        expect(buffer.toBytes()).toEqual(concat(expected.head, expected.tail));
        expect(buffer.totalBytes).toBe(expected.totalBytes);
        expect(buffer.omittedBytes).toBe(expected.omittedBytes);
        expect(buffer.retainedBytes).toBe(expected.head.length + expected.tail.length);
      }
    }),
  );
});

test('HeadTailBuffer takes a string as its UTF-8', () => {
  fc.assert(
    fc.property(roughText, pieceSizes, bufferOptions, (text, sizes, options) => {
      const buffers = [new HeadTailBuffer(options), new HeadTailBuffer(options)] as const;
      const given = [runBytes(buffers[0], cut(text, sizes)), runBytes(buffers[1], [utf8(text)])];
      expect(given[0]).toEqual(given[1]);
      expect(buffers[0].snapshot()).toEqual(buffers[1].snapshot());
    }),
  );
});

test('HeadTailBuffer takes strings and bytes in turn, each behind what the other left', () => {
  fc.assert(
    fc.property(mixedParts, (parts) => {
      expect(decode(Uint8Array.from(runBytes(new HeadTailBuffer({ maxBytes: 1e6 }), parts)))).toBe(mixedText(parts));
    }),
  );
});

test('HeadTailBuffer counts half of a pair as pending until the other half, or something else, comes', () => {
  const buffer = new HeadTailBuffer({ maxBytes: 9 });
  const counts = () => [buffer.totalBytes, buffer.retainedBytes, buffer.pendingBytes];
  buffer.push('a\ud83d');
  expect(counts()).toEqual([4, 1, 3]);
  buffer.push('\ude00');
  expect(counts()).toEqual([5, 5, 0]);
});

test('HeadTailBuffer omits nothing while all fits, wherever the border falls', () => {
  const text = utf8('a€€😀');
  for (let head = 0; head <= text.length; head++) {
    const buffer = new HeadTailBuffer({ headBytes: head, tailBytes: text.length - head });
    expect(runBytes(buffer, [text])).toEqual([...text]);
    expect([buffer.omittedBytes, buffer.retainedBytes]).toEqual([0, text.length]);
  }
});

test('HeadTailBuffer gives the head at once, and marker and tail at the end', () => {
  const buffer = new HeadTailBuffer({ headBytes: 3, tailBytes: 2 });
  const texts = (pieces: readonly (Uint8Array | Omission)[]) => pieces.map((piece) => decode(piece as Uint8Array));
  expect(texts(buffer.push('ab'))).toEqual(['ab']);
  expect(texts(buffer.push('cdefg'))).toEqual(['c']);
  expect(texts(buffer.push('hi'))).toEqual([]);
  expect(texts(buffer.flush())).toEqual(['\n... 4 bytes omitted ...\n', 'hi']);
  expect(decode(buffer.toBytesWithMarker())).toBe('abc\n... 4 bytes omitted ...\nhi');
});

test('HeadTailBuffer tells a marker, and a chunk, what was left out', () => {
  fc.assert(
    fc.property(roughInput, pieceSizes, bufferOptions, (input, sizes, options) => {
      const told: Omission[] = [];
      const asked = new HeadTailBuffer({ ...options, marker: (gap) => `<${told.push(gap)}>` });
      const chunks = cut<Uint8Array | string>(input, sizes);
      run(asked, chunks);
      const gaps = run(new HeadTailBuffer({ ...options, marker: 'chunk' }), chunks).filter(isGap);
      expect(gaps).toEqual(told);

      const whole = typeof input === 'string' ? utf8(input) : input;
      const kept = asked.toBytes();
      const lines = (bytes: Uint8Array) => bytes.filter((byte) => byte === 0x0a).length;
      const starts = (bytes: Uint8Array) => bytes.filter((byte) => (byte & 0xc0) !== 0x80).length;
      const expected = {
        bytes: whole.length - kept.length,
        lines: lines(whole) - lines(kept),
        scalars: starts(whole) - starts(kept),
      };
      expect(told).toEqual(expected.bytes > 0 ? [new Omission(expected)] : []);
    }),
  );
});

test('HeadTailBuffer at every split: the same bytes and the same count', () => {
  for (const chunks of everySplit(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))) {
    const buffer = new HeadTailBuffer({ headBytes: 2, tailBytes: 3, marker: false });
    expect(runBytes(buffer, chunks)).toEqual([1, 2, 7, 8, 9]);
    expect(buffer.omittedBytes).toBe(4);
  }
});

test('HeadTailBuffer gives copies: nothing that it gave changes later', () => {
  const buffer = new HeadTailBuffer({ headBytes: 2, tailBytes: 2, marker: false });
  const [given] = buffer.push(Uint8Array.of(1, 2, 3, 4));
  const { head, tail } = buffer.snapshot();
  buffer.push(Uint8Array.of(5, 6));
  head.fill(0);
  expect([[...(given as Uint8Array)], [...tail], [...buffer.toBytes()]]).toEqual([
    [1, 2],
    [3, 4],
    [1, 2, 5, 6],
  ]);
});

test('HeadTailBuffer names the option that it cannot take', () => {
  const prefix = 'Cannot create HeadTailBuffer: ';
  const wrong: [unknown, TypeError | RangeError][] = [
    [undefined, new TypeError(`${prefix}headBytes must be a number, got undefined`)],
    [null, new TypeError(`${prefix}options must be an object, got null`)],
    [{ headBytes: 1 }, new TypeError(`${prefix}tailBytes must be a number, got undefined`)],
    [{ headBytes: Number.NaN, tailBytes: 0 }, new RangeError(`${prefix}headBytes must be an integer >= 0, got NaN`)],
    [{ headBytes: 0, tailBytes: -1 }, new RangeError(`${prefix}tailBytes must be an integer >= 0, got -1`)],
    [{ maxBytes: '8' }, new TypeError(`${prefix}maxBytes must be a number, got "8"`)],
    [{ maxBytes: 1.5 }, new RangeError(`${prefix}maxBytes must be an integer >= 0, got 1.5`)],
    [
      { maxBytes: 1, headBytes: 1 },
      new TypeError(`${prefix}maxBytes stands for headBytes and tailBytes; give one or the other`),
    ],
    [
      { maxBytes: 1, align: 'word' },
      new RangeError(`${prefix}align must be 'scalar' or 'sequence' or 'byte', got "word"`),
    ],
    [{ maxBytes: 1, align: 4 }, new TypeError(`${prefix}align must be 'scalar' or 'sequence' or 'byte', got 4`)],
    [{ maxBytes: 1, marker: true }, new TypeError(`${prefix}marker must be false, 'chunk' or a function, got true`)],
  ];
  for (const [options, error] of wrong) expect(() => new HeadTailBuffer(options as never)).toThrow(error);
});

test('HeadTailBuffer and Utf8CarryTransform give bytes that a Blob takes, by their type as well', async () => {
  const buffer = new HeadTailBuffer({ maxBytes: 3 });
  buffer.push(utf8('0123456789'));
  const { head, tail } = buffer.drain();
  const carried = new Utf8CarryTransform().push(utf8('c'));
  expect(await new Blob([head, buffer.toBytes(), tail, buffer.toBytesWithMarker(), ...carried]).text()).toBe('089c');
});

test('HeadTailBuffer refuses a marker that is no text, and keeps what it holds', () => {
  for (const wrong of [undefined, null, 5, Promise.resolve('x')]) {
    const buffer = new HeadTailBuffer({ maxBytes: 2, marker: () => wrong as never });
    buffer.push('abcd');
    expect(() => buffer.toBytesWithMarker()).toThrow('The marker of a HeadTailBuffer must be a string, got ');
    expect(() => buffer.drainChunks()).toThrow(TypeError);
    expect(buffer.omittedBytes).toBe(2);
  }
});
