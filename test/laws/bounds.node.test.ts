import { expect, test } from 'vitest';
import { concat, utf8 } from '../helpers/bytes.js';
import { alive, growth, isGone, MIB } from '../helpers/memory.js';
import { pipelines, textTransforms } from '../helpers/transforms.js';

/** A long chunk of lines, each of them JSON, that ends inside a line and inside a scalar value. */
const END = concat(utf8('\na part of a line that may be held 😀'), Uint8Array.of(0xf0, 0x9f, 0x98));
function longChunk(): Uint8Array {
  const line = utf8(`"${'x'.repeat(29)}"\n`);
  const chunk = new Uint8Array(8 * MIB);
  for (let at = 0; at < chunk.length; at += line.length) chunk.set(line, at);
  chunk.set(END, chunk.length - END.length);
  return chunk;
}

const MOST_GROWTH = 3 * MIB;

for (const { name, make } of [...textTransforms, ...pipelines]) {
  test(`${name} keeps and gives copies: a long chunk is free as soon as it is pushed`, async () => {
    const core = make();
    // In a function of its own: a local of a suspended one would keep the chunk.
    const push = () => {
      const chunk = longChunk();
      const given = core.push(chunk).filter((piece) => !(piece instanceof Uint8Array && piece.length > MIB));
      return { given, memory: new WeakRef(chunk.buffer) };
    };
    const { given, memory } = push();
    expect(await isGone(memory)).toBe(true);
    // Until here both are needed, and so alive.
    expect([given, core.flush()]).toHaveLength(2);
  });

  test(`${name} holds no more of a long string than its options allow`, async () => {
    const core = make();
    const before = await alive();
    (() => {
      core.push(`${'"0123456789é"\n'.repeat(MIB / 2)}\ud83d`);
    })();
    expect(await growth(before, MOST_GROWTH)).toBeLessThan(MOST_GROWTH);
    core.flush();
  });

  test(`${name} holds the same after 32 MiB as after one`, async () => {
    const core = make();
    const block = utf8('"a line of output €😀"\n'.repeat(2500));
    const pushMib = (mib: number) => {
      for (let pushed = 0; pushed < mib * MIB; pushed += block.length) core.push(block);
    };
    pushMib(1);
    const before = await alive();
    pushMib(31);
    expect(await growth(before, MOST_GROWTH)).toBeLessThan(MOST_GROWTH);
    core.flush();
  });
}
