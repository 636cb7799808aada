import { readFileSync } from 'node:fs';
import { TruncationPolicy } from 'millrace';

export type Form = string | { repeat: [string, number][] } | { input: true };
export type Mode = 'bytes' | 'tokens';

/** A file of reference results; `shape` is what its cases hold. */
export function readReference<Shape>(name: string): Shape {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
}

export function textOf(form: Form, input = ''): string {
  if (typeof form === 'string') return form;
  return 'input' in form ? input : form.repeat.map(([text, count]) => text.repeat(count)).join('');
}

export function bytesOf(form: Form): Uint8Array {
  if (typeof form === 'string') return new Uint8Array(Buffer.from(form, 'base64'));
  if ('input' in form) throw new TypeError('bytes are never the input');
  const parts = form.repeat.map(([base64, count]) => {
    const part = Buffer.from(base64, 'base64');
    return Buffer.alloc(part.length * count, part);
  });
  return new Uint8Array(Buffer.concat(parts));
}

export const policyOf = (mode: Mode, limit: number) => TruncationPolicy[mode](limit);

export const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** What both originals keep: the longest beginning and end of whole scalar values within the halves of `room` bytes. */
export function halves(text: string, room: number): { head: string; tail: string; removed: number } {
  const scalars = [...text];
  const head = longest(scalars, Math.floor(room / 2));
  const tail = longest(scalars.toReversed(), Math.ceil(room / 2)).toReversed();
  return { head: head.join(''), tail: tail.join(''), removed: scalars.length - head.length - tail.length };
}

function longest(scalars: string[], bytes: number): string[] {
  let left = bytes;
  const end = scalars.findIndex((scalar) => {
    left -= byteLength(scalar);
    return left < 0;
  });
  return end === -1 ? scalars : scalars.slice(0, end);
}
