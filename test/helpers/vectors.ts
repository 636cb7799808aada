import { readFileSync } from 'node:fs';

/** A text or bytes of a reference file: itself, parts that repeat, or the input again. */
export type Form = string | { repeat: [string, number][] } | { input: true };

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
