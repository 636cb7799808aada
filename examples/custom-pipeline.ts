// Write a transform of your own, and fuse it with ours into one.
import assert from 'node:assert/strict';
import { BudgetTruncate, ChunkTransform, compose, TruncationPolicy, Utf8CarryTransform } from 'millrace';

/**
 * Drops lines that begin with `#`. A core is `push` and `flush`; the streams come from the base class. What it must
 * remember between two chunks is in its fields, so the output is the same wherever the input is cut.
 */
class DropComments extends ChunkTransform<Uint8Array, Uint8Array> {
  #isLineStart = true;
  #isComment = false;

  push(chunk: Uint8Array) {
    const kept = chunk.filter((byte) => {
      if (this.#isLineStart) this.#isComment = byte === 0x23; // #
      this.#isLineStart = byte === 0x0a; // LF
      return !this.#isComment;
    });
    return kept.length > 0 ? [kept] : [];
  }

  flush() {
    return [];
  }
}

// One instance goes through one door, so a pipeline is made anew for each use.
const pipeline = () =>
  compose(new DropComments(), new Utf8CarryTransform(), new BudgetTruncate(TruncationPolicy.tokens(30)));

const config = new Blob(['# Ports\n', 'port = 8080\n', '# Größe\n', 'größe = 10\n'.repeat(1_000), 'end = "🏁"\n']);

// As a stream: one TransformStream for all three.
let text = '';
for await (const piece of config.stream().pipeThrough(pipeline())) text += piece;
console.log(text);

// By hand, byte by byte.
const core = pipeline();
const bytes = new Uint8Array(await config.arrayBuffer());
const pieces = [...bytes].flatMap((byte) => core.push(Uint8Array.of(byte)));
pieces.push(...core.flush());

assert.equal(pieces.join(''), text, 'the same, wherever the input is cut');
assert.ok(text.startsWith('port = 8080\ngröße'), 'no comment is left');
assert.ok(text.endsWith('end = "🏁"\n'));
assert.ok(new TextEncoder().encode(text).length <= 120, '30 tokens are 120 bytes');
