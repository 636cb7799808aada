// The same budget by each of three tokenizers.
import assert from 'node:assert/strict';
import { collect, TruncationPolicy, truncate } from 'millrace';
import { gptTokenizer, jsTiktoken, tiktoken } from './tokenizers.mjs';

const output = 'step <|endoftext|> of 漢字 took 17 ms 😀\n'.repeat(5000);
const texts = [];
for (const tokenizer of [gptTokenizer, jsTiktoken, tiktoken]) {
  const { text } = truncate(output, TruncationPolicy.tokens(300), { tokenizer });
  const count = tokenizer.count(text);
  assert.ok(count <= 300 && count >= 292, `${tokenizer.name}: ${count}`);
  const collected = await collect(output, { maxOutputTokens: 300, truncate: { tokenizer } });
  assert.ok(tokenizer.count(collected.text) <= 300);
  assert.match(collected.text, /^Total output lines: 5000\n\nstep <\|endoftext\|>/);
  texts.push(text);
}
assert.deepEqual(new Set(texts).size, 1, 'one encoding, one text');
console.log('Three tokenizers agree.');
