import { expect, test } from 'vitest';
import { compose, type SyncTransform } from '../src/index.js';
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
