/** Bytes of UTF-8 in classes: what decides how a tokenizer cuts them, as far as a byte alone can tell. */

/** The bytes of each class; a byte is in the last that names it. */
const CLASSES: readonly (string | readonly [first: number, last: number])[] = [
  [0x00, 0x7f],
  '\n\r',
  '\t',
  ' ',
  '0123456789',
  ...'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '\x1b',
  '()[]{}<>"\'`',
  '.,;:!?',
  '-_/\\',
  '=+*#@$%&|~^',
  // Continuations, by what they can tell of the block.
  ...Array.from({ length: 32 }, (_, n) => [0x80 + 2 * n, 0x81 + 2 * n] as const),
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

export const CLASS_COUNT = CLASSES.length;

/** The class of each byte. */
export function classesOfBytes(): Uint8Array {
  const classes = new Uint8Array(256);
  for (const [index, bytes] of CLASSES.entries()) {
    if (typeof bytes !== 'string') classes.fill(index, bytes[0], bytes[1] + 1);
    else for (const char of bytes) classes[char.charCodeAt(0)] = index;
  }
  return classes;
}
