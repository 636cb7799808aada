import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeJsonLine, JsonlEncode, type RedactRules } from '../src/index.js';
import { Redaction } from '../src/redaction.js';
import { fromBase64 } from './helpers/bytes.js';

const redacted = (text: string, rules: RedactRules) => new Redaction('test', rules).text(text);
const encoded = (value: unknown, redact: RedactRules) => JSON.parse(encodeJsonLine(value, { redact }));

/** Looks at each place for itself: what a secret covers is masked, and finds that overlap are one. */
function model(text: string, secrets: readonly string[], mask: string): string {
  const isCovered = new Array<boolean>(text.length).fill(false);
  const begins = new Array<boolean>(text.length).fill(false);
  for (let at = 0; at < text.length; at++) {
    for (const secret of secrets) {
      if (!text.startsWith(secret, at)) continue;
      if (!isCovered[at]) begins[at] = true;
      isCovered.fill(true, at, at + secret.length);
    }
  }
  return [...isCovered.keys()].map((at) => (begins[at] ? mask : isCovered[at] ? '' : text[at])).join('');
}

test('redact masks every place of every secret, and nothing else', () => {
  const letters = fc.constantFrom('a', 'b', 'c');
  const text = fc.string({ unit: letters, maxLength: 30 });
  const secrets = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(text, secrets, (text, secrets) => {
      expect(redacted(text, { secrets, mask: '#' })).toBe(model(text, secrets, '#'));
    }),
  );
});

test.each([
  ['KEY=abc', 'KEY=#'],
  ['export KEY="a b" next', 'export KEY="#" next'],
  ["KEY='a b' next", "KEY='#' next"],
  ['key: Bearer abc\nnext: x', 'key: #\nnext: x'],
  ['{"Key":"a\\"b","n":1}', '{"Key":"#","n":1}'],
  ['{\\"key\\":\\"abc', '{\\"key\\":\\"#'],
  ['?key=abc&b=c', '?key=#&b=c'],
  ['KEY = abc; b', 'KEY = #; b'],
  ['my-key=abc OTHERKEY=abc', 'my-key=abc OTHERKEY=abc'],
  ['key', 'key'],
  ['key=', 'key='],
  ['X.Y=abc XaY=abc', 'X.Y=# XaY=abc'],
])('redact masks the value behind a name in a text: %s', (text, expected) => {
  expect(redacted(text, { names: ['key', 'x.y'], mask: '#' })).toBe(expected);
});

test('redact takes patterns as RegExps and as text, and passes over empty matches', () => {
  expect(redacted('sk-12 SK-34 x', { patterns: ['sk-\\d+', /sk-3\d/i, /y*/g] })).toBe('[masked] [masked] x');
});

test('redact masks by name at any depth, in maps and errors, whatever the value is', () => {
  const secret = 's3cret';
  const hostile = {
    get apiKey() {
      throw new Error(secret);
    },
  };
  const value = {
    apiKey: { deep: secret },
    list: [{ APIKEY: [secret] }, new Map([['apikey', secret]])],
    error: Object.assign(new Error('x'), { apiKey: secret }),
    hostile,
  };
  const line = encodeJsonLine(value, { redact: { names: ['apiKey'] } });
  expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({
    apiKey: '[masked]',
    list: [{ APIKEY: '[masked]' }, { apikey: '[masked]' }],
  });
});

test('redact masks a secret in values, keys, numbers, bytes and notes of what threw', () => {
  const secret = '12345';
  const value = {
    text: `a${secret}b`,
    n: 9123459,
    big: 12345n,
    [`key ${secret}`]: 1,
    bytes: new TextEncoder().encode(`<${secret}>`),
    other: Uint8Array.of(0xff),
    get thrown() {
      throw new Error(`no ${secret}`);
    },
    date: { toJSON: () => secret },
  };
  const got = encoded(value, { secrets: [secret], mask: '#' });
  expect(got).toMatchObject({ text: 'a#b', n: '9#9', big: '#', 'key #': 1, thrown: '[threw Error: no #]', date: '#' });
  expect(new TextDecoder().decode(fromBase64(got.bytes))).toBe('<#>');
  expect(got.other).toBe('/w==');
});

test('redact never lets a secret through, and leaves the record as it was', () => {
  const secret = 'x9y';
  const word = fc.oneof(fc.string({ maxLength: 5 }), fc.constant(secret), fc.constant(`-${secret}-`));
  const record = fc.object({ key: word, values: [word, fc.integer(), fc.boolean()], maxDepth: 3 });
  fc.assert(
    fc.property(record, (record) => {
      const before = structuredClone(record);
      expect(encodeJsonLine(record, { redact: { secrets: [secret] } })).not.toContain(secret);
      expect(record).toEqual(before);
    }),
  );
});

test('redact with nothing to find changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const redact = { names: ['~name~'], secrets: ['~secret~'], patterns: ['~\\d{20}~'] };
      expect(encodeJsonLine(value, { redact })).toBe(encodeJsonLine(value));
    }),
  );
});

test('redact masks a whole text when the search through it fails', () => {
  const redaction = new Redaction('test', { patterns: ['s\\w+'] });
  const search = vi.spyOn(String.prototype, 'matchAll').mockImplementation(() => {
    throw new RangeError('out of memory');
  });
  try {
    expect(redaction.text('a s3cret')).toBe('[masked]');
  } finally {
    search.mockRestore();
  }
});

test.each([
  [{ secrets: [''] }, 'test: redact.secrets must not hold an empty string'],
  [{ names: 'a' }, 'test: redact.names must be an array of strings, got "a"'],
  [{ patterns: [1] }, 'test: redact.patterns must be an array of RegExps or strings, got an array'],
  [{ patterns: ['('] }, 'test: redact.patterns must hold sources of RegExps, got "("'],
  [{ mask: 1 }, 'test: redact.mask must be a string, got 1'],
  ['names', 'test: redact: options must be an object, got "names"'],
])('redact refuses %j', (rules, message) => {
  expect(() => new Redaction('test', rules as never)).toThrow(message);
  expect(() => new JsonlEncode({ redact: rules as never })).toThrow(
    message.replace('test', 'Cannot create JsonlEncode'),
  );
});
