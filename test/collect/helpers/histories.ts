import fc from 'fast-check';
import { test } from 'vitest';
import { History } from './history.js';
import { KINDS, type Setup } from './producers.js';
import type { Limits } from './window-model.js';

type Act = (history: History) => void | Promise<void>;

/** One step of a history. */
class Step implements fc.AsyncCommand<History, History> {
  readonly #name: string;
  readonly #act: Act;
  readonly #can: (history: History) => boolean;

  constructor(name: string, act: Act, can: (history: History) => boolean = () => true) {
    this.#name = name;
    this.#act = act;
    this.#can = can;
  }

  check = (history: History) => this.#can(history);
  run = async (history: History) => this.#act(history);
  toString = () => this.#name;
}

/** A thing that happens to a history now, or at a moment to come. */
const happening = (name: string, happen: (history: History) => void, can?: (history: History) => boolean) =>
  fc.option(times).map((ms) => {
    if (ms === null) return new Step(name, (history) => history.now(() => happen(history)), can);
    const ifItCan = (history: History) => () => {
      if (can?.(history) !== false) happen(history);
    };
    return new Step(`in ${ms} ms: ${name}`, (history) => history.later(ms, ifItCan(history)));
  });

const times = fc.constantFrom(0, 1, 30, 99, 100, 101, 500, 3000);

/** The letters of two sources: no byte but LF is in both. */
const TEXTS = [
  ['a', 'b', 'é', '\n'],
  ['X', 'Y', '€', '\n'],
];
const BYTES = [
  [0x61, 0x0a, 0xc3, 0xa9],
  [0x58, 0x0a, 0xe2, 0x82, 0xac],
];
/** What a source alone may give: also halves of pairs, and bytes that are never part of a scalar value. */
const WILD_TEXT = ['a', '\n', 'é', '🚀', '\ud83d', '\ude80'];
const WILD_BYTES = [0x61, 0x0a, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x9a, 0x80, 0xff];

const chunkOf = (texts: readonly string[], bytes: readonly number[]) =>
  fc.oneof(
    fc.array(fc.constantFrom(...texts), { maxLength: 8 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...bytes), { maxLength: 8 }).map((parts) => Uint8Array.from(parts)),
  );
const burst = (chunk: fc.Arbitrary<string | Uint8Array>) => fc.array(chunk, { minLength: 1, maxLength: 3 });

const gives = [0, 1].map((lane) =>
  burst(chunkOf(TEXTS[lane]!, BYTES[lane]!)).chain((chunks) => {
    const of = (history: History) => Math.min(lane, history.lanes - 1);
    const name = `give(${lane}, ${fc.stringify(chunks)})`;
    return happening(
      name,
      (h) => h.give(of(h), chunks),
      (h) => h.canGive(of(h)),
    );
  }),
);
const wild = burst(chunkOf(WILD_TEXT, WILD_BYTES)).chain((chunks) =>
  happening(
    `give(${fc.stringify(chunks)})`,
    (h) => h.give(0, chunks),
    (h) => h.lanes === 1 && h.canGive(0),
  ),
);
const limits: fc.Arbitrary<Limits> = fc.record(
  {
    yieldTimeMs: times,
    deadlineMs: times,
    idleMs: times,
    onAbort: fc.constantFrom('reject', 'return'),
    budget: fc.constantFrom(0, 3, 10, 40),
  },
  { requiredKeys: [] },
);
const lane = fc.nat(1);
const open = limits.map((given) => new Step(`open(${fc.stringify(given)})`, (h) => h.open(given)));
const advance = times.map((ms) => new Step(`advance(${ms})`, (h) => h.advance(ms)));
const abort = happening('abort', (h) => h.abort());
const exit = fc.boolean().chain((fails) =>
  happening(
    fails ? 'exit fails' : 'exit',
    (h) => h.exit(fails),
    (h) => h.canExit,
  ),
);
const end = lane.chain((n) =>
  happening(
    `end(${n})`,
    (h) => h.end(n),
    (h) => h.isOpen[n] === true,
  ),
);
const fail = lane.chain((n) =>
  happening(
    `fail(${n})`,
    (h) => h.fail(n),
    (h) => h.canFail(n),
  ),
);
const detach = fc.constant(new Step('detach', (h) => h.detach()));
const read = fc.constant(new Step('read', (h) => h.read()));

/** What ends much comes seldom. */
const often = [...gives, wild, open, open, advance, advance, abort];
const steps = [...often, ...often, ...gives, exit, end, fail, detach, read, read];

const setups = (kind: Setup['kind']) =>
  fc.record({
    kind: fc.constant(kind),
    maxBytes: fc.constantFrom(1 << 20, 1 << 20, 16, 5, 0),
    hasExit: fc.boolean(),
    onChunkFails: fc.constantFrom(0, 0, 1, 3),
    hookRejects: fc.boolean(),
    spillFails: fc.constantFrom(0, 0, 1, 2),
  });

/** Registers a test for each kind of source, of so many random histories. */
export function historyTests(runs: number): void {
  for (const kind of KINDS) {
    test(`Collector conserves every byte and leaves nothing behind, whatever happens (${kind})`, async () => {
      const commands = fc.commands(steps, { maxCommands: 24, size: 'max' });
      const check = fc.asyncProperty(setups(kind), commands, async (setup, story) => {
        const history = new History(setup);
        await fc.asyncModelRun(() => ({ model: history, real: history }), story);
        await history.finish();
      });
      await fc.assert(check, { numRuns: runs });
    });
  }
}
