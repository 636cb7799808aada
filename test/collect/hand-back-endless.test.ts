import { expect, test } from 'vitest';
import { collect } from '../../src/index.js';
import { polyfilled, streamOf } from './helpers/sources.js';
import { reasonOf, strayRejections } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

test('collect leaves what it has not read, in a stream that always has more', async () => {
  for (const make of [streamOf, (chunks: Iterable<string>) => streamOf(chunks, polyfilled)]) {
    const stream = make(counting());
    for (let next = 0, round = 0; round < 6; round++) {
      const { text, endedBy } = await collect(stream, { yieldTimeMs: round % 3 });
      expect(endedBy).toBe('window');
      next = expectNumbers(text, next);
    }
  }
});

test('collect leaves what it has not read, in an iterator that always has more', async () => {
  async function* generated() {
    yield* counting();
  }
  for (const source of [generated(), counting()]) {
    for (let next = 0, round = 0; round < 6; round++) {
      next = expectNumbers((await collect(source, { yieldTimeMs: round % 3 })).text, next);
    }
  }
});

function* counting() {
  for (let n = 0; ; n++) yield `${n}\n`;
}

/** Checks that a text counts on from `next`; gives the number that comes then. */
function expectNumbers(text: string, next: number): number {
  const numbers = text.split('\n').slice(0, -1).map(Number);
  expect(numbers).toEqual(numbers.map((_, index) => next + index));
  return next + numbers.length;
}

test('collect keeps the pending read of an iterator for the next collect of it', async () => {
  const clock = new VirtualClock();
  async function* slow() {
    yield 'one ';
    await clock.when(100, 0);
    yield 'two ';
    await clock.when(150, 0);
    throw error;
  }
  const error = new Error('late');
  const source = slow();
  expect(await clock.run(collect(source, { clock, yieldTimeMs: 50 }))).toMatchObject({
    text: 'one ',
    endedBy: 'window',
  });
  await clock.moveTo(120);
  expect(await clock.run(collect(source, { clock, yieldTimeMs: 10 }))).toMatchObject({ text: 'two ', closed: false });
  await clock.moveTo(200);
  expect(await strayRejections()).toEqual([]);
  expect(await reasonOf(clock.run(collect(source, { clock })))).toBe(error);
});
