import { expect, test } from 'vitest';
import { Collector, collect } from '../../src/index.js';
import { settle } from '../helpers/turns.js';

const WINDOWS = 50;
/** Of one byte each: 64 chunks, and those that are read while the end of a window makes its way to its caller. */
const MOST_BYTES = 96;

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
  let most = 0;
  for (let i = 0; i < WINDOWS; i++) {
    const window = await collector.collect({ yieldTimeMs: 0 });
    expect(window.endedBy).toBe('window');
    most = Math.max(most, window.totalBytes);
    text += window.text;
  }
  expect(most).toBeLessThanOrEqual(MOST_BYTES);
  expect(text.length).toBeGreaterThan(WINDOWS);
  expect(text).toBe(Array.from({ length: text.length }, (_, i) => String.fromCharCode(0x61 + (i % 26))).join(''));
  expect(given()).toBeLessThanOrEqual(text.length + MOST_BYTES);
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

test('collect has what came in the turn behind an exit, as platforms tell of an exit before they look at pipes', async () => {
  const exited = Promise.resolve(7);
  async function* pipe() {
    await exited;
    await settle(2);
    yield 'last words';
  }
  const result = await collect(pipe(), { exited, graceMs: 0 });
  expect(result).toMatchObject({ text: 'last words', endedBy: 'exit', closed: true, exit: 7 });
});
