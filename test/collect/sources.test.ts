import { expect, test } from 'vitest';
import { Collector, collect, Omission, type Source } from '../../src/index.js';
import { fed, ofOlderEngine, polyfilled, streamOf, utf8, withoutIteration } from './helpers/sources.js';
import { reasonOf, strayRejections } from './helpers/turns.js';

const TEXT = 'first ☃ line\nsecond 🚀 line\nno end';
const BYTES = utf8(TEXT);
/** Cut so that a scalar value is in two chunks. */
const CHUNKS = [BYTES.slice(0, 7), BYTES.slice(7, 8), BYTES.slice(8, 26), BYTES.slice(26)];

async function* generated(chunks: Iterable<unknown>) {
  yield* chunks;
}

function hasByteStreams(): boolean {
  try {
    return byteStream() instanceof ReadableStream;
  } catch {
    return false;
  }
}

function byteStream() {
  const source = fed(ReadableStream, 'bytes');
  for (const chunk of CHUNKS) source.give(chunk.slice());
  source.end();
  return source.stream;
}

const iterator = (chunks: readonly unknown[]) => {
  let at = 0;
  return { next: () => (at < chunks.length ? { value: chunks[at++] } : { done: true, value: undefined }) };
};

const sources: Record<string, () => Source> = {
  'a ReadableStream': () => streamOf(CHUNKS),
  'a polyfilled ReadableStream': () => streamOf(CHUNKS, polyfilled),
  ...(hasByteStreams() && { 'a byte stream': byteStream }),
  'a stream that cannot be iterated': () => withoutIteration(streamOf(CHUNKS)),
  'a stream of an older engine': () => ofOlderEngine(streamOf(CHUNKS)),
  'a stream of strings': () => streamOf([TEXT.slice(0, 9), '', TEXT.slice(9)]),
  'a stream of strings cut inside a surrogate pair': () => streamOf(TEXT.split('')),
  'an async generator': () => generated(CHUNKS),
  'an AsyncIterable': () => ({ [Symbol.asyncIterator]: () => iterator(CHUNKS) }) as unknown as AsyncIterable<unknown>,
  'an array': () => CHUNKS,
  'a Set of strings and bytes': () => new Set<unknown>([TEXT.slice(0, 9), BYTES.slice(11)]),
  'a generator': () => CHUNKS.values(),
  'an Iterable whose iterator has only next': () =>
    ({ [Symbol.iterator]: () => iterator(CHUNKS) }) as Iterable<unknown>,
  'a Response': () => new Response(BYTES.slice()),
  'a Blob': () => new Blob([BYTES.slice(0, 7), BYTES.slice(7)]),
  'a Uint8Array': () => BYTES,
  ...('Buffer' in globalThis && { 'a Buffer': () => Buffer.from(BYTES) }),
  'a string': () => TEXT,
  'a record with one label': () => ({ stdout: streamOf(CHUNKS) }),
};

for (const [name, make] of Object.entries(sources)) {
  test(`collect takes ${name} to its end`, async () => {
    const { text, closed, endedBy, totalBytes, omittedBytes, pendingBytes, totalLines } = await collect(make());
    expect({ text, closed, endedBy }).toEqual({ text: TEXT, closed: true, endedBy: 'end' });
    expect({ totalBytes, omittedBytes, pendingBytes }).toEqual({
      totalBytes: BYTES.length,
      omittedBytes: 0,
      pendingBytes: 0,
    });
    expect(totalLines).toBe(3);
    expect(await strayRejections()).toEqual([]);
  });

  test(`Collector gives ${name} window by window`, async () => {
    let text = '';
    for await (const window of new Collector(make())) text += window.text;
    expect(text).toBe(TEXT);
  });
}

test('collect gives nothing for a source that is empty', async () => {
  for (const source of ['', new Uint8Array(), [], new Response(null), new Blob([]), streamOf([]), generated([])]) {
    const { text, closed, totalBytes, totalLines } = await collect(source);
    expect({ text, closed, totalBytes, totalLines }).toEqual({ text: '', closed: true, totalBytes: 0, totalLines: 0 });
  }
});

test('collect cuts at an Omission among the chunks, and counts it', async () => {
  const omission = new Omission({ bytes: 70, lines: 2, scalars: 70 });
  const { text, totalBytes, omittedBytes, totalLines } = await collect(['a\n', omission, 'b\n'], {
    truncate: { heading: false },
  });
  expect(text).toBe('a\n…70 bytes truncated…b\n');
  expect({ totalBytes, omittedBytes, totalLines }).toEqual({ totalBytes: 74, omittedBytes: 70, totalLines: 4 });
});

test('collect keeps copies: a producer may use one buffer for every chunk', async () => {
  const buffer = new Uint8Array(4);
  async function* reusing() {
    for (const word of ['one ', 'two ', 'six ']) {
      buffer.set(utf8(word));
      yield buffer;
      buffer.fill(0x23);
    }
  }
  expect((await collect(reusing())).text).toBe('one two six ');
  const collector = new Collector();
  buffer.set(utf8('four'));
  collector.write(buffer);
  buffer.fill(0x23);
  expect((await collector.collect({ yieldTimeMs: 0 })).text).toBe('four');
});

test('collect and Collector refuse what is no source, and touch nothing', async () => {
  const stream = fed();
  const bad: unknown[] = [null, 5, true, {}, Symbol('s'), () => {}, new Date(), new ArrayBuffer(4)];
  for (const source of [...bad, { a: stream.stream, b: 5 }, { a: stream.stream, b: { c: 'nested' } }]) {
    expect(await reasonOf(collect(source as Source))).toBeInstanceOf(TypeError);
    expect(() => new Collector(source as Source)).toThrow(TypeError);
  }
  expect(await reasonOf(collect(undefined as unknown as Source))).toBeInstanceOf(TypeError);
  expect([stream.stream.locked, stream.pulls]).toEqual([false, 0]);
});

test('collect refuses a source that is in use, and unlocks the others', async () => {
  const [free, locked] = [fed(), fed()];
  locked.stream.getReader();
  const response = new Response('read before');
  await response.text();
  expect(await reasonOf(collect(locked.stream))).toBeInstanceOf(TypeError);
  expect(await reasonOf(collect(response))).toBeInstanceOf(TypeError);
  expect(await reasonOf(collect({ free: free.stream, locked: locked.stream }))).toBeInstanceOf(TypeError);
  expect(await reasonOf(collect({ free: free.stream, again: free.stream }))).toBeInstanceOf(TypeError);
  expect([free.stream.locked, free.cancels, locked.cancels]).toEqual([false, [], []]);
  expect(await strayRejections()).toEqual([]);
});

test('collect rejects with the error of its source itself, once', async () => {
  const error = Object.freeze(new Error('source'));
  const failing = fed();
  failing.give(utf8('part'));
  failing.fail(error);
  async function* throwing() {
    yield 'part';
    throw error;
  }
  const atOnce = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
  for (const source of [failing.stream, throwing(), atOnce, { out: throwing(), err: 'fine' }] as Source[]) {
    expect(await reasonOf(collect(source))).toBe(error);
  }
  expect(await strayRejections()).toEqual([]);
});
