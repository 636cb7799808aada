import fc from 'fast-check';
import { byteLength } from './bytes.js';

/** Sequences of ECMA-48, and what each does to the looks that are open: a colour, bold, underlined. */
const SEQUENCES: Readonly<Record<string, (open: Set<string>) => void>> = {
  '\x1b[31m': (open) => open.add('colour'),
  '\x1b[38;2;255;100;0m': (open) => open.add('colour'),
  '\x1b[39m': (open) => open.delete('colour'),
  '\x1b[1m': (open) => open.add('bold'),
  '\x1b[22m': (open) => open.delete('bold'),
  '\x9b1;4m': (open) => open.add('bold').add('line'),
  '\x1b[24;22m': (open) => {
    open.delete('bold');
    open.delete('line');
  },
  '\x1b[0m': (open) => open.clear(),
  '\x1b[m': (open) => open.clear(),
  '\x1b[0;1m': (open) => {
    open.clear();
    open.add('bold');
  },
  '\x1b[2 q': () => {},
};

export const RESET = '\x1b[0m';

/** A coloured text in parts that are not to be cut: sequences, scalar values, line feeds. */
export const colouredParts = fc.array(
  fc.constantFrom(...Object.keys(SEQUENCES), 'a', 'b', 'é', '漢', '[', 'm', '1', '\n'),
  { maxLength: 60 },
);

/** A text that was made of such parts, in parts again. */
export const partsOf = (text: string): string[] => text.match(/(?:\x1b\[|\x9b)[ -?]*[@-~]|./gsu) ?? [];

/** True if a look is open behind these parts, and what was open before them. */
export function leavesOpen(parts: readonly string[], before: ReadonlySet<string> = new Set()): boolean {
  return openBehind(parts, before).size > 0;
}

export function openBehind(parts: readonly string[], before: ReadonlySet<string> = new Set()): Set<string> {
  const open = new Set(before);
  for (const part of parts) SEQUENCES[part]?.(open);
  return open;
}

/** The longest beginning of whole parts that has the room with its reset; undefined if not even nothing has. */
export function closedBeginning(parts: readonly string[], room: number, before: ReadonlySet<string> = new Set()) {
  for (let length = parts.length; length >= 0; length--) {
    const kept = parts.slice(0, length);
    const isOpen = leavesOpen(kept, before);
    const text = kept.join('') + (isOpen ? RESET : '');
    if (byteLength(text) <= room) return { text, bytes: byteLength(kept.join('')), isOpen };
  }
  return undefined;
}
