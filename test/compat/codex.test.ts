import fc from 'fast-check';
import { TruncationPolicy } from 'millrace';
import { agentsPython, type ContentItem, codex } from 'millrace/compat';
import { expect, test } from 'vitest';
import { byteLength, type Form, halves, type Mode, policyOf, readReference, textOf } from './reference.js';
import { goodText, roughText } from './texts.js';

interface RustCase {
  fn: string;
  text?: string;
  value?: Form;
  mode: Mode;
  limit: number;
  truncate_text: Form;
  formatted_truncate_text: Form;
  python_truncate_text?: Form;
  original_token_count?: number | null;
  items?: string;
  output?: ItemForm[];
  audio_tokens?: number;
  [field: string]: unknown;
}

interface ItemForm {
  type: 'text' | 'image' | 'audio' | 'encrypted';
  value: Form;
}

const reference = readReference<{
  texts: Record<string, Form>;
  item_sets: Record<string, ItemForm[]>;
  cases: RustCase[];
}>('rust-truncation');

function* casesOf(fn: string): Generator<RustCase & { input: string; content: ContentItem[]; label: string }> {
  const cases = reference.cases.filter((c) => c.fn === fn);
  expect(cases.length).toBeGreaterThan(0);
  for (const c of cases) {
    const input = textOf(c.value ?? reference.texts[c.text ?? ''] ?? '');
    const content = (reference.item_sets[c.items ?? ''] ?? []).map(itemOf);
    yield { ...c, input, content, label: `${c.text ?? c.items ?? JSON.stringify(c.value)} ${c.mode} ${c.limit}` };
  }
}

function itemOf({ type, value }: ItemForm): ContentItem {
  const text = textOf(value);
  switch (type) {
    case 'text':
      return { type: 'input_text', text };
    case 'image':
      return { type: 'input_image', image_url: text };
    case 'audio':
      return { type: 'input_audio', audio_url: text };
    case 'encrypted':
      return { type: 'encrypted_content', encrypted_content: text };
  }
}

const tokens = (bytes: number) => Math.ceil(bytes / 4);

/** LF ends a line, and a final LF opens none. */
const lineCount = (text: string) => text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);

const policies = fc
  .tuple(fc.constantFrom<Mode>('bytes', 'tokens'), fc.nat(60))
  .map(([mode, limit]) => policyOf(mode, limit));

test('codex truncates as the Rust original did', () => {
  for (const c of casesOf('truncate')) {
    const policy = policyOf(c.mode, c.limit);
    const text = textOf(c.truncate_text, c.input);
    expect(codex.truncateText(c.input, policy), c.label).toBe(text);
    expect(codex.formattedTruncateText(c.input, policy), c.label).toBe(textOf(c.formatted_truncate_text, c.input));
    if (c.original_token_count !== undefined) {
      const expected = { text, originalTokenCount: c.original_token_count };
      expect(codex.truncateWithTokenBudget(c.input, policy), c.label).toEqual(expected);
    }
    const python = textOf(c.python_truncate_text ?? c.truncate_text, c.input);
    expect(agentsPython.truncateText(c.input, policy), c.label).toBe(python);
  }
});

test('codex counts lines, and multiplies budgets, as the Rust original did', () => {
  for (const { input, lines, python_lines = lines, label } of casesOf('line_count')) {
    if (input === '') continue;
    const nothing = TruncationPolicy.bytes(0);
    expect(codex.formattedTruncateText(input, nothing), label).toContain(`\nTotal output lines: ${lines}\n\n`);
    expect(agentsPython.formattedTruncateText(input, nothing), label).toMatch(
      `Total output lines: ${python_lines}\n\n`,
    );
  }
  for (const { mode, limit, scaled_limit, label } of casesOf('serialization_allowance')) {
    expect(policyOf(mode, limit).times(1.2).limit, label).toBe(scaled_limit);
  }
});

test('codex truncates content items as the Rust original did', () => {
  for (const c of casesOf('truncate_items')) {
    const audioTokens = () => c.audio_tokens ?? 0;
    const items = codex.truncateContentItems(c.content, policyOf(c.mode, c.limit), { audioTokens });
    expect(items, c.label).toEqual(c.output?.map(itemOf));
  }
  for (const c of casesOf('formatted_items')) {
    expect(codex.formattedTruncateContentItems(c.content, policyOf(c.mode, c.limit)), c.label).toEqual({
      items: c.output?.map(itemOf),
      originalTokenCount: c.original_token_count,
    });
  }
});

test('codex.truncateText keeps exactly the halves of its budget, with marker and heading on top', () => {
  fc.assert(
    fc.property(goodText, policies, (text, policy) => {
      const total = byteLength(text);
      const budget = policy.byteBudget();
      const result = codex.truncateText(text, policy);
      if (total <= budget) {
        expect(result).toBe(text);
        return;
      }
      const { head, tail, removed } = halves(text, budget);
      const count = policy.mode === 'tokens' ? tokens(total - budget) : removed;
      expect(result).toBe(`${head}…${count} ${policy.mode === 'tokens' ? 'tokens' : 'chars'} truncated…${tail}`);
      const heading = `Warning: truncated output (original token count: ${tokens(total)})\nTotal output lines: ${lineCount(text)}\n\n`;
      expect(codex.formattedTruncateText(text, policy)).toBe(heading + result);
    }),
  );
});

test('codex.truncateText gives the end no bytes that the beginning could not use', () => {
  expect(codex.truncateText('😀ab', TruncationPolicy.bytes(2))).toBe('…2 chars truncated…b');
  expect(codex.truncateText('漢abc', TruncationPolicy.bytes(3))).toBe('…2 chars truncated…bc');
});

test('codex.truncateWithTokenBudget has a count only for a text that came out another', () => {
  fc.assert(
    fc.property(goodText, policies, (text, policy) => {
      const result = codex.truncateWithTokenBudget(text, policy);
      const fits = tokens(byteLength(text)) <= policy.tokenBudget();
      expect(result.text).toBe(fits ? text : codex.truncateText(text, policy));
      expect(result.originalTokenCount).toBe(result.text === text ? null : tokens(byteLength(text)));
    }),
  );
  const text = '…6 tokens truncated…';
  const result = codex.truncateWithTokenBudget(text, TruncationPolicy.tokens(0));
  expect(result).toEqual({ text, originalTokenCount: null });
});

const anyItem: fc.Arbitrary<ContentItem> = fc.oneof(
  roughText.map((text) => ({ type: 'input_text' as const, text })),
  fc.constant({ type: 'input_image' as const, image_url: 'data:image/png,' }),
  fc.nat(20).map((length) => ({ type: 'input_audio' as const, audio_url: 'x'.repeat(length) })),
  fc.constant({ type: 'encrypted_content' as const, encrypted_content: 'secret' }),
);
const textsOf = (items: readonly ContentItem[]) => items.flatMap((item) => (item.type === 'input_text' ? [item] : []));
const othersOf = (items: readonly ContentItem[]) => items.filter(({ type }) => type !== 'input_text');

test('codex.truncateContentItems accounts for every item, and spends no more than its budget', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 8 }), policies, (items, policy) => {
      const costOf = (item: ContentItem) => {
        if (item.type !== 'input_text' && item.type !== 'input_audio') return 0;
        const bytes = byteLength(item.type === 'input_text' ? item.text : item.audio_url);
        if (policy.mode === 'tokens') return tokens(bytes);
        return item.type === 'input_text' ? bytes : 4 * tokens(bytes);
      };
      const result = codex.truncateContentItems(items, policy);
      const notes = { text: 0, audio: 0 };
      for (let last = result.at(-1); result.length > 0; last = result.at(-1)) {
        const note = last?.type === 'input_text' && /^\[omitted (\d+) (text|audio) items \.\.\.\]$/.exec(last.text);
        if (!note) break;
        notes[note[2] as 'text' | 'audio'] = Number(note[1]);
        result.pop();
      }
      const filled = textsOf(items).filter(({ text }) => text !== '');
      expect(textsOf(result).length + notes.text).toBe(filled.length);
      expect(othersOf(result).length + notes.audio).toBe(othersOf(items).length);
      expect(items.filter((item) => result.includes(item))).toEqual(othersOf(result));

      const kept = textsOf(result).map(({ text }, index) => ({ text, whole: filled[index]!.text.toWellFormed() }));
      // Only the last text may be cut: from there on nothing is left.
      for (const { text, whole } of kept.slice(0, -1)) expect(text).toBe(whole);
      const whole = kept.flatMap(({ text, whole }) => (text === whole ? [{ type: 'input_text' as const, text }] : []));
      const spent = [...whole, ...othersOf(result)].reduce((sum, item) => sum + costOf(item), 0);
      expect(spent).toBeLessThanOrEqual(policy.limit);
      if (notes.text > 0) expect(spent === policy.limit || whole.length < kept.length).toBe(true);
    }),
  );
});

test('codex.formattedTruncateContentItems cuts the joined texts as one', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 6 }), policies, (items, policy) => {
      const texts = textsOf(items).map(({ text }) => text.toWellFormed());
      const joined = texts
        .slice(
          Math.max(
            0,
            texts.findIndex((text) => text !== ''),
          ),
        )
        .join('\n');
      const result = codex.formattedTruncateContentItems(items, policy);
      if (texts.every((text) => text === '') || byteLength(joined) <= policy.byteBudget()) {
        expect(result.originalTokenCount).toBe(null);
        expect(textsOf(result.items).map(({ text }) => text)).toEqual(texts);
        expect(othersOf(result.items)).toEqual(othersOf(items));
        return;
      }
      expect(result).toEqual({
        items: [{ type: 'input_text', text: codex.formattedTruncateText(joined, policy) }, ...othersOf(items)],
        originalTokenCount: tokens(byteLength(joined)),
      });
    }),
  );
});

test('codex content items keep their other fields, and items of other types pass', () => {
  const items = [
    { type: 'input_text' as const, text: 'a\ud83d', id: 7 },
    { type: 'input_image' as const, image_url: 'data:,', detail: 'low' as const },
    { type: 'input_file', file_url: 'x' } as never,
  ];
  const policy = TruncationPolicy.bytes(100);
  const expected = [{ ...items[0], text: 'a\ufffd' }, items[1], items[2]];
  expect(codex.truncateContentItems(items, policy)).toEqual(expected);
  expect(codex.formattedTruncateContentItems(items, policy)).toEqual({ items: expected, originalTokenCount: null });
});

test('codex gives no lone surrogate', () => {
  fc.assert(
    fc.property(roughText, policies, (text, policy) => {
      const texts = [
        codex.truncateText(text, policy),
        codex.formattedTruncateText(text, policy),
        codex.truncateWithTokenBudget(text, policy).text,
        ...textsOf(codex.truncateContentItems([{ type: 'input_text', text }], policy)).map((item) => item.text),
      ];
      expect(texts.map((given) => given.isWellFormed())).toEqual(texts.map(() => true));
    }),
  );
});

test('codex refuses arguments of the wrong kind, and an audio item without a cost', () => {
  const policy = TruncationPolicy.tokens(1);
  const audio: ContentItem[] = [{ type: 'input_audio', audio_url: '' }];
  expect(() => codex.truncateText(Uint8Array.of(1) as never, policy)).toThrow(
    'text must be a string, got a Uint8Array',
  );
  expect(() => codex.formattedTruncateText('', {} as never)).toThrow(TypeError);
  expect(() => codex.truncateContentItems({} as never, policy)).toThrow('items must be an array, got an object');
  expect(() => codex.truncateContentItems([null as never], policy)).toThrow('an item must be an object, got null');
  expect(() => codex.truncateContentItems([{ type: 'input_text' } as never], policy)).toThrow('text must be a string');
  expect(() => codex.truncateContentItems([], undefined as never)).toThrow(TypeError);
  expect(() => codex.truncateContentItems([], policy, { audioTokens: 3 as never })).toThrow(TypeError);
  expect(() => codex.truncateContentItems(audio, policy, { audioTokens: () => NaN })).toThrow(RangeError);
  expect(() => codex.truncateContentItems(audio, policy, { audioTokens: () => -1 })).toThrow(RangeError);
  expect(() => codex.formattedTruncateContentItems([], undefined as never)).toThrow(TypeError);
});
