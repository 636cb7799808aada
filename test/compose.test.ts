import { expect, test } from 'vitest';
import {
  BudgetTruncate,
  ChunkTransform,
  compose,
  HeadTailBuffer,
  type SyncTransform,
  TruncationPolicy,
  Utf8CarryTransform,
} from '../src/index.js';
import { Probe, Take } from './helpers/probe.js';
import { run } from './helpers/run.js';

test('compose sends every piece through every core, and flushes them in order', () => {
  const twice: SyncTransform<unknown, unknown> = new Probe(
    (chunk) => [chunk, chunk],
    () => ['t'],
  );
  const tagged = new Probe(
    (chunk) => [`(${chunk})`],
    () => ['g'],
  );
  expect(run(compose(twice, tagged), ['a', 'b'])).toEqual(['(a)', '(a)', '(b)', '(b)', '(t)', 'g']);
  expect(tagged.seen).toEqual(['a', 'a', 'b', 'b', 't', 'flush']);
});

test('compose of one core is that core, and of nested ones the same as of all', () => {
  const stages = () =>
    [
      new Probe((n) => [n, n]),
      new Probe(
        (n) => [`<${n}>`],
        () => ['x'],
      ),
      new Probe(undefined, () => ['y']),
    ] as const;
  const [a, b, c] = stages();
  const [d, e, f] = stages();
  expect(run(compose(compose(a, b), c), [1, 2])).toEqual(run(compose(d, compose(e, f)), [1, 2]));
  expect(run(compose(new Probe(undefined, () => ['end'])), [1])).toEqual([1, 'end']);
});

test('compose is done with its first done core, in push and in flush, and then takes no more', () => {
  const burst = () =>
    new Probe(
      (n) => [n, n, n],
      () => ['f1', 'f2', 'f3'],
    );
  const [first, last] = [burst(), new Probe(undefined, () => ['end'])];
  const whole: SyncTransform<unknown, unknown> = compose(first, new Take(2), last);
  expect([whole.done, whole.push('a'), whole.done]).toEqual([false, ['a', 'a', 'end'], true]);
  expect([whole.push('b'), whole.flush()]).toEqual([[], []]);
  expect([first.seen, last.seen]).toEqual([['a'], ['a', 'a', 'flush']]);
  expect(run(compose(burst(), new Take(2), new Probe(undefined, () => ['end'])), [])).toEqual(['f1', 'f2', 'end']);
});

test('compose closes when two of its cores are done at once', () => {
  const last = new Probe(undefined, () => ['end']);
  const whole: SyncTransform<unknown, unknown> = compose(new Take(1), new Take(1), last);
  expect([whole.push('a'), whole.done, whole.flush(), last.seen]).toEqual([['a', 'end'], true, [], ['a', 'flush']]);
});

/** Keeps the very chunks that it was given. */
class Keeper extends ChunkTransform<Uint8Array, Uint8Array> {
  readonly seen: Uint8Array[] = [];

  override push(chunk: Uint8Array): readonly Uint8Array[] {
    this.seen.push(chunk);
    return [chunk];
  }

  override flush(): readonly Uint8Array[] {
    return [];
  }
}

/** Says that it copies what it keeps. */
class Borrower extends ChunkTransform<Uint8Array, Uint8Array> {
  protected override readonly borrows = true;
  readonly seen: Uint8Array[] = [];

  override push(chunk: Uint8Array): readonly Uint8Array[] {
    this.seen.push(chunk);
    return [];
  }

  override flush(): readonly Uint8Array[] {
    return [];
  }
}

test('compose lends a view to a core that borrows, and gives a copy to any other and to the outside', () => {
  const chunk = Uint8Array.of(0x61, 0x62, 0x63);
  const borrower = new Borrower();
  compose(new Utf8CarryTransform(), borrower).push(chunk);
  expect(borrower.seen.map(({ buffer }) => buffer === chunk.buffer)).toEqual([true]);
  const keeper = new Keeper();
  compose(new Utf8CarryTransform(), keeper).push(chunk);
  compose(new Utf8CarryTransform(), compose(keeper)).push(chunk);
  const buffered = compose(new Utf8CarryTransform(), new HeadTailBuffer({ maxBytes: 8 }));
  const out = [...buffered.push(chunk), ...buffered.push(chunk)];
  chunk.fill(0x78);
  out.push(...buffered.flush());
  expect([...keeper.seen, out[0]]).toEqual(Array(3).fill(Uint8Array.of(0x61, 0x62, 0x63)));
  expect(new TextDecoder().decode(Uint8Array.of(...out.flatMap((piece) => [...(piece as Uint8Array)])))).toBe('abcabc');
});

test('compose sends each piece to the end before the next one is made', () => {
  const buffer = new HeadTailBuffer({ headBytes: 4, tailBytes: 4, marker: 'chunk' });
  const truncated = new BudgetTruncate(TruncationPolicy.bytes(64));
  const whole = compose(new Utf8CarryTransform(), buffer, truncated);
  // A held beginning and the rest of a chunk are two pieces of one push.
  const pieces = [[0x61, 0xe2, 0x82], [0xac, 0x62, 0x63], [0x64]].map((bytes) => Uint8Array.from(bytes));
  const out = pieces.flatMap((piece) => {
    const given = whole.push(piece);
    piece.fill(0x78);
    return given;
  });
  expect([...out, ...whole.flush()]).toEqual(['a€bcd']);
});

test('compose lends nothing to a subclass, whose push may keep what it is given, nor lets one lend what it may keep', () => {
  class KeepsGiven extends HeadTailBuffer {
    readonly kept: unknown[] = [];
    override push(chunk: Uint8Array) {
      this.kept.push(chunk);
      return super.push(chunk);
    }
  }
  class KeepsOut extends Utf8CarryTransform {
    readonly kept: unknown[] = [];
    override push(chunk: Uint8Array) {
      const out = super.push(chunk);
      this.kept.push(...out);
      return out;
    }
  }
  const given = new KeepsGiven({ maxBytes: 9 });
  const out = new KeepsOut();
  for (const pipeline of [
    compose(new Utf8CarryTransform(), given),
    compose(out, new HeadTailBuffer({ maxBytes: 9 })),
  ]) {
    const reused = Uint8Array.of(1, 2);
    pipeline.push(reused);
    pipeline.push(reused.fill(3));
  }
  expect([given.kept, out.kept]).toEqual(Array(2).fill([Uint8Array.of(1, 2), Uint8Array.of(3, 3)]));
});
