import fc from 'fast-check';
import { type HeadTailBufferOptions, Omission, TruncationPolicy } from '../../src/index.js';
import { concat, utf8 } from './bytes.js';

const SAMPLES = [
  ...[
    'a',
    'word ',
    '0123456789',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\t',
    '\0',
    '\x1b[31m',
    '\v',
    '\x1c',
    '\x7f',
    '{"a":1}\n',
  ],
  ...[
    '\u0080',
    '\u0085',
    'é',
    '߿',
    'ࠀ',
    'Ж',
    'ש',
    'ع',
    '€',
    '你好',
    'あ',
    '한',
    'ไทย',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\uffff',
  ],
  ...[
    '😀',
    '👩‍👩‍👧',
    '🇺🇸',
    'e\u0301',
    '𝒳',
    '\u{10000}',
    '\u{10ffff}',
    '…9 bytes truncated…',
    'Total output lines: 3\n\n',
  ],
];
const HALVES = ['\ud83d', '\ude00', '\ud800', '\udbff', '\udc00', '\udfff'];

/** Bytes from every class that the rules of UTF-8 tell apart. */
const CLASS_BYTES = [
  0x00, 0x0a, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0,
  0xf1, 0xf4, 0xf5, 0xff,
];

/** Text of many scripts, well-formed and without U+FFFD, so that one that comes out was made on the way. */
export const goodText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SAMPLES),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme-composite', maxLength: 6 }),
      fc.string({ maxLength: 40 }),
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.join('').replaceAll('\ufffd', ''));

/** Text with lone halves of surrogate pairs, and halves that make a pair by chance. */
export const roughText = fc
  .array(fc.oneof(goodText, fc.constantFrom(...HALVES)), { maxLength: 8 })
  .map((parts) => parts.join(''));

export const goodBytes = goodText.map(utf8);

/** Bytes that are mostly good, with ill-formed parts of every kind. */
export const roughBytes = fc
  .array(
    fc.oneof(
      goodBytes,
      fc.tuple(fc.constantFrom('é', '€', '😀'), fc.integer({ min: 1, max: 3 })).map(([t, n]) => utf8(t).slice(0, n)),
      fc.array(fc.constantFrom(...CLASS_BYTES), { minLength: 1, maxLength: 5 }).map((bytes) => Uint8Array.from(bytes)),
      fc.uint8Array({ maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => concat(...parts));

/** An input of either kind. */
export const roughInput = fc.oneof(roughText, roughBytes);

/** Strings and bytes in turn: each part may be cut further, but never melts into the next. */
export const mixedParts = fc.array(roughInput, { maxLength: 5 });

export const omission = fc
  .record({ lines: fc.nat(5), scalars: fc.nat(30), more: fc.nat(200) })
  .map(({ lines, scalars, more }) => new Omission({ bytes: lines + scalars + more, lines, scalars }));

/** Budgets with and without room for a marker, and for a heading. */
export const policies = fc.oneof(
  fc.integer({ min: -1, max: 160 }).map(TruncationPolicy.bytes),
  fc.integer({ min: -1, max: 40 }).map(TruncationPolicy.tokens),
);

export const cuttings = fc.record({
  heading: fc.boolean(),
  headShare: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
});

const align = fc.constantFrom('scalar' as const, 'byte' as const);
/** Small limits of a `HeadTailBuffer`, in both forms. */
export const bufferOptions: fc.Arbitrary<HeadTailBufferOptions> = fc.oneof(
  fc.record({ maxBytes: fc.nat(40), align }),
  fc.record({ headBytes: fc.nat(25), tailBytes: fc.nat(25), align }),
);
