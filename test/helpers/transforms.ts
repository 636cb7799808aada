import {
  AnsiStrip,
  BudgetTruncate,
  CarriageReturnCollapse,
  type ChunkTransform,
  compose,
  HeadTailBuffer,
  JsonlDecode,
  JsonlEncode,
  KeepLines,
  LineCap,
  type Omission,
  Redact,
  TruncationPolicy,
  Utf8CarryTransform,
} from '../../src/index.js';

/** One transform with its options, as the laws are tried on it. */
export interface TransformCase {
  /** Begins with the name of the class. */
  readonly name: string;
  make(): ChunkTransform<unknown, unknown>;
  /** True if it may cut inside a scalar value, because it was asked to. */
  readonly cutsAnywhere?: boolean;
}

const bytes = TruncationPolicy.bytes;
const tokens = TruncationPolicy.tokens;

/** Every transform that takes bytes and text. One line each; a class that is exported and not here fails the laws. */
export const textTransforms: readonly TransformCase[] = [
  { name: 'Utf8CarryTransform', make: () => new Utf8CarryTransform<Uint8Array | string | Omission>() },
  { name: 'HeadTailBuffer', make: () => new HeadTailBuffer({ maxBytes: 24 }) },
  { name: 'HeadTailBuffer, no head', make: () => new HeadTailBuffer({ headBytes: 0, tailBytes: 9 }) },
  { name: 'HeadTailBuffer, no tail', make: () => new HeadTailBuffer({ headBytes: 9, tailBytes: 0, marker: false }) },
  {
    name: 'HeadTailBuffer, at any byte',
    make: () => new HeadTailBuffer({ maxBytes: 13, align: 'byte' }),
    cutsAnywhere: true,
  },
  { name: 'HeadTailBuffer, told', make: () => new HeadTailBuffer({ maxBytes: 9, marker: (o) => JSON.stringify(o) }) },
  { name: 'HeadTailBuffer, marker a chunk', make: () => new HeadTailBuffer({ maxBytes: 11, marker: 'chunk' }) },
  { name: 'HeadTailBuffer, whole sequences', make: () => new HeadTailBuffer({ maxBytes: 20, align: 'sequence' }) },
  { name: 'BudgetTruncate, bytes', make: () => new BudgetTruncate(bytes(50)) },
  { name: 'BudgetTruncate, no room for a marker', make: () => new BudgetTruncate(bytes(11)) },
  { name: 'BudgetTruncate, nothing', make: () => new BudgetTruncate(bytes(0)) },
  { name: 'BudgetTruncate, tokens with heading', make: () => new BudgetTruncate(tokens(18), { heading: true }) },
  { name: 'BudgetTruncate, all tail', make: () => new BudgetTruncate(tokens(9), { headShare: 0 }) },
  { name: 'BudgetTruncate, few lines', make: () => new BudgetTruncate(bytes(90), { maxLines: 3 }) },
  { name: 'BudgetTruncate, short lines', make: () => new BudgetTruncate(bytes(60), { maxLineBytes: 30 }) },
  { name: 'BudgetTruncate, whole lines', make: () => new BudgetTruncate(bytes(50), { cut: 'line' }) },
  { name: 'BudgetTruncate, all head', make: () => new BudgetTruncate(bytes(40), { headShare: 1 }) },
  { name: 'BudgetTruncate, whole sequences', make: () => new BudgetTruncate(bytes(40), { wholeSequences: true }) },
  { name: 'AnsiStrip', make: () => new AnsiStrip() },
  { name: 'AnsiStrip, colours kept', make: () => new AnsiStrip({ keep: 'sgr' }) },
  { name: 'CarriageReturnCollapse', make: () => new CarriageReturnCollapse() },
  { name: 'BudgetTruncate, some lines', make: () => new BudgetTruncate(bytes(80), { keepLines: { pattern: /a|2/ } }) },
  { name: 'KeepLines', make: () => new KeepLines({ pattern: /a|€|^\d/ }) },
  { name: 'KeepLines, short', make: () => new KeepLines({ test: (line) => line !== '', maxLineBytes: 9 }) },
  { name: 'LineCap', make: () => new LineCap({ maxLineBytes: 40 }) },
  { name: 'Redact, secrets', make: () => new Redact({ secrets: ['€😀', '0123', '3456'], mask: '<>' }) },
  { name: 'Redact, names', make: () => new Redact({ names: ['a', 'é', 'word'], mask: '' }) },
  { name: 'Redact, patterns', make: () => new Redact({ patterns: [{ pattern: /\d+|[^ -~]/, maxMatchBytes: 6 }] }) },
  { name: 'JsonlDecode', make: () => new JsonlDecode({ onInvalid: () => {} }) },
  { name: 'JsonlDecode, short lines', make: () => new JsonlDecode({ onInvalid: () => {}, maxLineBytes: 40 }) },
];

/** Transforms fused into one. */
export const pipelines: readonly TransformCase[] = [
  { name: 'compose(Utf8CarryTransform)', make: () => compose(new Utf8CarryTransform()) },
  {
    name: 'compose(Utf8CarryTransform, HeadTailBuffer)',
    make: () => compose(new Utf8CarryTransform(), new HeadTailBuffer({ maxBytes: 20 })),
  },
  {
    name: 'compose(HeadTailBuffer, BudgetTruncate)',
    make: () => compose(new HeadTailBuffer({ maxBytes: 80, marker: 'chunk' }), new BudgetTruncate(bytes(60))),
  },
  {
    name: 'compose(Utf8CarryTransform, HeadTailBuffer, Utf8CarryTransform, BudgetTruncate)',
    make: () =>
      compose(
        new Utf8CarryTransform<Uint8Array | string | Omission>(),
        new HeadTailBuffer({ headBytes: 30, tailBytes: 30, marker: 'chunk' }),
        new Utf8CarryTransform<Uint8Array | string | Omission>(),
        new BudgetTruncate(tokens(12), { heading: true }),
      ),
  },
];

/** Every transform that takes values of another kind, with some of them. One line each. */
export const valueTransforms: readonly (TransformCase & { readonly values: readonly unknown[] })[] = [
  { name: 'JsonlEncode', make: () => new JsonlEncode(), values: [{ b: 1, a: 'é\u2028\ud83d' }, 'text', [1, null], 7n] },
];
