import fc from 'fast-check';
import {
  BudgetTruncate,
  estimateStyle,
  estimateTokens,
  Omission,
  strictStyle,
  type Tokenizer,
  TruncationPolicy,
  truncate,
} from 'millrace';
import { expect, test } from 'vitest';
import { goodText, roughText } from '../helpers/arbitraries.js';
import { byteLength } from '../helpers/bytes.js';
import { cut as cutText, pieceSizes } from '../helpers/cuts.js';

const { bytes, tokens } = TruncationPolicy;
const of = (limit: number) => tokens.call(TruncationPolicy, limit);

/** Tokenizers whose counts anyone can check. */
const TOKENIZERS: readonly Tokenizer[] = [
  { name: 'bytes', count: byteLength },
  { name: 'code units', count: (text) => text.length },
  { name: 'words', count: (text) => text.match(/\w+|[^\w\s]|\s+/g)?.length ?? 0 },
  { name: 'thirds', count: (text) => Math.ceil(byteLength(text) / 3) },
];
const tokenizer = fc.constantFrom(...TOKENIZERS);
const long = fc.tuple(goodText, fc.nat(30)).map(([text, times]) => text.repeat(times));

test('truncate has at most the tokens that a tokenizer counts, of a true beginning and a true end', () => {
  fc.assert(
    fc.property(long, tokenizer, fc.nat(120), fc.boolean(), (text, own, limit, heading) => {
      const result = truncate(text, of(limit), { tokenizer: own, heading });
      const { head, tail, truncated, omittedBytes, totalBytes } = result.report;
      expect(own.count(result.text)).toBeLessThanOrEqual(limit);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(totalBytes - omittedBytes).toBe(truncated ? byteLength(head) + byteLength(tail) : totalBytes);
      const marker = truncated && result.text.length > head.length + tail.length;
      if (marker) expect(result.text).toContain(`${head}…${result.report.omittedTokens} tokens truncated…${tail}`);
      else expect(result.text).toBe(head + tail);
    }),
    { numRuns: 1000 },
  );
});

test('truncate keeps a text whole that has as many tokens as the limit, and tells their number', () => {
  fc.assert(
    fc.property(goodText, tokenizer, (text, own) => {
      const count = own.count(text);
      // Of more bytes a token no more is held.
      fc.pre(byteLength(text) <= 32 * count);
      const { text: whole, report } = truncate(text, of(count), { tokenizer: own });
      expect(whole).toBe(text);
      expect(report).toMatchObject({ truncated: false, estimated: false, totalTokens: count, omittedTokens: 0 });
      if (count > 0) expect(truncate(text, of(count - 1), { tokenizer: own }).report.truncated).toBe(true);
    }),
  );
});

test('truncate comes within 8 tokens of the limit, or 2 percent, and shows a marker wherever one fits', () => {
  const text = 'The wheel turns; 漢字 and 😀 too.\n'.repeat(4000);
  for (const own of TOKENIZERS.slice(0, 2).concat(TOKENIZERS.slice(3))) {
    for (const limit of [0, 1, 5, 16, 25, 26, 27, 30, 64, 100, 1000, 10_000, 30_000]) {
      const { text: cut } = truncate(text, of(limit), { tokenizer: own });
      expect(own.count(cut)).toBeLessThanOrEqual(limit);
      expect(own.count(cut), `${own.name} ${limit}`).toBeGreaterThanOrEqual(limit - Math.max(8, limit * 0.02));
      const marker = own.count('…99999 tokens truncated…');
      if (limit >= marker + 1) expect(cut).toMatch(/…\d+ tokens truncated…/);
    }
  }
});

test('BudgetTruncate with a tokenizer gives the same however the input is cut, an omission too', () => {
  fc.assert(
    fc.property(roughText, pieceSizes, fc.nat(30), tokenizer, (text, sizes, limit, own) => {
      const options = { tokenizer: own, heading: true };
      const whole = truncate(text, of(limit), options);
      const truncated = new BudgetTruncate(of(limit), options);
      for (const chunk of cutText(text, sizes)) truncated.push(chunk);
      expect([truncated.flush().join(''), truncated.report]).toEqual([whole.text, whole.report]);
    }),
  );
  const gap = new BudgetTruncate(of(60), { tokenizer: TOKENIZERS[0]! });
  gap.push('head');
  gap.push(new Omission({ bytes: 4000, lines: 3, scalars: 4000 }));
  gap.push('tail');
  expect(gap.flush()).toEqual(['head…1000 tokens truncated…tail']);
});

test('truncate asks a tokenizer few times, and never for much more than the limit', () => {
  const asked: number[] = [];
  const count = (text: string) => {
    asked.push(text.length);
    return Math.ceil(text.length / 5);
  };
  const text = 'a word and one more\n'.repeat(500_000);
  for (const limit of [16, 100, 1000, 10_000, 100_000]) {
    asked.length = 0;
    const { text: cut } = truncate(text, of(limit), { tokenizer: { name: 'fifths', count } });
    expect(Math.ceil(cut.length / 5)).toBeGreaterThan(limit - Math.max(8, limit * 0.02));
    expect(asked.length).toBeLessThanOrEqual(2 * Math.log2(32 * limit) + 2);
    expect(Math.max(...asked)).toBeLessThanOrEqual(32 * limit + 100);
  }
});

test('truncate counts what it gives as a whole, and long runs of one kind in pieces before', () => {
  const asked: number[] = [];
  const count = (text: string) => {
    asked.push(text.length);
    return Math.ceil(text.length / 8);
  };
  const limit = 2000;
  for (const char of ['a', '7', ' ', '=', '漢', '。', '😀']) {
    asked.length = 0;
    const { text } = truncate(char.repeat(100_000), of(limit), { tokenizer: { name: 'eighths', count } });
    expect(asked.at(-1)).toBe(text.length);
    // Two runs and a marker.
    expect(Math.max(...asked.slice(0, -1))).toBeLessThanOrEqual(2100);
    expect(count(text)).toBeLessThanOrEqual(limit);
    expect(count(text)).toBeGreaterThan(limit * 0.98);
    expect(text.isWellFormed()).toBe(true);
  }
});

test('truncate keeps less of runs that would take a tokenizer too long, and all of a text without any', () => {
  const asked: number[] = [];
  const count = (text: string) => {
    for (const run of text.match(/a+/g) ?? []) asked.push(run.length);
    return text.length;
  };
  const own = { name: 'code units', count };
  const run = 'a'.repeat(46_340);
  expect(truncate(run, of(50_000), { tokenizer: own }).text === run).toBe(true);
  const longer = truncate(`${run}a`, of(50_000), { tokenizer: own });
  expect(longer.report.truncated).toBe(true);
  expect(longer.text.length).toBeGreaterThan(46_000);
  const { report } = truncate('a'.repeat(500_000), of(400_000), { tokenizer: own });
  expect(report.head.length + report.tail.length).toBeGreaterThan(65_000);
  expect(report.head.length + report.tail.length).toBeLessThanOrEqual(65_536);
  expect(Math.max(...asked)).toBe(46_340);
  const sentences = '漢字仮名、漢字仮名。'.repeat(9000);
  expect(truncate(sentences, of(sentences.length), { tokenizer: own }).text === sentences).toBe(true);
  expect(truncate('漢'.repeat(90_000), of(90_000), { style: estimateStyle }).text.length).toBeGreaterThan(30_000);
});

test('truncate gives at most the limit where a whole has more tokens than its pieces', () => {
  // As if merges went wrong in a long run: the longer it is, the more tokens it has.
  const count = (text: string) =>
    (text.match(/a+|[^a]/g) ?? []).reduce(
      (sum, { length }) => sum + Math.ceil((length * (1 + length / 20_000)) / 8),
      0,
    );
  for (const limit of [0, 1, 30, 100, 1000, 3000]) {
    for (const text of ['a'.repeat(40_000), `${'a'.repeat(700)}\n`.repeat(50)]) {
      const { text: cut } = truncate(text, of(limit), { tokenizer: { name: 'worse in the long run', count } });
      expect(count(cut)).toBeLessThanOrEqual(limit);
      expect(count(cut)).toBeGreaterThanOrEqual(limit * 0.5 - 8);
    }
  }
});

test('truncate ends, with a text that was counted or with the error, whatever a tokenizer says', () => {
  const text = 'one two three '.repeat(300);
  const run = 'a'.repeat(4000);
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(300)), fc.nat(100), fc.constantFrom(text, run), (answers, limit, text) => {
      const fitting = new Set(['']);
      const count = (asked: string) => {
        const answer = answers.next().value;
        if (answer <= limit) fitting.add(asked);
        return answer;
      };
      expect(fitting).toContain(truncate(text, of(limit), { tokenizer: { name: 'liar', count } }).text);
    }),
  );
  const always = (answer: unknown) => () =>
    truncate(text, of(9), { tokenizer: { name: 'odd', count: () => answer as number } }).text;
  expect(always(10)()).toBe('');
  expect(always(0)()).toMatch(/^one .+…\d+ tokens truncated….+ three $/);
  expect(byteLength(always(0)())).toBeLessThanOrEqual(9 * 32);
  const owner = 'BudgetTruncate: the tokenizer "odd" must count';
  expect(always(Number.NaN)).toThrow(new RangeError(`${owner} an integer >= 0, got NaN`));
  expect(always(-1)).toThrow(new RangeError(`${owner} an integer >= 0, got -1`));
  expect(always(1.5)).toThrow(new RangeError(`${owner} an integer >= 0, got 1.5`));
  expect(always(Number.POSITIVE_INFINITY)).toThrow(new RangeError(`${owner} an integer >= 0, got Infinity`));
  expect(always('5')).toThrow(new TypeError(`${owner} in numbers, got "5"`));
  expect(always(Promise.reject(new Error('later')))).toThrow(new TypeError(`${owner} in numbers, got a Promise`));
  const broken = new Error('no table');
  const throwing = {
    name: 'broken',
    count: () => {
      throw broken;
    },
  };
  expect(() => truncate(text, of(9), { tokenizer: throwing })).toThrow(broken);
});

test('BudgetTruncate refuses a tokenizer that cannot count, and one without a limit of tokens', () => {
  const make = (policy: TruncationPolicy, own: unknown) => () =>
    new BudgetTruncate(policy, { tokenizer: own as Tokenizer });
  const owner = 'Cannot create BudgetTruncate';
  expect(make(of(1), {})).toThrow(new TypeError(`${owner}: tokenizer must have a count method, got an object`));
  expect(make(of(1), null)).toThrow(new TypeError(`${owner}: tokenizer must have a count method, got null`));
  expect(make(bytes(1), TOKENIZERS[0])).toThrow(
    new TypeError(`${owner}: tokenizer counts tokens, and the policy is of bytes`),
  );
  expect(new BudgetTruncate(bytes(1), { style: estimateStyle }).flush()).toEqual([]);
});

test('truncate with a tokenizer keeps to the other limits, and to styles of any kind', () => {
  const text = 'line of text\n'.repeat(500);
  const [, own] = TOKENIZERS;
  const few = truncate(text, of(1000), { tokenizer: own!, maxLines: 5 });
  expect(few.text.trimEnd().split('\n').length).toBeLessThanOrEqual(5);
  const short = truncate(`${'x'.repeat(5000)}\n`.repeat(3), of(1000), { tokenizer: own!, maxLineBytes: 50 });
  expect(Math.max(...short.text.split('\n').map(byteLength))).toBeLessThanOrEqual(50);
  for (const pays of ['all', 'reserved', 'kept'] as const) {
    for (const tight of ['head', 'marker'] as const) {
      for (const limit of [0, 3, 40, 400]) {
        const style = { ...strictStyle, pays, tight, reservedMarker: () => '…' };
        const { text: cut } = truncate(text, of(limit), { tokenizer: own!, style });
        expect(cut.length).toBeLessThanOrEqual(limit);
        if (limit >= 40) expect(cut.length).toBeGreaterThanOrEqual(limit - 8);
      }
    }
  }
});

test('estimateStyle has at most the limit by the estimate', () => {
  fc.assert(
    fc.property(long, fc.nat(200), (text, limit) => {
      const { text: cut, report } = truncate(text, of(limit), { style: estimateStyle });
      expect(estimateTokens(cut)).toBeLessThanOrEqual(limit);
      if (!report.truncated) expect(report.totalTokens).toBe(estimateTokens(text));
    }),
  );
});
