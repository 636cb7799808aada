import { concat, fromBase64 } from './bytes.js';
import { readVectors } from './vector-files.js';

/** A text or bytes of a reference file: itself, parts that repeat, or the input again. */
export type Form = string | { repeat: [string, number][] } | { input: true };

/** A file of reference results; `shape` is what its cases hold. */
export function readReference<Shape>(name: string): Shape {
  return JSON.parse(readVectors(name));
}

export function textOf(form: Form, input = ''): string {
  if (typeof form === 'string') return form;
  return 'input' in form ? input : form.repeat.map(([text, count]) => text.repeat(count)).join('');
}

export function bytesOf(form: Form): Uint8Array {
  if (typeof form === 'string') return fromBase64(form);
  if ('input' in form) throw new TypeError('bytes are never the input');
  return concat(...form.repeat.map(([base64, count]) => repeated(fromBase64(base64), count)));
}

function repeated(part: Uint8Array, count: number): Uint8Array {
  const whole = new Uint8Array(part.length * count);
  if (count > 0) whole.set(part);
  // What is there already is doubled: a part may be one byte, and the count a million.
  for (let end = part.length; end > 0 && end < whole.length; end *= 2) whole.copyWithin(end, 0, end);
  return whole;
}
