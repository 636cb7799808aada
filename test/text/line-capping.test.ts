import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineCapping } from '../../src/text/line-capping.js';
import { goodText } from '../helpers/arbitraries.js';
import { byteLength, decode, utf8 } from '../helpers/bytes.js';

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

test('LineCapping keeps a line that fits, and the longest beginning with an exact count of one that does not', () => {
  fc.assert(
    fc.property(goodText, fc.nat(90), (text, extra) => {
      const maxLineBytes = 1 + extra;
      const shown = capped([text], maxLineBytes).split('\n');
      const lines = text.split('\n');
      expect(shown.length).toBe(lines.length);
      lines.forEach((line, i) => {
        if (byteLength(line) <= maxLineBytes) {
          expect(shown[i]).toBe(line);
          return;
        }
        const marker = (omitted: number) => `…${omitted} bytes truncated…`;
        const reserved = byteLength(marker(byteLength(line)));
        const room = reserved <= maxLineBytes ? maxLineBytes - reserved : maxLineBytes;
        let head = '';
        for (const scalar of line) {
          if (byteLength(head + scalar) > room) break;
          head += scalar;
        }
        const omitted = byteLength(line) - byteLength(head);
        expect(shown[i]).toBe(reserved <= maxLineBytes ? head + marker(omitted) : head);
        expect(byteLength(shown[i]!)).toBeLessThanOrEqual(maxLineBytes);
      });
    }),
  );
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
