// Some runtimes have no Web Streams: embedded engines, plugin hosts. Everything works there by `push` and `flush`.
import assert from 'node:assert/strict';

// To be such a runtime.
for (const name of ['ReadableStream', 'WritableStream', 'TransformStream']) Reflect.deleteProperty(globalThis, name);

// Importing touches no global, so it may come before or after.
const { BudgetTruncate, HeadTailBuffer, TruncationPolicy, Utf8CarryTransform } = await import('millrace');

// Bytes as a host's callback would give them: an emoji arrives in two halves.
const chunks = [Uint8Array.of(0x6f, 0x6b, 0x20, 0xf0, 0x9f), Uint8Array.of(0x99, 0x82, 0x0a)];
const decoder = new TextDecoder();

// 1. Chunks that never end inside a character.
const carry = new Utf8CarryTransform();
const whole = [...chunks.flatMap((chunk) => carry.push(chunk)), ...carry.flush()].map((chunk) => decoder.decode(chunk));
console.log(whole);
assert.deepEqual(whole.join(''), 'ok 🙂\n');
assert.ok(whole.every((piece) => !piece.includes('\uFFFD')));

// 2. The first and the last bytes of whatever comes, in bounded memory, and a count of the rest.
const buffer = new HeadTailBuffer({ headBytes: 12, tailBytes: 12 });
for (let i = 1; i <= 1_000; i++) buffer.push(`line ${i}\n`);
console.log(decoder.decode(buffer.toBytesWithMarker()));
assert.equal(buffer.retainedBytes + buffer.omittedBytes, buffer.totalBytes);

// 3. Text within a budget of tokens.
const truncated = new BudgetTruncate(TruncationPolicy.tokens(20), { heading: true });
for (let i = 1; i <= 1_000; i++) truncated.push(`line ${i}\n`);
const text = truncated.flush().join('');
console.log(text);
assert.ok(text.endsWith('line 1000\n'));
assert.equal(truncated.report.totalLines, 1_000);
