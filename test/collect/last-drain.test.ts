import { expect, test } from 'vitest';
import { Collector, collect } from '../../src/index.js';

const WINDOWS = 50;
/** Of one byte each: 64 chunks, and those that are read while the end of a window makes its way to its caller. */
const MOST_BYTES = 96;
/** On the whole, once the source is known to have more each time. */
const MOST_BYTES_AGAIN = 40;

/** A stream that has its next chunk, of one byte, as soon as it is asked. */
function alwaysReady() {
  let given = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(Uint8Array.of(0x61 + (given++ % 26)));
    },
  });
  return { stream, given: () => given };
}

test('Collector ends a window over a source that always has more after a few chunks, and loses none', async () => {
  const { stream, given } = alwaysReady();
  const collector = new Collector(stream);
  let text = '';
  for (let i = 0; i < WINDOWS; i++) {
    const window = await collector.collect({ yieldTimeMs: 0 });
    expect(window.endedBy).toBe('window');
    expect(window.totalBytes).toBeLessThanOrEqual(MOST_BYTES);
    text += window.text;
  }
  expect(text.length).toBeLessThanOrEqual(MOST_BYTES + WINDOWS * MOST_BYTES_AGAIN);
  expect(text.length).toBeGreaterThan(WINDOWS);
  expect(text).toBe(Array.from({ length: text.length }, (_, i) => String.fromCharCode(0x61 + (i % 26))).join(''));
  expect(given()).toBeLessThanOrEqual(text.length + MOST_BYTES);
  await collector.detach().cancel();
});

test('Collector lets what came by the end in again, once a source has had no more', async () => {
  const chunks = Array.from({ length: 300 }, () => 'x');
  let give: (text: string) => void = () => {};
  const stream = new ReadableStream<string>({
    start(controller) {
      give = (text) => controller.enqueue(text);
      for (const chunk of chunks) give(chunk);
    },
  });
  const collector = new Collector(stream);
  let bytes = 0;
  while (bytes < chunks.length) bytes += (await collector.collect({ yieldTimeMs: 0 })).totalBytes;
  expect((await collector.collect({ yieldTimeMs: 0 })).totalBytes).toBe(0);
  for (let i = 0; i < 50; i++) give('y');
  expect((await collector.collect({ yieldTimeMs: 0 })).totalBytes).toBe(50);
  await collector.detach().cancel();
});

test('collect gives a source that always has more back at once, with the next chunk in it', async () => {
  const { stream } = alwaysReady();
  const { text, endedBy } = await collect(stream, { deadlineMs: 0 });
  expect(endedBy).toBe('deadline');
  expect(text.length).toBeLessThanOrEqual(MOST_BYTES);
  const reader = stream.getReader();
  const { value } = await reader.read();
  expect(value).toEqual(Uint8Array.of(0x61 + (text.length % 26)));
  await reader.cancel();
});
