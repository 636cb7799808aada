/** A process of its own that takes one stream to its end in one way, and prints what that needed. */
import { freshStream, read, TOKENS } from '../lib/streams.mjs';
import { KiB, linesOf } from '../lib/texts.mjs';

const CHUNK_BYTES = 64 * KiB;
/** What 10,000 tokens are, at four bytes each. */
const KEPT_UNITS = 4 * TOKENS;
/** As much as a string can have. */
const MOST_UNITS = 2 ** 29 - 24;

const slice = (text) => {
  if (text.length <= KEPT_UNITS) return text;
  return `${text.slice(0, KEPT_UNITS / 2)}\n... truncated ...\n${text.slice(-KEPT_UNITS / 2)}`;
};

/** Each gives a function that takes a stream to its end; what it imports is a part of its process. */
const VARIANTS = {
  async floor() {
    return async (stream) => String((await read(stream)).length);
  },
  async identity() {
    return async (stream) => String((await read(stream.pipeThrough(new TransformStream()))).length);
  },
  async collect() {
    const { collect } = await import('../millrace.mjs');
    return async (stream) => (await collect(stream, { maxOutputTokens: TOKENS })).text;
  },
  async composed() {
    const { composed } = await import('../lib/pipelines.mjs');
    return (stream) => read(stream.pipeThrough(composed()));
  },
  async decoder() {
    return async (stream) => {
      const parts = [];
      const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
      return slice(parts.join(''));
    };
  },
  async response() {
    return async (stream) => slice(await new Response(stream).text());
  },
  async getStream() {
    const { default: getStream } = await import('get-stream');
    return async (stream) => slice(await getStream(stream, { maxBuffer: MOST_UNITS }));
  },
  async agents() {
    const { truncateOutput } = await import('@openai/agents-core/sandbox/internal');
    return async (stream) => {
      const decoder = new TextDecoder();
      const reader = stream.getReader();
      let output = '';
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        output += decoder.decode(next.value, { stream: true });
      }
      return truncateOutput(output + decoder.decode(), TOKENS).text;
    };
  },
  async tokenizer() {
    const { encode, decode } = await import('gpt-tokenizer/encoding/o200k_base');
    return async (stream) => {
      const tokens = encode(await new Response(stream).text());
      return decode([...tokens.slice(0, TOKENS / 2), ...tokens.slice(-TOKENS / 2)]);
    };
  },
};

const [variant, kind, bytes] = process.argv.slice(2);
const loadStart = performance.now();
const run = await VARIANTS[variant]();
const loadMs = performance.now() - loadStart;
const stream = freshStream(linesOf(kind, CHUNK_BYTES), Number(bytes));
const before = process.memoryUsage.rss();
const start = performance.now();
let text = '';
let error;
try {
  text = await run(stream);
} catch (reason) {
  error = `${reason.name}: ${reason.message}`;
}
const ms = performance.now() - start;
const growth = process.resourceUsage().maxRSS * KiB - before;
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ ms, loadMs, cpuMs: (user + system) / 1000, growth, units: text.length, error }));
