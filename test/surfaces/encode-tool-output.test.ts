import fc from 'fast-check';
import {
  type ContentItem,
  encodeToolOutput,
  previewText,
  type ToolOutputKind,
  TruncationPolicy,
  truncate,
} from 'millrace';
import { expect, test } from 'vitest';
import { goodText } from '../helpers/arbitraries.js';
import { byteLength } from '../helpers/bytes.js';

const { bytes, tokens } = TruncationPolicy;
const KINDS: readonly ToolOutputKind[] = ['function', 'custom', 'tool_result', 'mcp'];
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const WAV = 'data:audio/wav;base64,UklGRg==';
const EVERY_KIND: readonly ContentItem[] = [
  { type: 'input_text', text: 'one' },
  { type: 'input_image', image_url: PNG, detail: 'low' },
  { type: 'input_image', image_url: 'https://example.org/a.png' },
  { type: 'input_audio', audio_url: WAV },
  { type: 'encrypted_content', encrypted_content: 'sealed' },
];

/** All texts that the model reads. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const { text, output, content } = value as Record<string, unknown>;
  const own = [text, output, content].filter((field) => typeof field === 'string');
  return [...own, ...textsOf(output), ...textsOf(content)];
}

test('encodeToolOutput stays within the policy times the allowance, in every shape', () => {
  const content = fc.oneof(goodText, fc.array(goodText.map((text) => ({ type: 'input_text' as const, text }))));
  const given = fc.record({
    kind: fc.constantFrom(...KINDS),
    content,
    policy: fc.tuple(fc.constantFrom(bytes, tokens), fc.nat(90)).map(([of, n]) => of.call(TruncationPolicy, n)),
    allowance: fc.option(fc.double({ min: 0, max: 3, noNaN: true }), { nil: undefined }),
    wallTimeMs: fc.option(fc.nat(1e9), { nil: undefined }),
  });
  fc.assert(
    fc.property(given, ({ allowance, wallTimeMs, ...rest }) => {
      const extra = { ...(allowance !== undefined && { allowance }), ...(wallTimeMs !== undefined && { wallTimeMs }) };
      const { item, report } = encodeToolOutput({ callId: 'call_1', ...rest, ...extra });
      const shown = textsOf(item);
      const most = rest.policy.times(allowance ?? 1.2).byteBudget();
      expect(shown.reduce((sum, text) => sum + byteLength(text), 0)).toBeLessThanOrEqual(most);
      const texts = typeof rest.content === 'string' ? [rest.content] : rest.content.map(({ text }) => text);
      expect(report.totalBytes).toBe(texts.reduce((sum, text) => sum + byteLength(text), 0));
      if (!report.truncated) expect(shown.join('')).toContain(texts.join(''));
    }),
  );
});

test('encodeToolOutput cuts a text as truncate does, with the allowance rounded up', () => {
  const content = '0123456789'.repeat(40);
  const { item, report } = encodeToolOutput({ callId: 'c', kind: 'custom', content, policy: tokens(11) });
  const expected = truncate(content, tokens(14));
  expect(item).toEqual({ type: 'custom_tool_call_output', call_id: 'c', output: expected.text });
  expect(report).toMatchObject({ truncated: true, omittedBytes: expected.report.omittedBytes, totalTokens: 100 });
});

test('encodeToolOutput says how long the tool ran, where there is room', () => {
  const encode = (wallTimeMs: number, limit: number, content: string | ContentItem[] = 'ok') =>
    encodeToolOutput({ callId: 'c', kind: 'function', content, policy: bytes(limit), allowance: 1, wallTimeMs }).item
      .output;
  expect(encode(1234.4, 100)).toBe('Wall time: 1.234 seconds\nOutput:\nok');
  expect(encode(0, 58)).toBe('Wall time: 0 seconds\nOutput:\nok');
  expect(encode(0, 57)).toBe('ok');
  expect(encode(250, 100, [{ type: 'input_text', text: 'ok' }])).toEqual([
    { type: 'input_text', text: 'Wall time: 0.25 seconds\nOutput:\n' },
    { type: 'input_text', text: 'ok' },
  ]);
});

test('encodeToolOutput has a form for what each shape takes, and notes the rest', () => {
  const [textItem, pngItem, urlItem, audioItem, encryptedItem] = EVERY_KIND;
  const encode = <K extends ToolOutputKind>(kind: K) =>
    encodeToolOutput({ callId: 'c', kind, content: EVERY_KIND, policy: bytes(1000), isError: true });
  const responses = [textItem, pngItem, { ...urlItem, detail: 'auto' }, audioItem, encryptedItem];
  expect(encode('function').item).toEqual({ type: 'function_call_output', call_id: 'c', output: responses });
  expect(encode('custom').item).toEqual({ type: 'custom_tool_call_output', call_id: 'c', output: responses });
  expect(encode('tool_result').item).toEqual({
    type: 'tool_result',
    tool_use_id: 'c',
    content: [
      { type: 'text', text: 'one' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      { type: 'text', text: '[omitted 1 audio items ...]' },
      { type: 'text', text: '[omitted 1 encrypted items ...]' },
    ],
    is_error: true,
  });
  expect(encode('mcp').item).toEqual({
    content: [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'https://example.org/a.png', name: 'image' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'text', text: '[omitted 1 encrypted items ...]' },
    ],
    isError: true,
  });
  expect(encode('mcp').report).toMatchObject({ truncated: true, omittedItems: { encrypted: 1, audio: 0 } });
});

test('encodeToolOutput leaves out an image of a type that the shape does not take, and one that is not base64', () => {
  const imagesOf = (kind: ToolOutputKind, url: string) => {
    const content = [{ type: 'input_image' as const, image_url: url }];
    return encodeToolOutput({ callId: 'c', kind, content, policy: bytes(1000) }).report.omittedItems.image;
  };
  const tiff = 'data:image/tiff;base64,SUkqAA==';
  expect(KINDS.map((kind) => imagesOf(kind, tiff))).toEqual([0, 0, 1, 0]);
  expect(KINDS.map((kind) => imagesOf(kind, 'data:image/png,%89PNG'))).toEqual([0, 0, 1, 1]);
  expect(KINDS.map((kind) => imagesOf(kind, 'DATA:IMAGE/PNG;name=a;BASE64,iVBORw0KGgo='))).toEqual([0, 0, 0, 0]);
  expect(KINDS.map((kind) => imagesOf(kind, 'data:'))).toEqual([0, 0, 1, 1]);
});

test('encodeToolOutput leaves out what the model does not take', () => {
  const modalities = { image: false, audio: false, encrypted: false };
  const { item, report } = encodeToolOutput({
    callId: 'c',
    kind: 'function',
    content: EVERY_KIND,
    policy: bytes(500),
    modalities,
  });
  expect(textsOf(item)).toEqual([
    'one',
    '[omitted 2 image items ...]',
    '[omitted 1 audio items ...]',
    '[omitted 1 encrypted items ...]',
  ]);
  expect(report.omittedItems).toEqual({ text: 0, image: 2, audio: 1, encrypted: 1, other: 0 });
});

test('encodeToolOutput previews the whole output within caps of its own', () => {
  const content = 'line of output\n'.repeat(1000);
  const encode = (given: string | ContentItem[], preview?: { maxBytes: number }) =>
    encodeToolOutput({
      callId: 'c',
      kind: 'function',
      content: given,
      policy: bytes(1),
      wallTimeMs: 5,
      ...(preview && { preview }),
    });
  expect(encode(content).preview).toBe(previewText(content).text);
  expect(encode(content, { maxBytes: 20 }).preview).toBe(previewText(content, { maxBytes: 20 }).text);
  const items: ContentItem[] = [{ type: 'input_text', text: 'a' }, ...EVERY_KIND, { type: 'input_text', text: 'b' }];
  expect(encode(items).preview).toBe('a\none\nb');
});

test('encodeToolOutput counts header and text as a whole, where a tokenizer counts more than in both', () => {
  // A line feed that comes with others costs more.
  const count = (text: string) => text.length + 3 * (text.match(/\n\n+/g)?.length ?? 0);
  const encode = (content: string, limit: number, own = count) => {
    const options = { content, policy: TruncationPolicy.tokens(limit), allowance: 1, wallTimeMs: 7 };
    const tokenizer = { name: 'own', count: own };
    return textsOf(encodeToolOutput({ callId: 'c', kind: 'function', ...options, tokenizer }).item).join('');
  };
  for (let limit = 0; limit < 150; limit++) {
    for (const content of ['\nx', `\n${'word '.repeat(9)}`, `\n${'word '.repeat(99)}`]) {
      expect(count(encode(content, limit))).toBeLessThanOrEqual(limit);
    }
  }
  // One that says something else once the header is shown ends as well, in no text.
  let asked = 0;
  const liar = (text: string) => (text.startsWith('Wall') && ++asked > 2 ? 20_000 : count(text));
  expect(encode('text '.repeat(9), 10_000, liar)).toBe('Wall time: 0.007 seconds\nOutput:\n');
  expect(asked).toBeLessThan(20);
});

test('encodeToolOutput counts by a tokenizer, header, markers and notes included', () => {
  const tokenizer = { name: 'code units', count: (text: string) => text.length };
  const content = fc.oneof(goodText, fc.array(goodText.map((text) => ({ type: 'input_text' as const, text }))));
  fc.assert(
    fc.property(content, fc.nat(200), fc.constantFrom(...KINDS), (given, limit, kind) => {
      const policy = TruncationPolicy.tokens(limit);
      const { item } = encodeToolOutput({ callId: 'c', kind, content: given, policy, tokenizer, wallTimeMs: 7 });
      expect(textsOf(item).join('').length).toBeLessThanOrEqual(policy.times(1.2).limit);
    }),
  );
  expect(() =>
    encodeToolOutput({ callId: 'c', kind: 'function', content: '', policy: TruncationPolicy.bytes(9), tokenizer }),
  ).toThrow(new TypeError('encodeToolOutput: tokenizer counts tokens, and the policy is of bytes'));
});

test('encodeToolOutput refuses what is of the wrong kind or value, by name', () => {
  const good = { callId: 'c', kind: 'function', content: '', policy: bytes(1) };
  const encode = (options: unknown) => () => encodeToolOutput(options as Parameters<typeof encodeToolOutput>[0]);
  const wrong: [unknown, Error][] = [
    [null, new TypeError('encodeToolOutput: options must be an object, got null')],
    [{ ...good, callId: 5 }, new TypeError('encodeToolOutput: callId must be a string, got 5')],
    [
      { ...good, kind: 'tool' },
      new RangeError(`encodeToolOutput: kind must be 'function' or 'custom' or 'tool_result' or 'mcp', got "tool"`),
    ],
    [{ ...good, content: 5 }, new TypeError('encodeToolOutput: content must be a string or an array of items, got 5')],
    [{ ...good, policy: {} }, new TypeError('encodeToolOutput: policy must be a TruncationPolicy, got an object')],
    [
      { ...good, allowance: -1 },
      new RangeError(`encodeToolOutput: allowance must be between 0 and ${Number.MAX_VALUE}, got -1`),
    ],
    [
      { ...good, wallTimeMs: Number.NaN },
      new RangeError(`encodeToolOutput: wallTimeMs must be between 0 and ${Number.MAX_SAFE_INTEGER}, got NaN`),
    ],
    [{ ...good, isError: 'no' }, new TypeError('encodeToolOutput: isError must be true or false, got "no"')],
  ];
  for (const [options, error] of wrong) expect(encode(options)).toThrow(error);
});
