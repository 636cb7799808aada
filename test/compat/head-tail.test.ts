import fc from 'fast-check';
import { HeadTailBuffer } from 'millrace';
import { codex } from 'millrace/compat';
import { expect, test } from 'vitest';
import { toBase64 } from '../helpers/bytes.js';
import { bytesOf, type Form, readReference } from './reference.js';

interface BufferCase {
  note: string;
  max_bytes: number;
  chunks_b64?: Form[];
  first_chunks_b64?: Form[];
  second_chunks_b64?: Form[];
  retained_bytes: number;
  omitted_bytes: number;
  with_marker_b64: Form;
  bytes_b64?: Form;
  head_b64?: Form;
  tail_b64?: Form;
  drained_chunks?: number[];
  push_after_drain?: { chunk_b64: Form; retained_bytes: number; omitted_bytes: number; bytes_b64: Form };
}

const { cases } = readReference<{ cases: BufferCase[] }>('head-tail-buffer');

/** Compared as text: much faster than byte by byte. */
const base64Of = (form: Form) => toBase64(bytesOf(form));

test('codex.HeadTail keeps, drains and counts as the Rust original did', () => {
  for (const c of cases) {
    const label = `${c.note} ${c.max_bytes}`;
    const buffer = new codex.HeadTail({ maxBytes: c.max_bytes });
    const chunks = [...(c.chunks_b64 ?? []), ...(c.first_chunks_b64 ?? []), ...(c.second_chunks_b64 ?? [])];
    for (const chunk of chunks) buffer.push(bytesOf(chunk));
    expect([buffer.retainedBytes, buffer.omittedBytes], label).toEqual([c.retained_bytes, c.omitted_bytes]);
    expect(toBase64(buffer.toBytesWithMarker()), label).toBe(base64Of(c.with_marker_b64));
    if (c.bytes_b64 !== undefined) expect(toBase64(buffer.toBytes()), label).toBe(base64Of(c.bytes_b64));
    if (c.head_b64 === undefined || c.tail_b64 === undefined || c.push_after_drain === undefined) continue;

    const { head, tail, omittedBytes } = buffer.drain();
    expect([toBase64(head), toBase64(tail), omittedBytes], label).toEqual([
      base64Of(c.head_b64),
      base64Of(c.tail_b64),
      c.omitted_bytes,
    ]);
    expect([head.length, tail.length].filter(Boolean), label).toEqual(c.drained_chunks);
    const after = c.push_after_drain;
    buffer.push(bytesOf(after.chunk_b64));
    expect([buffer.retainedBytes, buffer.omittedBytes], label).toEqual([after.retained_bytes, after.omitted_bytes]);
    expect(toBase64(buffer.toBytes()), label).toBe(base64Of(after.bytes_b64));
  }
});

test('codex.HeadTail keeps exactly the first and the last half, at any byte', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 8 }), fc.nat(30), (chunks, maxBytes) => {
      const buffer = new codex.HeadTail({ maxBytes });
      for (const chunk of chunks) buffer.push(chunk);
      const all = chunks.flatMap((chunk) => [...chunk]);
      const half = Math.floor(maxBytes / 2);
      const cut = [...all.slice(0, half), ...all.slice(Math.max(half, all.length - (maxBytes - half)))];
      expect([...buffer.toBytes()]).toEqual(all.length <= maxBytes ? all : cut);
      expect(buffer.omittedBytes).toBe(Math.max(0, all.length - maxBytes));
    }),
  );
});

test('codex.HeadTail is a HeadTailBuffer, and takes maxBytes alone', () => {
  expect(new codex.HeadTail({ maxBytes: 1 })).toBeInstanceOf(HeadTailBuffer);
  expect(() => new codex.HeadTail(undefined as never)).toThrow(TypeError);
  expect(() => new codex.HeadTail({ headBytes: 1, tailBytes: 1 } as never)).toThrow('maxBytes must be a number');
  expect(() => new codex.HeadTail({ maxBytes: -1 })).toThrow(RangeError);
});
