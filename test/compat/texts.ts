import fc from 'fast-check';

const PARTS = [
  ...['a', 'word ', '0123456789', '\n', '\r\n', '\r', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x1f', '\0', '\ufeff'],
  ...['é', '\u0085', '漢字', '\u2028', '\u2029', '\u200b', '😀', 'e\u0301', '\ufffd', '…', '…9 tokens truncated…'],
];

/** Well-formed text of every width, with every line break. */
export const goodText = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

/** The same with halves of surrogate pairs in it. */
export const roughText = fc
  .array(fc.oneof(goodText, fc.constantFrom('\ud83d', '\ude00')), { maxLength: 5 })
  .map((parts) => parts.join(''));
