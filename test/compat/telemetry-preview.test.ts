import fc from 'fast-check';
import { codex } from 'millrace/compat';
import { expect, test } from 'vitest';
import { byteLength, type Form, readReference, textOf } from './reference.js';
import { roughText } from './texts.js';

interface PreviewCase {
  variant: 'bytes_and_lines' | 'bytes_only';
  note: string;
  text: Form;
  max_bytes: number;
  max_lines?: number;
  notice?: string;
  preview: Form;
  truncated?: boolean;
}

const { cases } = readReference<{ cases: PreviewCase[] }>('telemetry-preview');

test('codex.telemetryPreview cuts as the Rust original did', () => {
  for (const c of cases) {
    const text = textOf(c.text);
    const { variant, max_bytes: maxBytes, max_lines: maxLines = 0 } = c;
    const options = { variant, maxBytes, maxLines, ...(c.notice === undefined ? {} : { notice: c.notice }) };
    const result = codex.telemetryPreview(text, options);
    const preview = textOf(c.preview, text);
    expect(result, `${c.note} ${variant}`).toEqual({ text: preview, truncated: c.truncated ?? preview !== text });
  }
});

test('codex.telemetryPreview of bytes alone is the longest beginning, and a notice on a line of its own', () => {
  fc.assert(
    fc.property(roughText, fc.nat(80), fc.constantFrom('', '<cut>', '\ud83d'), (text, maxBytes, notice) => {
      const whole = text.toWellFormed();
      const result = codex.telemetryPreview(text, { variant: 'bytes_only', maxBytes, maxLines: 0, notice });
      if (byteLength(whole) <= maxBytes) {
        expect(result).toEqual({ text: whole, truncated: false });
        return;
      }
      let kept = '';
      for (const scalar of whole) {
        if (byteLength(kept + scalar) > maxBytes) break;
        kept += scalar;
      }
      const separator = /(^|\n)$/.test(kept) ? '' : '\n';
      expect(result).toEqual({ text: kept + separator + notice.toWellFormed(), truncated: true });
    }),
  );
});

test('codex.telemetryPreview of lines is the text itself, or its first lines with LF between', () => {
  fc.assert(
    fc.property(roughText, fc.nat(80), fc.nat(8), (text, maxBytes, maxLines) => {
      const whole = text.toWellFormed();
      const { text: given, truncated } = codex.telemetryPreview(text, { maxBytes, maxLines, notice: '<cut>' });
      const lines = whole.split('\n').length - (whole === '' || whole.endsWith('\n') ? 1 : 0);
      expect(truncated).toBe(byteLength(whole) > maxBytes || lines > maxLines);
      if (!truncated) {
        expect(given).toBe(whole);
        return;
      }
      expect(given.isWellFormed() && /(^|\n)<cut>$/.test(given)).toBe(true);
      const kept = given.slice(0, -'<cut>'.length);
      // The LF before the notice may be one more than the caps allow.
      expect(byteLength(kept)).toBeLessThanOrEqual(maxBytes + 1);
      expect(kept.split('\n').length - 1).toBeLessThanOrEqual(maxLines + 1);
      expect(whole.replaceAll('\r\n', '\n').startsWith(kept.replace(/\r?\n$/, ''))).toBe(true);
    }),
  );
});

test('codex.telemetryPreview caps at 2048 bytes and 64 lines unless told', () => {
  const notice = '[... telemetry preview truncated ...]';
  expect(codex.telemetryPreview('x'.repeat(2049)).text).toBe(`${'x'.repeat(2048)}\n${notice}`);
  expect(codex.telemetryPreview('x\n'.repeat(65)).text).toBe(`${'x\n'.repeat(64)}${notice}`);
  expect(codex.telemetryPreview('x\n'.repeat(65), { variant: 'bytes_only' }).truncated).toBe(false);
});

test('codex.telemetryPreview takes a negative cap as 0, and refuses wrong arguments', () => {
  expect(codex.telemetryPreview('x', { maxBytes: -5, notice: '<cut>' })).toEqual({ text: '<cut>', truncated: true });
  expect(() => codex.telemetryPreview(1 as never)).toThrow('text must be a string, got 1');
  expect(() => codex.telemetryPreview('', { variant: 'lines' as never })).toThrow(RangeError);
  expect(() => codex.telemetryPreview('', { maxLines: NaN })).toThrow(RangeError);
  expect(() => codex.telemetryPreview('', { notice: 3 as never })).toThrow(TypeError);
  expect(() => codex.telemetryPreview('', null as never)).toThrow(TypeError);
});
