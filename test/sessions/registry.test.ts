import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  SessionLimitError,
  type SessionMeta,
  SessionRegistry,
  sessionToPrune,
  UnknownSessionError,
} from '../../src/index.js';

test('SessionRegistry gives ids from 1,000 to 99,999, each once, whatever the random numbers are', () => {
  for (const random of [() => 0, () => 1 - 2 ** -53, () => 0.5, undefined]) {
    const registry = new SessionRegistry<number>({ max: 200, ...(random && { random }) });
    const ids = Array.from({ length: 200 }, (_, n) => registry.allocate(n).id);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(Number.isInteger(id) && id >= 1000 && id < 100_000).toBe(true);
    expect([...registry]).toEqual(ids.map((id, n) => [id, n]));
  }
});

test('SessionRegistry: running out of ids is an error, and what was removed is free again in the end', () => {
  const registry = new SessionRegistry<number>({ max: 1_000_000 });
  const ids = Array.from({ length: 99_000 }, (_, n) => registry.allocate(n).id);
  expect(new Set(ids).size).toBe(99_000);
  const outOfIds = new SessionLimitError('Cannot allocate a session: no id is left');
  expect(() => registry.allocate(0)).toThrow(outOfIds);
  for (const id of ids.slice(0, 1000)) registry.remove(id);
  expect(() => registry.allocate(0)).toThrow(outOfIds);
  registry.remove(ids[1000]!);
  expect(registry.allocate(0).id).toBe(ids[0]);
});

test('SessionRegistry does not give the id of a removed session again for a thousand removals', () => {
  const registry = new SessionRegistry<number>({ random: () => 0 });
  const { id } = registry.allocate(0);
  registry.remove(id);
  for (let n = 1; n <= 1000; n++) {
    const next = registry.allocate(n).id;
    expect(next).not.toBe(id);
    registry.remove(next);
  }
  expect(registry.allocate(0).id).toBe(id);
});

test('SessionRegistry: an id that is over, or was never given, is an error that names it', () => {
  const registry = new SessionRegistry<string>();
  const { id } = registry.allocate('a');
  expect(registry.remove(id)).toBe('a');
  for (const unknown of [id, 999, 0, Number.NaN]) {
    for (const ask of ['get', 'touch', 'remove', 'markExited'] as const) {
      let error: unknown;
      try {
        registry[ask](unknown);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(UnknownSessionError);
      const { name, message, sessionId } = error as UnknownSessionError;
      expect([name, sessionId]).toEqual(['UnknownSessionError', unknown]);
      expect(message).toContain(`session ${unknown}`);
    }
    expect(registry.has(unknown)).toBe(false);
  }
});

type Step = { readonly do: 'allocate' | 'touch' | 'exit' | 'remove'; readonly which: number };
const steps = fc.array(
  fc.record<Step>({ do: fc.constantFrom('allocate', 'allocate', 'touch', 'exit', 'remove'), which: fc.nat(100) }),
  { maxLength: 150 },
);

test('SessionRegistry does what a plain list does: who made room, who is there, who was used last', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 12 }), fc.nat(12), (history, max, protectRecent) => {
      const registry = new SessionRegistry<number>({ max, protectRecent });
      const model: { id: number; value: number; lastUsed: number; exited: boolean }[] = [];
      const gone: number[] = [];
      const leave = (id: number) => {
        gone.push(id);
        return model.splice(
          model.findIndex((one) => one.id === id),
          1,
        )[0]!.value;
      };
      for (const [time, { do: act, which }] of history.entries()) {
        const one = model[which % (model.length || 1)];
        if (act === 'allocate') {
          const full = model.length === max;
          const prune = full ? sessionToPrune(model as SessionMeta[], protectRecent) : null;
          if (full && prune === null) {
            expect(() => registry.allocate(time)).toThrow(SessionLimitError);
            continue;
          }
          const { id, pruned } = registry.allocate(time);
          expect(pruned).toEqual(prune === null ? null : { id: prune, value: leave(prune) });
          model.push({ id, value: time, lastUsed: time, exited: false });
        } else if (one && act === 'touch') {
          expect(registry.touch(one.id)).toBe(one.value);
          one.lastUsed = time;
        } else if (one && act === 'exit') {
          registry.markExited(one.id);
          one.exited = true;
        } else if (one) {
          expect(registry.remove(one.id)).toBe(leave(one.id));
        }
        expect([...registry]).toEqual(model.map(({ id, value }) => [id, value]));
        expect(registry.size).toBe(model.length);
        for (const id of gone) expect(registry.has(id)).toBe(false);
      }
    }),
  );
});

test('SessionRegistry warns each time the count comes to warnAt from below, and what the hook throws changes nothing', () => {
  const counts: number[] = [];
  const registry = new SessionRegistry<number>({ max: 5, warnAt: 4, onWarn: (count) => counts.push(count) });
  const ids = [1, 2, 3, 4, 5, 6].map((n) => registry.allocate(n).id);
  expect(counts).toEqual([4]);
  registry.remove(ids[5]!);
  registry.remove(ids[4]!);
  registry.allocate(7);
  expect(counts).toEqual([4, 4]);

  const boom = new Error('full');
  const strict = new SessionRegistry<number>({
    max: 2,
    onWarn() {
      throw boom;
    },
  });
  strict.allocate(1);
  expect(() => strict.allocate(2)).toThrow(boom);
  expect([...strict].map(([, value]) => value)).toEqual([1]);
});

test('SessionRegistry: by default 64 sessions, a warning at 60, and the 8 most recent ones are safe', () => {
  const counts: number[] = [];
  const registry = new SessionRegistry<number>({ onWarn: (count) => counts.push(count) });
  const ids = Array.from({ length: 64 }, (_, n) => registry.allocate(n).id);
  expect([counts, registry.size]).toEqual([[60], 64]);
  for (const id of ids.slice(0, 8)) registry.touch(id);
  for (const id of [...ids.slice(0, 8), ids[40]!]) registry.markExited(id);
  expect(registry.allocate(64).pruned).toEqual({ id: ids[40], value: 40 });
  expect(registry.allocate(65).pruned).toEqual({ id: ids[0], value: 0 });
  expect(new SessionRegistry<number>({ max: 1 }).allocate(1)).toMatchObject({ pruned: null });
});

test('SessionRegistry tells what is wrong with its options', () => {
  expect(() => new SessionRegistry({ max: 0 })).toThrow(
    new RangeError('Cannot create SessionRegistry: max must be an integer >= 1, got 0'),
  );
  expect(() => new SessionRegistry({ warnAt: '60' as never })).toThrow(TypeError);
  expect(() => new SessionRegistry({ protectRecent: -1 })).toThrow(RangeError);
  expect(() => new SessionRegistry({ onWarn: 5 as never })).toThrow(TypeError);
  expect(() => new SessionRegistry({ random: 5 as never })).toThrow(TypeError);
});
