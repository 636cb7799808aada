/** What is measured of the library. */
import { BudgetTruncate, compose, HeadTailBuffer, TruncationPolicy, Utf8CarryTransform } from '../millrace.mjs';
import { TOKENS } from './streams.mjs';
import { MiB } from './texts.mjs';

/** As in `collect`: 512 KiB of head and as much of tail. */
export const RETAINED_BYTES = MiB;

/** Carry, buffer and truncate: what makes bounded text of bytes. */
export const stages = () => [
  new Utf8CarryTransform(),
  new HeadTailBuffer({ maxBytes: RETAINED_BYTES, marker: 'chunk' }),
  new BudgetTruncate(TruncationPolicy.tokens(TOKENS), { heading: true }),
];

export const composed = () => compose(...stages());
