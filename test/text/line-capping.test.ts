import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineCapping } from '../../src/text/line-capping.js';
import { goodText } from '../helpers/arbitraries.js';
import { byteLength, decode, utf8 } from '../helpers/bytes.js';
import { closedBeginning, colouredParts, openBehind, RESET } from '../helpers/looks.js';

/** What comes out of pieces that end where a scalar value ends. */
function capped(pieces: readonly string[], maxLineBytes: number): string {
  let out = '';
  const take = (bytes: Uint8Array) => {
    out += decode(bytes);
  };
  const cap = new LineCapping(maxLineBytes, { text: take, marker: take });
  for (const piece of pieces) cap.push(utf8(piece));
  cap.endLine();
  return out;
}

/** One line as it must show, and the looks that are open behind it. */
function shownLine(parts: readonly string[], maxLineBytes: number, before: ReadonlySet<string>) {
  const line = parts.join('');
  if (byteLength(line) <= maxLineBytes) return { shown: line, open: openBehind(parts, before) };
  const marker = (omitted: number) => `…${omitted} bytes truncated…`;
  const marked = closedBeginning(parts, maxLineBytes - byteLength(marker(byteLength(line))), before);
  const kept = marked ?? closedBeginning(parts, maxLineBytes, before);
  if (!kept) return { shown: '', open: before };
  const shown = kept.text + (marked ? marker(byteLength(line) - kept.bytes) : '');
  return { shown, open: new Set<string>() };
}

test('LineCapping keeps a line that fits, and the longest beginning with an exact count of one that does not', () => {
  const plain = goodText.map((text) => [...text.replaceAll(/[\x1b\x9b]/g, '')]);
  fc.assert(
    fc.property(fc.oneof(plain, colouredParts), fc.nat(90), (parts, extra) => {
      const maxLineBytes = 1 + extra;
      const shown = capped([parts.join('')], maxLineBytes).split('\n');
      const lines: string[][] = [[]];
      for (const part of parts) {
        if (part === '\n') lines.push([]);
        else lines.at(-1)!.push(part);
      }
      expect(shown.length).toBe(lines.length);
      let before: ReadonlySet<string> = new Set();
      for (const [i, line] of lines.entries()) {
        const expected = shownLine(line, maxLineBytes, before);
        expect(shown[i]).toBe(expected.shown);
        expect(byteLength(shown[i]!)).toBeLessThanOrEqual(maxLineBytes);
        before = expected.open;
      }
    }),
    { numRuns: 2000 },
  );
});

test('LineCapping gives the same coloured lines however they are cut into pieces, at every limit', () => {
  const line = `\x1b[31m${'x'.repeat(30)}\x1b[38;2;255;100;0m${'é'.repeat(9)}\x1b[0m${'y'.repeat(30)}\n\x1b[1mbold${'z'.repeat(60)}`;
  const pieces = [...line];
  for (let maxLineBytes = 1; maxLineBytes <= byteLength(line); maxLineBytes++) {
    const whole = capped([line], maxLineBytes);
    expect(capped(pieces, maxLineBytes)).toBe(whole);
    for (let at = 1; at < pieces.length; at += 3) {
      expect(capped([pieces.slice(0, at).join(''), pieces.slice(at).join('')], maxLineBytes)).toBe(whole);
    }
  }
});

test('LineCapping cuts what begins like a sequence and is too long for one', () => {
  const long = `\x1b[${'1;'.repeat(200)}m`;
  for (const maxLineBytes of [100, 200, 300, 400]) {
    const text = `${long}${'x'.repeat(100)}\ny`;
    const whole = capped([text], maxLineBytes);
    expect(capped([...text], maxLineBytes)).toBe(whole);
    for (const shown of whole.split('\n')) expect(byteLength(shown)).toBeLessThanOrEqual(maxLineBytes);
    expect(whole.includes(RESET)).toBe(false);
  }
});

test('LineCapping gives the same however a line is cut into pieces', () => {
  const line = `${'é'.repeat(70)}\n${'€'.repeat(17)}\nshort\n${'x'.repeat(45)}`;
  const pieces = [...line];
  for (const maxLineBytes of [1, 24, 40, 41, 44, 60, 139, 140, 141]) {
    const whole = capped([line], maxLineBytes);
    expect(capped(pieces, maxLineBytes)).toBe(whole);
    for (let at = 1; at < pieces.length; at++) {
      expect(capped([pieces.slice(0, at).join(''), pieces.slice(at).join('')], maxLineBytes)).toBe(whole);
    }
  }
});

test('LineCapping gives the beginning of a line at once', () => {
  const out: string[] = [];
  const cap = new LineCapping(100, { text: (bytes) => out.push(decode(bytes)), marker: () => {} });
  cap.push(utf8('ready\r'));
  expect(out.join('')).toBe('ready\r');
});
