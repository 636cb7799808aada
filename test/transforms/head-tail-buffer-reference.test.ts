import { expect, test } from 'vitest';
import { HeadTailBuffer, type HeadTailSnapshot } from '../../src/index.js';
import { concat, toBase64 } from '../helpers/bytes.js';
import { pushAll } from '../helpers/run.js';
import { bytesOf, type Form, readReference } from '../helpers/vectors.js';

interface Reference {
  readonly note: string;
  readonly max_bytes: number;
  readonly chunks_b64?: Form[];
  readonly first_chunks_b64?: Form[];
  readonly second_chunks_b64?: Form[];
  readonly head_b64?: Form;
  readonly tail_b64?: Form;
  readonly retained_bytes: number;
  readonly omitted_bytes: number;
  readonly bytes_b64?: Form;
  readonly with_marker_b64: Form;
  readonly drained_chunks?: number[];
  readonly push_after_drain?: {
    chunk_b64: Form;
    retained_bytes: number;
    omitted_bytes: number;
    bytes_b64: Form;
  };
}

test.each(readReference<{ cases: Reference[] }>('head-tail-buffer').cases)(
  'HeadTailBuffer cut at any byte keeps what the reference keeps: $note, max $max_bytes',
  (reference) => {
    const buffer = new HeadTailBuffer({ maxBytes: reference.max_bytes, align: 'byte' });
    const forms = reference.chunks_b64 ?? [...reference.first_chunks_b64!, ...reference.second_chunks_b64!];
    const chunks = forms.map(bytesOf);
    const total = concat(...chunks).length;
    pushAll(buffer, chunks);
    const counts = () => [buffer.retainedBytes, buffer.omittedBytes];
    expect(counts()).toEqual([reference.retained_bytes, reference.omitted_bytes]);
    expect(toBase64(buffer.toBytesWithMarker())).toBe(toBase64(bytesOf(reference.with_marker_b64)));
    if (reference.bytes_b64 !== undefined) {
      expect(toBase64(buffer.toBytes())).toBe(toBase64(bytesOf(reference.bytes_b64)));
    }
    if (reference.head_b64 === undefined) return;

    const [head, tail] = [bytesOf(reference.head_b64), bytesOf(reference.tail_b64!)];
    expect(toBase64(buffer.toBytes())).toBe(toBase64(concat(head, tail)));
    const plain = (snapshot: HeadTailSnapshot) => {
      return { ...snapshot, head: toBase64(snapshot.head), tail: toBase64(snapshot.tail) };
    };
    const counted = { omittedBytes: reference.omitted_bytes, totalBytes: total };
    const snapshot = { ...counted, head: toBase64(head), tail: toBase64(tail) };
    expect(plain(buffer.snapshot())).toEqual(snapshot);
    expect(plain(buffer.drain())).toEqual(snapshot);
    expect([head.length, tail.length].filter((length) => length > 0)).toEqual(reference.drained_chunks);
    expect([...counts(), buffer.totalBytes]).toEqual([0, 0, total]);
    const after = reference.push_after_drain!;
    buffer.push(bytesOf(after.chunk_b64));
    expect(counts()).toEqual([after.retained_bytes, after.omitted_bytes]);
    expect(toBase64(buffer.toBytes())).toBe(toBase64(bytesOf(after.bytes_b64)));
  },
);
