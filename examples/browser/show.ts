const NAMES: Record<number, string> = {
  9: 'TAB',
  10: 'LF',
  13: 'CR',
  27: 'ESC',
  32: 'SP',
  8205: 'ZWJ',
  65039: 'VS16',
  65279: 'BOM',
};

/** The caret notation of a control character, which needs no font that draws it. */
const caret = (code: number) => `^${String.fromCharCode(code ^ 0x40)}`;

/** A text as it can be looked at: LF and TAB do their work, all other control characters are spelled out. */
export function visible(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, (control) => caret(control.charCodeAt(0)));
}

/** One scalar value for a cell of its own: itself, or its name where there is nothing to see. */
export function glyph(character: string): { label: string; isName: boolean } {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES[code] ?? (code < 0x20 || code === 0x7f ? caret(code) : undefined);
  if (name !== undefined) return { label: name, isName: true };
  return { label: /^\p{M}/u.test(character) ? `◌${character}` : character, isName: false };
}

const FORMAT = new Intl.NumberFormat('en');
export const count = (value: number) => FORMAT.format(value);
export const plural = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** Finds an element that the page is written with. */
export function element<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`${selector} is not in the page`);
  return found;
}

/** Touches the page only where the text differs: a write costs a layout, and loses a visitor's selection. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
