import { readFileSync } from 'node:fs';
import { concat, fromBase64 } from './bytes.js';

/** The cases of a file of reference results, and its tables where it has some. */
export function readVectors<Case, Tables = undefined>(file: string): { cases: Case[]; tables: Tables } {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8'));
}

type Repeated = { readonly repeat: readonly (readonly [string, number])[] };

/** Bytes of a reference file: base64, or parts of base64 that repeat. */
export type BytesForm = string | Repeated;

export function bytesOf(form: BytesForm): Uint8Array {
  const parts = typeof form === 'string' ? ([[form, 1]] as const) : form.repeat;
  return concat(
    ...parts.map(([base64, count]) => {
      const unit = fromBase64(base64);
      return Uint8Array.from({ length: unit.length * count }, (_, at) => unit[at % unit.length]!);
    }),
  );
}

/** A text of a reference file: itself, or parts that repeat. */
export function expand(form: string | Repeated): string {
  return typeof form === 'string' ? form : form.repeat.map(([text, count]) => text.repeat(count)).join('');
}
