import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SessionMeta, sessionToPrune } from '../../src/index.js';
import { readVectors } from '../helpers/vector-files.js';

interface PruneCase {
  readonly fn: string;
  readonly meta: readonly [id: number, lastUsed: number, exited: boolean][];
  readonly result: number | null;
}

test('sessionToPrune chooses as the reference does', () => {
  const cases = (JSON.parse(readVectors('pty-timing')).cases as PruneCase[]).filter(({ fn }) => fn === 'prune');
  expect(cases.length).toBeGreaterThan(10);
  for (const { meta, result } of cases) {
    expect(sessionToPrune(meta.map(([id, lastUsed, exited]) => ({ id, lastUsed, exited })))).toBe(result);
  }
});

const metas = fc
  .array(fc.record({ lastUsed: fc.nat(30), exited: fc.boolean() }), { maxLength: 40 })
  .map((list) => list.map((meta, at): SessionMeta => ({ id: 1000 + at, ...meta })));

test('sessionToPrune takes the least recently used that has exited, else that runs, behind the protected ones', () => {
  fc.assert(
    fc.property(metas, fc.nat(12), (meta, protectRecent) => {
      const before = structuredClone(meta);
      const chosen = sessionToPrune(meta, protectRecent);
      expect(meta).toEqual(before);
      if (meta.length <= protectRecent) {
        expect(chosen).toBe(null);
        return;
      }
      const isBehind = (one: SessionMeta, other: SessionMeta) =>
        other.lastUsed > one.lastUsed || (other.lastUsed === one.lastUsed && other.id < one.id);
      const open = meta.filter((one) => meta.filter((other) => isBehind(one, other)).length >= protectRecent);
      const one = open.find(({ id }) => id === chosen)!;
      for (const other of open.filter(({ id }) => id !== chosen)) {
        if (one.exited === other.exited) {
          expect(other.lastUsed > one.lastUsed || (other.lastUsed === one.lastUsed && other.id > one.id)).toBe(true);
        } else {
          expect(one.exited).toBe(true);
        }
      }
    }),
  );
});

test('sessionToPrune tells what is wrong', () => {
  expect(() => sessionToPrune('all' as never)).toThrow(
    new TypeError('sessionToPrune: meta must be an array, got "all"'),
  );
  expect(() => sessionToPrune([], -1)).toThrow(RangeError);
});
