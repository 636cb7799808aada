import { encodeJsonLine, safeDecode } from 'millrace';
import { expect, test } from 'vitest';
import { bytesOf, type Form, readReference, textOf } from '../compat/reference.js';

type LineCase = { fn: 'line'; note: string; payload: unknown; line: string };
type DecodeCase = { fn: 'safe_decode'; bytes_b64: Form; max_chars: number; text: Form };

const { cases } = readReference<{ cases: (LineCase | DecodeCase)[] }>('jsonl-line');

test('encodeJsonLine with ascii writes the line of the Python original, but for lone surrogates', () => {
  for (const { note, payload, line } of cases.filter((c) => c.fn === 'line')) {
    // The original kept them as escapes; each escape of a surrogate in its lines that is not half of a pair is one.
    const halves = /(\\ud[89ab]..\\ud[c-f]..)|\\ud[89a-f]../g;
    const expected = line.replace(halves, (half, pair) => (pair === undefined ? '\\ufffd' : half));
    expect(encodeJsonLine(payload, { ascii: true }), note).toBe(expected);
  }
});

test('safeDecode cuts as the Python original did', () => {
  for (const { bytes_b64, max_chars: maxChars, text } of cases.filter((c) => c.fn === 'safe_decode')) {
    expect(safeDecode(bytesOf(bytes_b64), { maxChars })).toBe(textOf(text));
  }
});
