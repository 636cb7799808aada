import { expect, test, vi } from 'vitest';
import { Collector } from '../../src/index.js';
import { concat, decode, fed, readAll, utf8 } from './helpers/sources.js';
import { reasonOf, settle, strayRejections } from './helpers/turns.js';

test('Collector.detach gives what came before an error, then the error; the other sources are given back', async () => {
  const error = Object.freeze(new Error('source'));
  const [failing, other] = [fed(), fed()];
  const collector = new Collector({ failing: failing.stream, other: other.stream });
  failing.give('half of a line');
  other.give(utf8('€').subarray(0, 1));
  await settle();
  const rest = collector.detach().getReader();
  failing.fail(error);
  await settle();
  let given = new Uint8Array();
  const read = async (): Promise<never> => {
    for (;;) given = concat([given, (await rest.read()).value!]);
  };
  expect(await reasonOf(read())).toBe(error);
  expect(given).toEqual(concat([utf8('half of a line\n'), utf8('€').subarray(0, 1)]));
  expect([other.stream.locked, other.cancels]).toEqual([false, []]);
  expect(await strayRejections()).toEqual([]);
});

test('Collector.detach tells of an error though another source always has more', async () => {
  const error = new Error('source');
  const failing = fed();
  const endless = (function* () {
    for (;;) yield 'x\n';
  })();
  const rest = new Collector({ failing: failing.stream, endless }).detach().getReader();
  for (let n = 0; n < 5; n++) await rest.read();
  failing.fail(error);
  await settle();
  const read = async () => {
    for (let n = 0; n < 10; n++) await rest.read();
  };
  expect(await reasonOf(read())).toBe(error);
});

test('Collector.detach after the end gives what is left, or the error that nobody was told of', async () => {
  const collector = new Collector(['one', 'two']);
  await settle();
  expect(decode(await readAll(collector.detach()))).toBe('onetwo');
  const error = new Error('late');
  const failed = new Collector();
  failed.write('kept');
  failed.fail(error);
  const reader = failed.detach().getReader();
  expect(decode((await reader.read()).value!)).toBe('kept');
  expect(await reasonOf(reader.read())).toBe(error);
});

test('Collector.detach without a ReadableStream says what is missing, and the collecting goes on', async () => {
  const collector = new Collector(['text']);
  vi.stubGlobal('ReadableStream', undefined);
  expect(() => collector.detach()).toThrow('Cannot detach: this runtime has no ReadableStream');
  vi.unstubAllGlobals();
  expect(await collector.collect()).toMatchObject({ text: 'text', closed: true });
});
