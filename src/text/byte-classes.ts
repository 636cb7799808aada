/** Bytes of UTF-8 in classes: what decides how a tokenizer cuts them, as far as a byte alone can tell. */

/** The bytes of each class, or of classes of so many bytes each; a byte is in the last that names it. */
const CLASSES: readonly (string | readonly [first: number, last: number, each?: number])[] = [
  [0x00, 0x7f],
  '\n\r',
  '\t',
  ' ',
  '0123456789',
  // Letters in no order of a language cost more than those of words.
  [0x61, 0x7a, 1],
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '\x1b',
  '()[]{}<>"\'`',
  '.,;:!?',
  '-_/\\',
  '=+*#@$%&|~^',
  // Continuations, by what they can tell of the block.
  [0x80, 0xbf, 2],
  // Leads, by script: Latin, its extensions, marks, Greek, Cyrillic, Armenian, Hebrew, Arabic, others of two bytes.
  [0xc0, 0xc3],
  [0xc4, 0xcb],
  [0xcc, 0xcd],
  [0xce, 0xcf],
  [0xd0, 0xd3],
  [0xd4, 0xd5],
  [0xd6, 0xd7],
  [0xd8, 0xdb],
  [0xdc, 0xdf],
  // India and Thailand; Georgia, Ethiopia and others; signs and boxes; kana; Han; Hangul; forms; emoji; the rest.
  [0xe0, 0xe0],
  [0xe1, 0xe1],
  [0xe2, 0xe2],
  [0xe3, 0xe3],
  [0xe4, 0xe9],
  [0xea, 0xed],
  [0xee, 0xef],
  [0xf0, 0xf0],
  [0xf1, 0xff],
];

/** The class of each byte, in order from 0. */
export function classesOfBytes(): Uint8Array {
  const classes = new Uint8Array(256);
  let next = 0;
  for (const bytes of CLASSES) {
    if (typeof bytes === 'string') {
      for (const char of bytes) classes[char.charCodeAt(0)] = next;
      next++;
      continue;
    }
    const [first, last, each = last - first + 1] = bytes;
    for (let byte = first; byte <= last; byte += each) classes.fill(next++, byte, byte + each);
  }
  return classes;
}
