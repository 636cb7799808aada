import { expect, test } from 'vitest';
import { Collector, collect, Omission } from '../../src/index.js';
import { utf8 } from '../helpers/bytes.js';
import { everySplit } from '../helpers/cuts.js';

/** Not every platform has all encodings: one that it lacks is refused. */
function isRefused(encoding: string): boolean {
  try {
    new TextDecoder(encoding);
    return false;
  } catch {
    expect(() => new Collector(undefined, { encoding })).toThrow(RangeError);
    return true;
  }
}

const UTF16 = Uint8Array.of(0xff, 0xfe, 0x60, 0x4f, 0x3d, 0xd8, 0x11, 0xdd, 0x0a, 0x00);

test('collect decodes by a label of the platform, wherever a chunk is cut', async () => {
  for (const chunks of everySplit(UTF16)) {
    const { text, totalBytes } = await collect(chunks, { encoding: 'UTF-16LE' });
    expect([text, totalBytes]).toEqual(['\ufeff你\ud83d\udd11\n', 11]);
  }
  if (isRefused('gbk')) return;
  for (const chunks of everySplit(Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3))) {
    expect((await collect({ a: chunks }, { encoding: 'gbk' })).sources?.a?.text).toBe('你好');
  }
});

test('collect gives its hook the chunk, and its spill the decoded text', async () => {
  const seen: unknown[] = [];
  const spilled: number[] = [];
  const onChunk = (chunk: unknown) => void seen.push(chunk);
  const spill = { write: (chunk: Uint8Array) => void spilled.push(...chunk) };
  await collect([Uint8Array.of(0xe9), 'é'], { encoding: 'latin1', onChunk, spill });
  expect(seen).toEqual([Uint8Array.of(0xe9), 'é']);
  expect(spilled).toEqual([...utf8('éé')]);
});

test('collect ends what is begun in another encoding with the source, and at an Omission', async () => {
  if (isRefused('gbk')) return;
  const gap = new Omission({ bytes: 1, lines: 0, scalars: 1 });
  const { text } = await collect([Uint8Array.of(0xc4), gap, Uint8Array.of(0xe3, 0xba, 0xc4)], {
    encoding: 'gbk',
    truncate: { heading: false },
  });
  expect(text).toBe('\ufffd…1 bytes truncated…愫\ufffd');
});

test('Collector carries what is begun in another encoding from window to window', async () => {
  if (isRefused('gbk')) return;
  const collector = new Collector(undefined, { encoding: 'gbk' });
  collector.write(Uint8Array.of(0xc4));
  expect((await collector.collect({ yieldTimeMs: 0 })).text).toBe('');
  collector.write(Uint8Array.of(0xe3));
  expect((await collector.collect({ yieldTimeMs: 0 })).text).toBe('你');
});

test('collect refuses a label that the platform does not know, before it touches the source', async () => {
  const source = new ReadableStream();
  await expect(collect(source, { encoding: 'cp850' })).rejects.toThrow(
    'Cannot collect: encoding must be one that the platform decodes, got "cp850"',
  );
  await expect(collect(source, { encoding: 'cp850' })).rejects.toBeInstanceOf(RangeError);
  await expect(collect(source, { encoding: 8 as never })).rejects.toThrow(TypeError);
  expect(source.locked).toBe(false);
});

test('collect tells whether a source began as binary data does', async () => {
  const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0]);
  const { binary, sources } = await collect({ a: [elf], b: ['text\0'] }, {});
  expect([binary, sources?.a?.binary, sources?.b?.binary]).toEqual([true, true, false]);
  const collector = new Collector();
  collector.write(elf);
  await collector.collect({ yieldTimeMs: 0 });
  collector.write('text');
  expect((await collector.collect({ yieldTimeMs: 0 })).binary).toBe(true);
});
