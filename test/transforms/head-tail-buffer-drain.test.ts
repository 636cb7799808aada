import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTailBuffer, type HeadTailBufferOptions, Omission } from '../../src/index.js';
import { bufferOptions, roughBytes } from '../helpers/arbitraries.js';
import { concat, utf8 } from '../helpers/bytes.js';
import { run } from '../helpers/run.js';

const isGap = (part: unknown) => part instanceof Omission;
const bytesIn = (parts: readonly (Uint8Array | Omission)[]) =>
  concat(...parts.filter((part) => part instanceof Uint8Array));

test('HeadTailBuffer begins anew after a drain: head, stream and counts', () => {
  const buffer = new HeadTailBuffer({ headBytes: 2, tailBytes: 1, marker: 'chunk' });
  const gap = new Omission({ bytes: 9, lines: 1, scalars: 7 });
  for (let window = 0; window < 2; window++) {
    expect(buffer.push('ab')).toEqual([utf8('ab')]);
    expect([buffer.push(gap), buffer.push('yz')]).toEqual([[], []]);
    const told = new Omission({ bytes: 10, lines: 1, scalars: 8 });
    expect(buffer.drainChunks()).toEqual([utf8('ab'), told, utf8('z')]);
  }
});

test('HeadTailBuffer counts every byte once over drains, and only the total goes on', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(roughBytes, fc.boolean())), bufferOptions, (chunks, options) => {
      const buffer = new HeadTailBuffer(options);
      let [total, drained] = [0, 0];
      for (const [chunk, drains] of chunks) {
        buffer.push(chunk);
        total += chunk.length;
        if (drains) {
          const { head, tail, omittedBytes, totalBytes } = buffer.drain();
          expect(head.length + tail.length + omittedBytes).toBe(totalBytes);
          drained += totalBytes;
          expect([buffer.retainedBytes, buffer.omittedBytes, buffer.toBytes().length]).toEqual([0, 0, 0]);
        }
        expect(buffer.totalBytes).toBe(total);
        expect(drained + buffer.retainedBytes + buffer.omittedBytes).toBe(total);
      }
    }),
  );
});

test('HeadTailBuffer.drainChunks gives what the stream would end with, and drains', () => {
  fc.assert(
    fc.property(
      roughBytes,
      bufferOptions,
      fc.constantFrom({}, { marker: false }, { marker: 'chunk' }),
      (bytes, given, marker) => {
        const options = { ...given, ...marker } as HeadTailBufferOptions;
        const [drained, piped] = [new HeadTailBuffer(options), new HeadTailBuffer(options)];
        drained.push(bytes);
        const told = (chunks: readonly (Uint8Array | Omission)[]) => [bytesIn(chunks), chunks.filter(isGap)];
        expect(told(drained.drainChunks())).toEqual(told(run(piped, [bytes])));
        expect([drained.retainedBytes, drained.omittedBytes, drained.totalBytes]).toEqual([0, 0, bytes.length]);
      },
    ),
  );
});
