/** What the library is measured beside: packages, and what each does less or more. */
import { readFileSync } from 'node:fs';

const NOTES = {
  'get-stream':
    'Gives a whole stream as one string. Without `maxBuffer` its memory is that of the stream; at `maxBuffer` it throws, with the beginning alone, and stops the source. It decodes UTF-8 and counts nothing.',
  '@openai/agents-core':
    'The tools of the OpenAI Agents SDK: `truncateOutput` of `@openai/agents-core/sandbox/internal` cuts a whole string to tokens, with the same idea of a token, head, marker and tail; it encodes each code point by itself. Measured with all that came appended to one string. Its own local sandbox keeps the last 1,048,576 code units of a process, three times, and loses the beginning before it cuts.',
  'gpt-tokenizer':
    'Real tokens (o200k_base) of all the text, of which the first and the last 5,000 are kept: exact where the others estimate.',
  'safe-stable-stringify':
    'Sorted keys, circular references, bigints. No promise of one line, and none about lone surrogates.',
  'fast-json-stable-stringify': 'Sorted keys. Fails for bigints; circular references only by choice.',
  'json-stable-stringify': 'Sorted keys by a comparison of choice. Fails for bigints; circular references by choice.',
  canonicalize: 'Canonical JSON of RFC 8785: sorted by code unit. Fails for circular references, bigints and NaN.',
};

/** Package, version and note of each, as they are installed. */
export function peers() {
  return Object.entries(NOTES).map(([name, note]) => {
    const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
    return { name, version: JSON.parse(readFileSync(file, 'utf8')).version, note };
  });
}
