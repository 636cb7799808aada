import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Omission, Redact } from '../../src/index.js';
import { byteLength, utf8 } from '../helpers/bytes.js';
import { cut, everySplit, pieceSizes } from '../helpers/cuts.js';
import { outcome, pushAll, run } from '../helpers/run.js';

const redacted = (options: ConstructorParameters<typeof Redact>[0], text: string) =>
  run(new Redact(options), [text]).join('');

/** Masks all that is covered by some occurrence, in one go for each run. */
function model(secrets: readonly string[], text: string, mask: string): string {
  const covered = new Array<boolean>(text.length).fill(false);
  for (const secret of secrets) {
    for (let at = 0; at <= text.length - secret.length; at++) {
      if (text.startsWith(secret, at)) covered.fill(true, at, at + secret.length);
    }
  }
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (!covered[at]) out += text[at];
    else if (!covered[at - 1]) out += mask;
  }
  return out;
}

const letters = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '🔑'), minLength: 1, maxLength: 6 });

test('Redact masks what a plain search finds, however texts overlap and the input is cut', () => {
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', '\n', 'é', '🔑'), maxLength: 60 }),
      pieceSizes,
      fc.boolean(),
      (secrets, text, sizes, asBytes) => {
        const redact = new Redact({ secrets, mask: '<>' });
        const out = run(redact, cut<Uint8Array | string>(asBytes ? utf8(text) : text, sizes)).join('');
        expect(out).toBe(model(secrets, text, '<>'));
        expect(byteLength(out.replaceAll('<>', '')) + redact.omittedBytes).toBe(byteLength(text));
      },
    ),
    { numRuns: 500 },
  );
});

test('Redact holds no more than could become a secret, and always less than the longest', () => {
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 3 }), letters, letters, (secrets, before, after) => {
      const text = before + after;
      const redact = new Redact({ secrets });
      pushAll(redact, [text]);
      const begins = (end: string) => secrets.some((secret) => secret !== end && secret.startsWith(end));
      let held = '';
      for (const start of [...text].keys()) {
        const end = [...text].slice(start).join('');
        if (begins(end) && end.length > held.length) held = end;
      }
      expect(redact.pendingBytes).toBe(byteLength(held));
      expect(held.length).toBeLessThan(Math.max(...secrets.map((secret) => secret.length)));
    }),
  );
});

test('Redact gives one mask for a secret that repeats itself, and for secrets that overlap', () => {
  expect(redacted({ secrets: ['aXaXa'] }, '.aXaXaXa.')).toBe('.[masked].');
  expect(redacted({ secrets: ['abcd', 'cdef', 'c'] }, 'abcdef c')).toBe('[masked] [masked]');
});

test('Redact masks pieces of a secret on both sides of an Omission, and between two', () => {
  const gap = new Omission({ bytes: 3, lines: 0, scalars: 3 });
  const secrets = ['abcdefgh'];
  expect(run(new Redact({ secrets }), ['x abc', gap, 'fgh y'])).toEqual(['x ', '[masked]', gap, '[masked] y']);
  expect(run(new Redact({ secrets }), ['ab', gap, 'cd', gap, 'gh'])).toEqual([
    '[masked]',
    gap,
    '[masked]',
    gap,
    '[masked]',
  ]);
  expect(run(new Redact({ secrets }), ['x', gap, 'cd y', gap, 'h'])).toEqual(['x', gap, 'cd y', gap, '[masked]']);
  expect(run(new Redact({ secrets }), ['x', gap, 'ghabcdefgh'])).toEqual(['x', gap, '[masked]']);
  expect(run(new Redact({ secrets }), ['ab', new Omission({ bytes: 0, lines: 0, scalars: 0 }), 'x'])).toEqual(['abx']);
});

test('Redact gives and counts the same at every cut beside an Omission', () => {
  const gap = new Omission({ bytes: 9, lines: 1, scalars: 9 });
  const make = () =>
    new Redact({ secrets: ['ab🔑ab', 'bba'], names: ['KEY'], patterns: [{ pattern: /id-\d+/, maxMatchBytes: 8 }] });
  const parts = ['x ab🔑', gap, '🔑ab KEY="v', gap, 'w" id-1', gap, '2bba ab'];
  const whole = outcome(make(), parts);
  parts.forEach((part, index) => {
    if (part instanceof Omission) return;
    for (const chunks of everySplit(part)) {
      expect(outcome(make(), [...parts.slice(0, index), ...chunks, ...parts.slice(index + 1)])).toEqual(whole);
    }
  });
});

const NAMED: readonly [string, string][] = [
  ['TOKEN=abc def\nnext', 'TOKEN=[masked]\nnext'],
  ['run -e TOKEN=abc image', 'run -e TOKEN=[masked] image'],
  ['run -e "TOKEN=abc def" image', 'run -e "TOKEN=[masked]" image'],
  ["export TOKEN='a b' x", "export TOKEN='[masked]' x"],
  ['--token=abc x', '--token=[masked] x'],
  ['authorization: Bearer abc.def\r\nok: 1', 'authorization: [masked]\r\nok: 1'],
  ['curl -H "Authorization: Bearer abc" https://x', 'curl -H "Authorization: [masked]" https://x'],
  ['Proxy-Authorization: Basic abc', 'Proxy-Authorization: [masked]'],
  ['{"token": "a\\"b\\\\", "ok": 1}', '{"token": "[masked]", "ok": 1}'],
  ['{"token":12,"ok":[1]}', '{"token":[masked],"ok":[1]}'],
  ['{"m":"{\\"token\\": \\"a\\\\\\"b\\", \\"ok\\": 1}"}', '{"m":"{\\"token\\": \\"[masked]\\", \\"ok\\": 1}"}'],
  ['{"token": {"inner": "abc"}}\n', '{"token": [masked]\n'],
  ["{ 'token' : 'abc' }", "{ 'token' : '[masked]' }"],
  ['TOKEN=\nnext=1', 'TOKEN=\nnext=1'],
  ['MYTOKEN=abc TOKEN_ID=abc tokens: 5', 'MYTOKEN=abc TOKEN_ID=abc tokens: 5'],
  ['the token is here', 'the token is here'],
  ['TOKEN = TOKEN=x\nTOKEN:y', 'TOKEN = [masked]\nTOKEN:[masked]'],
  ['x TOKEN=a TOKEN=b', 'x TOKEN=[masked] TOKEN=[masked]'],
];

test('Redact masks the values of names as environments, headers and JSON write them, at every cut', () => {
  for (const [text, expected] of NAMED) {
    const make = () => new Redact({ names: ['TOKEN', 'Authorization'] });
    expect(run(make(), [text]).join('')).toBe(expected);
    const whole = outcome(make(), [text]);
    for (const chunks of everySplit(text)) expect(outcome(make(), chunks)).toEqual(whole);
  }
});

test('Redact passes on at once what is no beginning of a name, and holds none of a long value', () => {
  const redact = new Redact({ names: ['API_KEY'] });
  expect(redact.push('Continue? ')).toEqual(['Continue? ']);
  expect(redact.push('API')).toEqual([]);
  expect(redact.push(' is')).toEqual(['API is']);
  expect(redact.push(' API_KEY=')).toEqual([' API_KEY=']);
  expect(redact.push('v'.repeat(100_000))).toEqual(['[masked]']);
  expect([redact.push('v'), redact.pendingBytes, redact.omittedBytes]).toEqual([[], 0, 100_001]);
});

test('Redact takes a name for text, whatever is in it', () => {
  const name = 'a.b+(c)[d]$^|\\/{e}-é🔑';
  expect(redacted({ names: [name] }, `${name}=1 aXb=2`)).toBe(`${name}=[masked]`);
  for (const chunks of everySplit(`x ${name}=1 y`)) {
    expect(run(new Redact({ names: [name] }), chunks).join('')).toBe(`x ${name}=[masked] y`);
  }
});

test('Redact masks the matches of a pattern as in the whole text, wherever its blocks and chunks end', () => {
  const pattern = /(?<=\W)id-\d{1,5}\b(?!!)/;
  const pieces = fc.constantFrom('id-123', 'id-1', 'id-', '12', ' ', '!', 'é', '🔑', 'x', '.');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), pieceSizes, (parts, sizes) => {
      const text = parts.join('');
      const expected = text.replace(new RegExp(pattern, 'g'), '<>');
      const make = () => new Redact({ patterns: [{ pattern, maxMatchBytes: 10 }], mask: '<>' });
      expect(run(make(), cut(text, sizes)).join('')).toBe(expected.replaceAll('<><>', '<>'));
    }),
    { numRuns: 500 },
  );
});

test('Redact masks whole scalar values, and gives the same for a pattern that keeps no promise', () => {
  const patterns = [/[\ud83d]/, /(?:.|\n){3,}$/, /\w+/, /^x/, /$/, /(?:)/, /🔑/u, /x$|é+/gy];
  const pieces = fc.constantFrom('🔑', 'x', 'é', ' ', '\n');
  for (const pattern of patterns) {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), pieceSizes, (parts, sizes) => {
        const text = parts.join('');
        const make = () => new Redact({ patterns: [{ pattern, maxMatchBytes: 4 }] });
        const whole = outcome(make(), [text]);
        expect(outcome(make(), cut(text, sizes))).toEqual(whole);
        expect(whole.output.join('').isWellFormed()).toBe(true);
      }),
    );
  }
});

test('Redact never shows a secret in an error', () => {
  const wrong: [unknown, string][] = [
    [{ secrets: ['a', ''] }, 'Cannot create Redact: secrets[1] must not be empty'],
    [{ secrets: [12345] }, 'Cannot create Redact: secrets[0] must be a string, got number'],
    [{ secrets: 's3cret' }, 'Cannot create Redact: secrets must be an array, got string'],
    [{ names: [''] }, 'Cannot create Redact: names[0] must not be empty'],
    [{ mask: 1 }, 'Cannot create Redact: mask must be a string, got 1'],
    [{ patterns: [{ pattern: 'x', maxMatchBytes: 1 }] }, 'patterns[0].pattern must be a RegExp, got "x"'],
    [{ patterns: [{ pattern: /x/ }] }, 'patterns[0].maxMatchBytes must be a number, got undefined'],
    [{ patterns: [{ pattern: /x/, maxMatchBytes: 0 }] }, 'patterns[0].maxMatchBytes must be an integer >= 1, got 0'],
  ];
  for (const [options, message] of wrong) expect(() => new Redact(options as never)).toThrow(message);
});

test('Redact keeps its mask well-formed, and gives all where nothing is asked for', () => {
  expect(redacted({ secrets: ['x'], mask: '\ud83d' }, 'axb')).toBe('a\ufffdb');
  expect(redacted({}, 'axb')).toBe('axb');
});
