import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetTruncate, strictStyle, TruncationPolicy, truncate } from '../../src/index.js';
import { cuttings, policies, roughBytes, roughInput, roughText } from '../helpers/arbitraries.js';
import { byteLength, concat, decodedText, heldBack, utf8 } from '../helpers/bytes.js';
import { cut, everySplit, pieceSizes } from '../helpers/cuts.js';
import { pushAll, run } from '../helpers/run.js';
import { expectLongest, expectTruncation } from '../helpers/truncation-law.js';

/** Inputs that are mostly longer than the budgets. */
const longInput = fc.oneof(
  roughInput,
  fc.array(roughText, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.array(roughBytes, { maxLength: 6 }).map((parts) => concat(...parts)),
  fc.tuple(fc.constantFrom('x', 'é', '€', '😀', 'a\n', '\r\n'), fc.nat(300)).map(([text, times]) => text.repeat(times)),
);

test('truncate obeys the law of truncation for every text, policy, share and heading', () => {
  fc.assert(
    fc.property(longInput, policies, cuttings, (input, policy, options) => {
      expectTruncation(truncate(input, policy, options), decodedText(input), policy, options);
    }),
  );
});

test('truncate keeps what fits of ill-formed bytes that are as long as their U+FFFD', () => {
  const input = Uint8Array.of(0xf0, 0x9f, 0x98, 0xf0, 0x9f, 0x80, 0xf0, 0x9f, 0x98);
  expect(truncate(input, TruncationPolicy.bytes(8)).text).toBe('\ufffd\ufffd');
});

test('truncate obeys the law of truncation at every limit', () => {
  const text = 'é line\n€ line\r\n😀 line\n'.repeat(4);
  const broken = concat(Uint8Array.of(0xf0, 0x9f, 0x98), utf8(text), Uint8Array.of(0xf0, 0x9f, 0x80, 0xc0));
  for (const input of [text, utf8(text), broken]) {
    for (let limit = 0; limit <= 130; limit++) {
      for (const policy of [TruncationPolicy.bytes(limit), TruncationPolicy.tokens(limit)]) {
        for (const options of [{}, { heading: true }, { headShare: 0 }, { headShare: 1, heading: true }]) {
          expectTruncation(truncate(input, policy, options), decodedText(input), policy, options);
        }
      }
    }
  }
});

test('BudgetTruncate gives and reports what truncate gives for the whole', () => {
  fc.assert(
    fc.property(longInput, pieceSizes, policies, cuttings, (input, sizes, policy, options) => {
      const stream = new BudgetTruncate(policy, options);
      const text = run(stream, cut<Uint8Array | string>(input, sizes)).join('');
      expect({ text, report: stream.report }).toEqual(truncate(input, policy, options));
    }),
  );
});

test('BudgetTruncate gives the same at every split', () => {
  const input = concat(utf8('aé€😀\n'.repeat(5)), Uint8Array.of(0xf0, 0x9f, 0x98, 0x0a, 0xe2, 0x82));
  for (const policy of [TruncationPolicy.bytes(0), TruncationPolicy.bytes(33), TruncationPolicy.tokens(10)]) {
    const whole = truncate(input, policy);
    for (const chunks of everySplit(input)) {
      const stream = new BudgetTruncate(policy);
      expect({ text: run(stream, chunks).join(''), report: stream.report }).toEqual(whole);
    }
  }
});

test('BudgetTruncate gives one text at the end, or none', () => {
  const stream = new BudgetTruncate(TruncationPolicy.bytes(30));
  expect(pushAll(stream, ['a'.repeat(100), utf8('b'), ''])).toEqual([]);
  expect(stream.flush()).toEqual(['aa…96 bytes truncated…aab']);
  expect(run(new BudgetTruncate(TruncationPolicy.bytes(30)), [])).toEqual([]);
});

test('BudgetTruncate counts every byte at every moment: kept, left out or pending', () => {
  fc.assert(
    fc.property(roughBytes, pieceSizes, policies, cuttings, (input, sizes, policy, options) => {
      const stream = new BudgetTruncate(policy, options);
      let came = 0;
      for (const chunk of cut(input, sizes)) {
        pushAll(stream, [chunk]);
        came += chunk.length;
        const pending = heldBack(input.subarray(0, came));
        expect([stream.totalBytes, stream.pendingBytes]).toEqual([came, pending]);
        const { totalBytes, keptBytes, omittedBytes, head, tail } = stream.report;
        const text = decodedText(input.subarray(0, came - pending));
        expect([totalBytes, keptBytes + omittedBytes]).toEqual([byteLength(text), byteLength(text)]);
        expect(keptBytes).toBe(byteLength(head + tail));
        expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true]);
        expect(stream.omittedBytes === 0).toBe(omittedBytes === 0);
      }
      stream.flush();
      expect([stream.totalBytes, stream.pendingBytes]).toEqual([input.length, 0]);
    }),
  );
});

test('BudgetTruncate counts the bytes of the source that it leaves out', () => {
  fc.assert(
    fc.property(roughText, policies, (text, policy) => {
      // Of well-formed text, source and text are the same bytes.
      const stream = new BudgetTruncate(policy);
      run(stream, [utf8(text)]);
      expect(stream.omittedBytes).toBe(stream.report.omittedBytes);
    }),
  );
  const stream = new BudgetTruncate(TruncationPolicy.bytes(3));
  run(stream, [Uint8Array.of(0xff, 0xff, 0xff, 0xff)]);
  const { report } = stream;
  expect([stream.totalBytes, stream.omittedBytes, report.totalBytes, report.omittedBytes]).toEqual([4, 3, 12, 9]);
});

test('truncate keeps U+FEFF and NUL, also at the start', () => {
  expect(truncate('\ufeff\0a', TruncationPolicy.bytes(9)).text).toBe('\ufeff\0a');
  expect(truncate(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), TruncationPolicy.bytes(9)).text).toBe('\ufeffa');
});

test('BudgetTruncate and truncate name the option that they cannot take', () => {
  const policy = TruncationPolicy.bytes(1);
  const wrong: [unknown, unknown, TypeError | RangeError][] = [
    [10, {}, new TypeError('Cannot create BudgetTruncate: policy must be a TruncationPolicy, got 10')],
    [policy, 5, new TypeError('Cannot create BudgetTruncate: options must be an object, got 5')],
    [policy, { heading: 1 }, new TypeError('Cannot create BudgetTruncate: heading must be true or false, got 1')],
    [policy, { headShare: '1' }, new TypeError('Cannot create BudgetTruncate: headShare must be a number, got "1"')],
    [
      policy,
      { headShare: 2 },
      new RangeError('Cannot create BudgetTruncate: headShare must be between 0 and 1, got 2'),
    ],
    [
      policy,
      { headShare: Number.NaN },
      new RangeError('Cannot create BudgetTruncate: headShare must be between 0 and 1, got NaN'),
    ],
    [
      policy,
      { style: {} },
      new TypeError('Cannot create BudgetTruncate: style must be a TruncationStyle, got an object'),
    ],
    [policy, { style: null }, new TypeError('Cannot create BudgetTruncate: style must be a TruncationStyle, got null')],
  ];
  for (const [given, options, error] of wrong) {
    expect(() => new BudgetTruncate(given as never, options as never)).toThrow(error);
    expect(() => truncate('', given as never, options as never)).toThrow(error);
  }
  expect(() => truncate(7 as never, policy)).toThrow('a chunk must be a Uint8Array or a string, got 7');
});

test('truncate keeps any marker within the budget, and well-formed', () => {
  fc.assert(
    fc.property(longInput, policies, fc.array(roughText, { minLength: 1, maxLength: 4 }), (input, policy, markers) => {
      const style = {
        ...strictStyle,
        marker: ({ omitted }: { omitted: { bytes: number } }) => markers[omitted.bytes % markers.length]!,
      };
      const { text, report } = truncate(input, policy, { style });
      const whole = decodedText(input);
      expect(byteLength(text)).toBeLessThanOrEqual(Math.min(policy.byteBudget(), Math.max(byteLength(whole), 0)));
      expect([text.isWellFormed(), whole.startsWith(report.head), whole.endsWith(report.tail)]).toEqual([
        true,
        true,
        true,
      ]);
      expect(report.keptBytes + report.omittedBytes).toBe(byteLength(whole));
    }),
  );
});

test('truncate gives all room that a short marker leaves, to head and tail', () => {
  const text = 'é€😀'.repeat(10);
  for (const input of [text, utf8(text)]) {
    for (let limit = 1; limit < byteLength(text); limit++) {
      for (const headShare of [0, 0.3, 0.5, 1]) {
        const style = { ...strictStyle, marker: () => '|' };
        const { head, tail } = truncate(input, TruncationPolicy.bytes(limit), { style, headShare }).report;
        const forHead = Math.floor((limit - 1) * headShare);
        expectLongest(text, head, tail, forHead, limit - 1 - forHead);
      }
    }
  }
});
