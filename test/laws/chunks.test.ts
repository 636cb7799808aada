import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as root from '../../src/index.js';
import { ChunkTransform, Omission } from '../../src/index.js';
import { goodText, mixedParts, omission, roughBytes, roughInput, roughText } from '../helpers/arbitraries.js';
import { concat, decode, utf8 } from '../helpers/bytes.js';
import { cut, everySplit, pieceSizes } from '../helpers/cuts.js';
import { counters, joined, outcome, pushAll, run } from '../helpers/run.js';
import { pipelines, textTransforms, valueTransforms } from '../helpers/transforms.js';

/** Cut in every way, it still exercises what is hard: long scalar values, ill-formed parts, line breaks, a long run. */
const HARD = concat(utf8('aé€😀\r\n'), Uint8Array.of(0xf0, 0x9f, 0xe2, 0x82, 0x80, 0xed, 0xa0), utf8('0123456789\n😀'));
const HARD_TEXT = 'é\ud83d€\ude00\ud83d\ude00\r\n0123456789\ud83d';

test('ChunkTransform: every transform of the front door is under these laws', () => {
  const classes = Object.entries<unknown>(root).filter(([, value]) => {
    return typeof value === 'function' && value.prototype instanceof ChunkTransform;
  });
  const tried = new Set<unknown>([...textTransforms, ...valueTransforms].map(({ make }) => make().constructor));
  expect(classes.filter(([, value]) => !tried.has(value)).map(([name]) => name)).toEqual([]);
});

for (const { name, make, cutsAnywhere = false } of [...textTransforms, ...pipelines]) {
  test(`${name} gives and counts the same at every split`, () => {
    const [bytes, text] = [outcome(make(), [HARD]), outcome(make(), [HARD_TEXT])];
    for (const chunks of everySplit(HARD)) expect(outcome(make(), chunks)).toEqual(bytes);
    for (const chunks of everySplit(HARD_TEXT)) expect(outcome(make(), chunks)).toEqual(text);
  });

  test(`${name} gives and counts the same however bytes, strings and both in turn are cut`, () => {
    const parts = fc.oneof(fc.tuple(roughBytes), fc.tuple(roughText), mixedParts);
    fc.assert(
      fc.property(parts, pieceSizes, (whole, sizes) => {
        const chunks = whole.flatMap((part) => cut<Uint8Array | string>(part, sizes));
        expect(outcome(make(), chunks)).toEqual(outcome(make(), whole));
      }),
    );
  });

  test(`${name} gives the rest once, and the same counts after`, () => {
    const core = make();
    run(core, [HARD, HARD_TEXT]);
    const counts = counters(core);
    expect([core.flush(), counters(core)]).toEqual([[], counts]);
  });

  test(`${name} gives text that is well-formed, and no U+FFFD of its own making`, () => {
    const texts = (pieces: unknown[]) => pieces.filter((piece) => typeof piece === 'string');
    fc.assert(
      fc.property(fc.array(roughInput), (chunks) => {
        expect(texts(run(make(), chunks)).every((piece) => piece.isWellFormed())).toBe(true);
      }),
    );
    if (cutsAnywhere) return;
    fc.assert(
      fc.property(goodText, fc.boolean(), pieceSizes, (text, asBytes, sizes) => {
        const out = run(make(), cut<Uint8Array | string>(asBytes ? utf8(text) : text, sizes));
        const decoded = joined(out).map((piece) => (piece instanceof Uint8Array ? decode(piece) : piece));
        expect(texts(decoded).join('')).not.toContain('\ufffd');
      }),
    );
  });
}

/** Its constructor takes a length alone, so that its own `subarray` is of no use. */
class Packet extends Uint8Array {
  constructor(length: number) {
    super(length);
  }
}

for (const { name, make } of textTransforms) {
  test(`${name} takes a subclass of Uint8Array for the bytes that it holds`, () => {
    const packet = new Packet(HARD.length);
    packet.set(HARD);
    const core = make();
    expect(joined([...core.push(packet), ...core.flush()])).toEqual(outcome(make(), [HARD]).output);
  });

  test(`${name} passes an Omission on, or counts it`, () => {
    fc.assert(
      fc.property(roughInput, omission, roughInput, (before, gap, after) => {
        const core = make();
        const out = run(core, [before, gap, after]);
        const { omittedBytes = 0 } = counters(core) as { omittedBytes?: number };
        const passed = out.reduce<number>((sum, piece) => sum + (piece instanceof Omission ? piece.bytes : 0), 0);
        expect(Math.max(passed, omittedBytes)).toBeGreaterThanOrEqual(gap.bytes);
      }),
    );
  });

  test(`${name} refuses another chunk by name, and keeps what came before`, () => {
    const message = `Cannot push to ${make().constructor.name}: a chunk must be a Uint8Array`;
    fc.assert(
      fc.property(roughInput, roughInput, (before, after) => {
        const core = make();
        const given = pushAll(core, [before]);
        const counted = counters(core);
        for (const bad of [undefined, null, 7, {}, [1], new ArrayBuffer(1), new Uint16Array(1)]) {
          expect(() => core.push(bad)).toThrow(TypeError);
          expect(() => core.push(bad)).toThrow(message);
        }
        expect(counters(core)).toEqual(counted);
        const rest = outcome(core, [after]);
        const expected = outcome(make(), [before, after]);
        expect(joined([...given, ...rest.output])).toEqual(expected.output);
        expect(rest.after).toEqual(expected.after);
      }),
    );
  });
}
