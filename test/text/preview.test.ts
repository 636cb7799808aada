import fc from 'fast-check';
import { previewText } from 'millrace';
import { expect, test } from 'vitest';
import { closedBeginning, colouredParts } from '../helpers/looks.js';

const byteLength = (text: string) => new TextEncoder().encode(text).length;
const lineCount = (text: string) => text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);

/** Any code units, lone surrogates and line breaks among them. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('\n', '\r\n', '\r', '\u{1f98a}', '\ud83d', '\ude00', 'é'),
    ),
  )
  .map((parts) => parts.join(''));

test('previewText keeps the longest well-formed beginning that fits both caps, and says if that is not all', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), fc.nat(6), (text, maxBytes, maxLines) => {
      const whole = text.toWellFormed();
      const prefixes = [...whole].map((_, index, scalars) => scalars.slice(0, index + 1).join(''));
      const fits = ['', ...prefixes].filter((kept) => byteLength(kept) <= maxBytes && lineCount(kept) <= maxLines);
      const kept = fits.at(-1)!;
      const truncated = kept !== whole;
      const separator = kept === '' || kept.endsWith('\n') ? '' : '\n';
      expect(previewText(text, { maxBytes, maxLines, notice: '<cut>' })).toEqual({
        text: truncated ? `${kept}${separator}<cut>` : whole,
        truncated,
      });
    }),
  );
});

test('previewText keeps 2048 bytes and 64 lines unless told otherwise', () => {
  const fitting = 'x'.repeat(2048);
  expect(previewText(fitting)).toEqual({ text: fitting, truncated: false });
  expect(previewText(`${fitting}x`).text.startsWith(`${fitting}\n[`)).toBe(true);
  const lines = 'l\n'.repeat(64);
  expect(previewText(lines)).toEqual({ text: lines, truncated: false });
  expect(previewText(`${lines}l`).text.startsWith(`${lines}[`)).toBe(true);
});

test('previewText makes the notice well-formed, and adds nothing for an empty one', () => {
  expect(previewText('abc', { maxBytes: 1, notice: 'cut \ud83d' }).text).toBe('a\ncut \ufffd');
  expect(previewText('abc', { maxBytes: 1, notice: '' }).text).toBe('a');
});

test('previewText takes caps far beyond the text, and a negative one as 0', () => {
  const caps = { maxBytes: Number.MAX_SAFE_INTEGER, maxLines: Number.MAX_SAFE_INTEGER };
  expect(previewText('a\nb', caps)).toEqual({ text: 'a\nb', truncated: false });
  expect(previewText('a', { maxBytes: -1, notice: '!' }).text).toBe('!');
});

test('previewText refuses what is no text, no cap and no notice', () => {
  expect(() => previewText(7 as never)).toThrow(TypeError);
  expect(() => previewText('a', { notice: 7 as never })).toThrow(TypeError);
  expect(() => previewText('a', { maxBytes: '1' as never })).toThrow(TypeError);
  expect(() => previewText('a', { maxLines: Number.NaN })).toThrow(RangeError);
});

test('previewText cuts no sequence, and ends a look that is open at the cut within its cap', () => {
  fc.assert(
    fc.property(colouredParts, fc.nat(80), fc.nat(4), (parts, maxBytes, maxLines) => {
      const text = parts.join('');
      const { text: out, truncated } = previewText(text, { maxBytes, maxLines, notice: '' });
      expect(byteLength(out)).toBeLessThanOrEqual(maxBytes);
      const lines: string[] = [];
      for (const part of parts) {
        if (lines.filter((line) => line === '\n').length === maxLines) break;
        lines.push(part);
      }
      const isCut = lines.length < parts.length || byteLength(text) > maxBytes;
      expect([out, truncated]).toEqual([isCut ? closedBeginning(lines, maxBytes)!.text : text, isCut]);
    }),
    { numRuns: 1000 },
  );
});

test('previewText keeps what fits its cap exactly, of texts of every width', () => {
  for (const scalar of ['a', 'é', '漢', '😀']) {
    for (let count = 0; count < 70; count++) {
      const kept = 'x'.repeat(count % 7) + scalar.repeat(count);
      const out = previewText(`${kept}${scalar}${'y'.repeat(90)}`, { maxBytes: byteLength(kept), notice: '' });
      expect(out).toEqual({ text: kept, truncated: true });
    }
  }
});
