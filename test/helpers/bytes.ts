/** Text and bytes by the platform alone, so that an expected value never comes from the code under test. */

export const utf8 = (text: string) => new TextEncoder().encode(text);

export const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

export const byteLength = (text: string) => utf8(text).length;

export const hex = (digits: string) =>
  Uint8Array.from(digits.match(/[\da-f]{2}/gi) ?? [], (digit) => Number.parseInt(digit, 16));

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = units.charCodeAt(at);
  return bytes;
}

/** For comparing long bytes, one by one of which would be slow. */
export const toBase64 = (bytes: Uint8Array) => btoa(unitsOf(bytes));

/** One code unit for each byte. */
export function unitsOf(bytes: Uint8Array): string {
  let units = '';
  // In parts: an engine takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) units += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return units;
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The text as bytes give it: a string's own lone halves become U+FFFD. */
export const decodedText = (input: string | Uint8Array) =>
  typeof input === 'string' ? input.toWellFormed() : decode(input);

/** The text of strings and bytes in turn: neighbours of one kind are one, and only a change of kind ends what is cut. */
export function mixedText(parts: readonly (string | Uint8Array)[]): string {
  const runs: (string | Uint8Array)[] = [];
  for (const part of parts.filter((each) => each.length > 0)) {
    const last = runs.at(-1);
    if (typeof part === 'string' && typeof last === 'string') runs[runs.length - 1] = last + part;
    else if (typeof part !== 'string' && last instanceof Uint8Array) runs[runs.length - 1] = concat(last, part);
    else runs.push(part);
  }
  return runs.map(decodedText).join('');
}

export const countOf = (text: string, part: string) => text.split(part).length - 1;

/** LF ends a line, and a final LF opens none. */
export const lineCount = (text: string) => countOf(text, '\n') + (text === '' || text.endsWith('\n') ? 0 : 1);

/** How many bytes at the end could still become a scalar value: those that a strict decoder takes and holds back. */
export function heldBack(bytes: Uint8Array): number {
  for (const length of [1, 2, 3]) {
    if (length > bytes.length) break;
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      if (decoder.decode(bytes.subarray(bytes.length - length), { stream: true }) === '') return length;
    } catch {
      // Not the beginning of a scalar value; a longer suffix may be one.
    }
  }
  return 0;
}

/** `bytes` as a view that begins `offset` bytes into its memory. */
export function atOffset(bytes: Uint8Array, offset: number): Uint8Array {
  const memory = new Uint8Array(bytes.length + offset + 3).fill(0x0a);
  memory.set(bytes, offset);
  return memory.subarray(offset, offset + bytes.length);
}
