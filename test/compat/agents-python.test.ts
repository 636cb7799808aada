import fc from 'fast-check';
import { approxBytesForTokens, approxTokenCount, approxTokensFromByteCount, TruncationPolicy } from 'millrace';
import { agentsPython, codex } from 'millrace/compat';
import { expect, test } from 'vitest';
import { byteLength, type Form, halves, type Mode, policyOf, readReference, textOf } from './reference.js';
import { goodText, roughText } from './texts.js';

interface TokenCase {
  fn: string;
  text?: string;
  value?: Form;
  mode: Mode;
  limit: number;
  truncate_text: Form;
  formatted_truncate_text: Form;
  truncate_with_token_budget: Form;
  original_token_count: number | null;
  budget_original_token_count: number | null;
  [field: string]: unknown;
}

const reference = readReference<{ texts: Record<string, Form>; cases: TokenCase[] }>('token-truncation');

function* casesOf(fn: string): Generator<TokenCase & { input: string; label: string }> {
  const cases = reference.cases.filter((c) => c.fn === fn);
  expect(cases.length).toBeGreaterThan(0);
  for (const c of cases) {
    const input = textOf(c.value ?? reference.texts[c.text ?? ''] ?? '');
    yield { ...c, input, label: `${c.text ?? JSON.stringify(c.value)} ${c.mode} ${c.limit}` };
  }
}

/** Lines by Python's rule, from a pattern instead of bytes. */
const pythonLines = (text: string) => {
  const lines = text.split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/);
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
};
const headingOf = (text: string) => `Total output lines: ${pythonLines(text)}\n\n`;
const tokens = (bytes: number) => Math.ceil(bytes / 4);

test('agentsPython truncates as the Python original did', () => {
  for (const c of casesOf('truncate')) {
    const policy = policyOf(c.mode, c.limit);
    const expected = { text: textOf(c.truncate_text, c.input), formatted: textOf(c.formatted_truncate_text, c.input) };
    expect(agentsPython.truncateText(c.input, policy), c.label).toBe(expected.text);
    expect(agentsPython.formattedTruncateText(c.input, policy), c.label).toBe(expected.formatted);
    expect(agentsPython.truncateWithTokenBudget(c.input, policy), c.label).toEqual({
      text: c.mode === 'tokens' ? expected.text : textOf(c.truncate_with_token_budget, c.input),
      originalTokenCount: c.budget_original_token_count,
    });
    if (c.mode === 'tokens') {
      expect(agentsPython.formattedTruncateTextWithTokenCount(c.input, c.limit), c.label).toEqual({
        text: expected.formatted,
        originalTokenCount: c.original_token_count,
      });
    }
  }
});

test('agentsPython counts, splits and budgets as the Python original did', () => {
  for (const { input, output, original_token_count } of casesOf('no_limit')) {
    const expected = { text: output, originalTokenCount: original_token_count };
    expect(agentsPython.formattedTruncateTextWithTokenCount(input, null)).toEqual(expected);
  }
  for (const { input, lines, label } of casesOf('line_count')) {
    const heading = input === '' ? '' : `Total output lines: ${lines}\n\n`;
    const text = agentsPython.formattedTruncateText(input, TruncationPolicy.bytes(0));
    expect(text.startsWith(heading), label).toBe(true);
  }
  for (const { budget, left, right } of casesOf('split_budget')) {
    expect(agentsPython.splitBudget(budget as number)).toEqual({ left, right });
  }
  for (const c of casesOf('split_string')) {
    expect(agentsPython.splitString(c.input, c.beginning_bytes as number, c.end_bytes as number), c.label).toEqual({
      removedChars: c.removed_chars,
      prefix: textOf(c.prefix as Form, c.input),
      suffix: textOf(c.suffix as Form, c.input),
    });
  }
});

test('agentsPython shares its estimates with the root', () => {
  for (const c of casesOf('approx_token_count')) expect(approxTokenCount(c.input), c.label).toBe(c.tokens);
  for (const c of casesOf('approx_bytes_for_tokens')) expect(approxBytesForTokens(c.tokens as number)).toBe(c.bytes);
  for (const c of casesOf('approx_tokens_from_byte_count')) {
    expect(approxTokensFromByteCount(c.bytes as number)).toBe(c.tokens);
  }
  for (const c of casesOf('policy_budgets')) {
    const policy = policyOf(c.mode, c.limit);
    const budgets = { limit: policy.limit, tokens: policy.tokenBudget(), bytes: policy.byteBudget() };
    expect(budgets).toEqual({ limit: c.clamped_limit, tokens: c.token_budget, bytes: c.byte_budget });
  }
});

test('agentsPython.truncateText never has more than four bytes a token, and pays for its marker', () => {
  fc.assert(
    fc.property(goodText, fc.nat(40), (text, limit) => {
      const total = byteLength(text);
      const budget = 4 * limit;
      const result = agentsPython.truncateText(text, TruncationPolicy.tokens(limit));
      expect(byteLength(result)).toBeLessThanOrEqual(budget);
      if (total <= budget) {
        expect(result).toBe(text);
        return;
      }
      const whole = `…${tokens(total)} tokens truncated…`;
      const room = budget - byteLength(whole);
      if (room < 0) {
        // A whole marker does not fit: it is cut, and what is missing is at most one scalar value more than it must be.
        expect(whole.startsWith(result)).toBe(true);
        expect(byteLength(result)).toBeGreaterThan(budget - 3);
        return;
      }
      const { head, tail } = halves(text, room);
      const removed = tokens(total - byteLength(head) - byteLength(tail));
      expect(result).toBe(`${head}…${removed} tokens truncated…${tail}`);
    }),
  );
});

test('agentsPython.formattedTruncateText pays for its heading in tokens mode, and drops it before the marker', () => {
  fc.assert(
    fc.property(goodText, fc.nat(40), (text, limit) => {
      const policy = TruncationPolicy.tokens(limit);
      const result = agentsPython.formattedTruncateText(text, policy);
      expect(byteLength(result)).toBeLessThanOrEqual(4 * limit);
      const room = 4 * limit - byteLength(`${headingOf(text)}…${tokens(byteLength(text))} tokens truncated…`);
      if (byteLength(text) <= 4 * limit || room < 0) {
        expect(result).toBe(agentsPython.truncateText(text, policy));
        return;
      }
      const { head, tail } = halves(text, room);
      expect(result.startsWith(headingOf(text) + head) && result.endsWith(tail)).toBe(true);
    }),
  );
});

test('agentsPython in bytes mode is the pieces put together, with heading and marker on top', () => {
  fc.assert(
    fc.property(goodText, fc.nat(90), (text, limit) => {
      const policy = TruncationPolicy.bytes(limit);
      fc.pre(byteLength(text) > limit);
      const { left, right } = agentsPython.splitBudget(limit);
      const { removedChars, prefix, suffix } = agentsPython.splitString(text, left, right);
      expect({ head: prefix, tail: suffix, removed: removedChars }).toEqual(halves(text, limit));
      const removed = agentsPython.removedUnitsForSource(policy, byteLength(text) - limit, removedChars);
      const marker = agentsPython.formatTruncationMarker(policy, removed);
      const result = agentsPython.truncateText(text, policy);
      expect(result).toBe(agentsPython.assembleTruncatedOutput(prefix, suffix, marker));
      expect(result).toBe(codex.truncateText(text, policy));
      expect(agentsPython.formattedTruncateText(text, policy)).toBe(headingOf(text) + result);
    }),
  );
});

test('agentsPython.truncateWithTokenBudget holds a bytes limit but for the digits that its marker gains', () => {
  fc.assert(
    fc.property(goodText, fc.nat(90), (text, limit) => {
      const total = byteLength(text);
      const result = agentsPython.truncateWithTokenBudget(text, TruncationPolicy.bytes(limit));
      if (tokens(total) <= tokens(limit)) {
        expect(result).toEqual({ text, originalTokenCount: null });
        return;
      }
      const gained = Math.max(0, `${[...text].length}`.length - `${tokens(total)}`.length);
      expect(byteLength(result.text)).toBeLessThanOrEqual(limit + gained);
      expect(result.originalTokenCount).toBe(tokens(total));
    }),
  );
  const grown = agentsPython.truncateWithTokenBudget('0123456789'.repeat(30), TruncationPolicy.bytes(24));
  expect(grown).toEqual({ text: '…300 chars truncated…', originalTokenCount: 75 });
});

test('agentsPython.truncateWithTokenBudget has no count for a text that comes out as it went in', () => {
  const text = '…20 chars truncated…x';
  expect(byteLength(text)).toBe(25);
  const result = agentsPython.truncateWithTokenBudget(text, TruncationPolicy.bytes(24));
  expect(result).toEqual({ text, originalTokenCount: null });
});

test('agentsPython.splitString gives each scalar value to one of three parts', () => {
  fc.assert(
    fc.property(roughText, fc.integer({ min: -3, max: 60 }), fc.integer({ min: -3, max: 60 }), (text, first, last) => {
      const whole = text.toWellFormed();
      const { removedChars, prefix, suffix } = agentsPython.splitString(text, first, last);
      expect(whole.startsWith(prefix) && whole.endsWith(suffix)).toBe(true);
      expect(byteLength(prefix)).toBeLessThanOrEqual(Math.max(0, first));
      expect(byteLength(suffix)).toBeLessThanOrEqual(Math.max(0, last));
      expect([...prefix].length + removedChars + [...suffix].length).toBe([...whole].length);
    }),
  );
});

test('agentsPython gives no lone surrogate, and takes a negative limit as 0', () => {
  fc.assert(
    fc.property(roughText, fc.nat(40), fc.constantFrom<Mode>('bytes', 'tokens'), (text, limit, mode) => {
      const policy = policyOf(mode, limit);
      const texts = [
        agentsPython.truncateText(text, policy),
        agentsPython.formattedTruncateText(text, policy),
        agentsPython.truncateWithTokenBudget(text, policy).text,
        agentsPython.formattedTruncateTextWithTokenCount(text, limit).text,
        agentsPython.formattedTruncateTextWithTokenCount(text, null).text,
        agentsPython.assembleTruncatedOutput(text, text, text),
      ];
      expect(texts.map((given) => given.isWellFormed())).toEqual(texts.map(() => true));
      const negative = agentsPython.formattedTruncateTextWithTokenCount(text, -1 - limit);
      expect(negative).toEqual(agentsPython.formattedTruncateTextWithTokenCount(text, 0));
    }),
  );
});

test('agentsPython refuses arguments of the wrong kind and numbers that are no integer', () => {
  const policy = TruncationPolicy.tokens(1);
  const none = undefined as never;
  expect(() => agentsPython.truncateText(none, policy)).toThrow(TypeError);
  expect(() => agentsPython.truncateText('', none)).toThrow('policy must be a TruncationPolicy, got undefined');
  expect(() => agentsPython.truncateWithTokenBudget('', none)).toThrow(TypeError);
  expect(() => agentsPython.formattedTruncateTextWithTokenCount('', none)).toThrow(TypeError);
  expect(() => agentsPython.formattedTruncateTextWithTokenCount('', 0.5)).toThrow(RangeError);
  expect(() => agentsPython.splitString('', NaN, 0)).toThrow('beginningBytes must be an integer, got NaN');
  expect(() => agentsPython.splitBudget('7' as never)).toThrow(TypeError);
  expect(() => agentsPython.formatTruncationMarker(policy, Infinity)).toThrow(RangeError);
  expect(() => agentsPython.assembleTruncatedOutput('', none, '')).toThrow('suffix must be a string, got undefined');
});
