import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunkTap, Collector, collect, type Source } from '../../src/index.js';
import { fed, utf8 } from './helpers/sources.js';
import { outcomeOf, reasonOf, settle, strayRejections } from './helpers/turns.js';
import { VirtualClock } from './helpers/virtual-clock.js';

const CHUNK = 65_536;
const MIB = 1 << 20;
const boom = Object.freeze(new Error('tap'));

/** A tap whose calls wait until they are let go, and never overlap. */
function slowTap(whenSlow?: ChunkTap['whenSlow']) {
  const seen: { bytes: number; label: string | undefined }[] = [];
  let go: (() => void) | undefined;
  let open = 0;
  const tap: ChunkTap = {
    write(chunk, label) {
      expect(++open).toBe(1);
      seen.push({ bytes: chunk.length, label });
      return new Promise<void>((resolve) => {
        go = () => {
          go = undefined;
          open--;
          resolve();
        };
      });
    },
    ...(whenSlow && { whenSlow }),
  };
  const bytes = () => seen.reduce((sum, { bytes }) => sum + bytes, 0);
  return { tap, seen, bytes, next: () => go?.() };
}

/** A source without an end that counts what was taken from it. */
function endless() {
  const taken = { bytes: 0, cancels: [] as unknown[] };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(queue) {
        taken.bytes += CHUNK;
        queue.enqueue(new Uint8Array(CHUNK).fill(0x78));
      },
      cancel: (reason) => void taken.cancels.push(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

test('Collector does not read far ahead of an onChunk that is slow, and shows it one chunk at a time', async () => {
  const [a, b] = [endless(), endless()];
  const { tap, seen, bytes, next } = slowTap();
  const collector = new Collector({ a: a.stream, b: b.stream }, { onChunk: tap });
  for (let round = 0; round < 60; round++) {
    await settle(2);
    expect(a.taken.bytes + b.taken.bytes - bytes()).toBeLessThanOrEqual(MIB + 4 * CHUNK);
    next();
  }
  expect(new Set(seen.map(({ label }) => label))).toEqual(new Set(['a', 'b']));
  expect(seen.length).toBeGreaterThan(50);
  await collector.detach().cancel();
});

test('collect drops what a slow onChunk cannot take, if it may, with a count', async () => {
  const chunks = Array.from({ length: 40 }, () => new Uint8Array(CHUNK).fill(0x78));
  const { tap, next } = slowTap('drop');
  const collector = new Collector({ a: chunks, b: ['é'] }, { onChunk: tap });
  await settle(50);
  const window = await collector.collect({ yieldTimeMs: 0 });
  expect(window).toMatchObject({ totalBytes: 40 * CHUNK + 2, closed: false });
  // Sixteen chunks and a unit are more than 1 MiB, the chunk that is being shown among them.
  expect(window.onChunkOmittedBytes).toBe(24 * CHUNK);
  expect('spillOmittedBytes' in window).toBe(false);
  const last = collector.collect();
  for (let n = 0; n < 20; n++) {
    next();
    await settle(1);
  }
  expect(await last).toMatchObject({ closed: true, onChunkOmittedBytes: 24 * CHUNK });
});

test('collect counts dropped strings by their UTF-8, and tells of no drop where there is none', async () => {
  const { tap } = slowTap('drop');
  const collector = new Collector(undefined, { onChunk: tap });
  collector.write('x'.repeat(MIB + 1));
  collector.write('é€');
  expect((await collector.collect({ yieldTimeMs: 0 })).onChunkOmittedBytes).toBe(5);
  const quick = await collect(['é€'], { onChunk: { write: () => {}, whenSlow: 'drop' } });
  expect('onChunkOmittedBytes' in quick).toBe(false);
});

test('collect is closed when a slow onChunk has seen all, and rejects with what it rejects with last', async () => {
  const clock = new VirtualClock();
  const seen: string[] = [];
  const write = (chunk: Uint8Array | string) => clock.when(10, 0).then(() => void seen.push(chunk as string));
  const call = outcomeOf(collect('text', { clock, onChunk: { write } }));
  await clock.moveTo(5);
  expect([call.settled, seen]).toEqual([undefined, []]);
  await clock.moveTo(10);
  expect([call.settled, seen]).toMatchObject([{ value: { text: 'text', closed: true } }, ['text']]);
  const fails = () => clock.when(20, 0).then(() => Promise.reject(boom));
  const late = collect('text', { clock, onChunk: { write: fails } });
  const reason = reasonOf(late);
  await clock.moveTo(20);
  expect(await reason).toBe(boom);
  expect(await strayRejections()).toEqual([]);
});

test('collect keeps its deadline when an onChunk never answers, and gives the source back', async () => {
  for (const whenSlow of ['wait', 'drop'] as const) {
    const clock = new VirtualClock();
    const { tap } = slowTap(whenSlow);
    const { stream, give, cancels } = fed();
    give(new Uint8Array(2 * MIB));
    give('more');
    const result = await clock.run(collect(stream, { clock, onChunk: tap, deadlineMs: 30 }));
    expect(result).toMatchObject({ endedBy: 'deadline', closed: false });
    expect([stream.locked, cancels, clock.timers]).toEqual([false, [], 0]);
  }
});

for (const whenSlow of ['wait', 'drop'] as const) {
  test(`Collector reads on when an onChunk that was waited for fails, told once (${whenSlow})`, async () => {
    let fail: (reason: unknown) => void = () => {};
    let calls = 0;
    const write = () => {
      calls++;
      return new Promise((_, reject) => {
        fail = reject;
      });
    };
    const chunks = Array.from({ length: 40 }, () => new Uint8Array(CHUNK).fill(0x78));
    const collector = new Collector({ a: chunks, b: chunks }, { onChunk: { write, whenSlow } });
    await settle();
    fail(boom);
    expect(await reasonOf(collector.collect())).toBe(boom);
    expect(await collector.collect()).toMatchObject({ closed: true, totalBytes: 80 * CHUNK });
    expect(calls).toBe(1);
    expect(await strayRejections()).toEqual([]);
  });
}

test('Collector loses nothing at an abort at any moment, with a slow or failing tap and labelled sources', async () => {
  const check = fc.asyncProperty(
    fc.array(fc.constantFrom('out', 'err', 'go', 'abort', 'end'), { maxLength: 12 }),
    fc.constantFrom('wait', 'drop'),
    fc.nat(6),
    fc.boolean(),
    async (steps, whenSlow, failsAt, isLarge) => {
      const sources = { out: fed(), err: fed() };
      const { tap, next } = slowTap(whenSlow);
      let calls = 0;
      const write: ChunkTap['write'] = (chunk, label) => {
        if (++calls === failsAt) throw boom;
        return tap.write(chunk, label);
      };
      const source: Source = { out: sources.out.stream, err: sources.err.stream };
      const collector = new Collector(source, { maxBytes: 64 * MIB, onChunk: { write, whenSlow } });
      const given = { out: 0, err: 0 };
      let text = 0;
      let failures = 0;
      let controller = new AbortController();
      let window: ReturnType<typeof collector.collect>;
      const open = () => {
        controller = new AbortController();
        window = collector.collect({ signal: controller.signal });
        window.catch(() => {});
      };
      const close = async () => {
        try {
          text += (await window).totalBytes;
          return true;
        } catch (reason) {
          if (reason === boom) failures++;
          else expect(reason).toBe('stop');
          return false;
        }
      };
      open();
      let isEnded = false;
      for (const step of steps) {
        if (step === 'go') next();
        else if (step === 'abort') {
          controller.abort('stop');
          expect(await close()).toBe(false);
          open();
        } else if (step === 'end') isEnded = true;
        else if (!isEnded) {
          const chunk = isLarge ? new Uint8Array(MIB + 1).fill(0x78) : utf8('line\n');
          given[step] += chunk.length;
          sources[step].give(chunk);
        }
        await settle(1);
      }
      sources.out.end();
      sources.err.end();
      let isClosed = false;
      for (let patience = 60; !isClosed && patience > 0; patience--) {
        next();
        await settle(1);
        const state = outcomeOf(window!);
        await settle(1);
        if (!state.settled) continue;
        isClosed = await close();
        if (!isClosed) open();
      }
      expect([isClosed, text]).toEqual([true, given.out + given.err]);
      expect(failures).toBeLessThanOrEqual(1);
      expect(await strayRejections()).toEqual([]);
    },
  );
  await fc.assert(check, { numRuns: 60 });
});

test('collect cancels its source once at an abort while it waits for a slow onChunk', async () => {
  const { stream, taken } = endless();
  const { tap, next } = slowTap();
  const controller = new AbortController();
  const call = collect(stream, { onChunk: tap, signal: controller.signal });
  await settle();
  controller.abort('stop');
  expect(await reasonOf(call)).toBe('stop');
  const { bytes } = taken;
  next();
  await settle();
  expect(taken).toEqual({ bytes, cancels: ['stop'] });
});

test('collect refuses taps that are none', async () => {
  const wrong: [unknown, string][] = [
    [5, 'Cannot collect: onChunk must be a function, or have a write method, got 5'],
    [{}, 'Cannot collect: onChunk must be a function, or have a write method, got an object'],
    [{ write: () => {}, whenSlow: 1 }, "Cannot collect: onChunk.whenSlow must be 'wait' or 'drop', got 1"],
  ];
  for (const [onChunk, message] of wrong) {
    await expect(collect('x', { onChunk: onChunk as never })).rejects.toThrow(message);
  }
});
