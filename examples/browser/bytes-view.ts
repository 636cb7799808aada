import type { Passage } from './race.js';
import { count, element, glyph, plural, write } from './show.js';

/** The width of one byte in its cell, and of the words that stand for the bytes left out. */
const CELL_PX = 31;
const GAP_PX = 130;
const NARROW_PX = 560;
/** Bytes of the longest scalar value. */
const LONGEST = 4;

interface Group {
  bytes: Uint8Array;
  label: string;
  isName: boolean;
  kind: 'whole' | 'held' | 'bad';
  /** Bytes at the front that were held from the chunk before. */
  before: number;
  missing: number;
}

/** Shows the bytes of one chunk, grouped as characters: which were waiting, which went on, which wait now. */
export class BytesView {
  readonly #strip = element('#bytes');
  readonly #caption = element('#bytes-caption');

  show({ before, chunk, passed, held }: Passage): void {
    const { first, last } = this.#visible(passed);
    const nodes = groups(passed.subarray(0, first), before.length).map(groupNode);
    if (first < last) nodes.push(span('gap', `${plural(last - first, 'byte')} more`));
    nodes.push(...groups(passed.subarray(last), 0).map(groupNode));
    if (held.length > 0) nodes.push(groupNode(heldGroup(held, passed.length === 0 ? before.length : 0)));
    this.#strip.replaceChildren(...nodes);
    write(this.#caption, caption(before.length, chunk.length, passed.length, held.length));
  }

  /** What a line has room for, or two lines of a narrow page: the bytes at both borders. */
  #visible(bytes: Uint8Array): { first: number; last: number } {
    const width = this.#strip.clientWidth;
    const room = width * (width < NARROW_PX ? 2 : 1) - LONGEST * CELL_PX;
    if (bytes.length * CELL_PX <= room) return { first: bytes.length, last: bytes.length };
    const cells = Math.max(2 * LONGEST, Math.floor((room - GAP_PX) / CELL_PX));
    const first = border(bytes, Math.floor(cells / 3));
    return { first, last: border(bytes, Math.max(first, bytes.length - cells + first)) };
  }

  clear(): void {
    this.#strip.replaceChildren();
    write(this.#caption, 'Nothing has come yet.');
  }
}

function caption(before: number, came: number, passed: number, held: number): string {
  const joined = before > 0 ? ` and joined ${plural(before, 'held byte')};` : ';';
  const waits =
    held > 0 ? `${plural(held, 'byte')} of an unfinished character wait${held === 1 ? 's' : ''}.` : 'none waits.';
  return `${plural(came, 'byte')} came${joined} ${count(passed)} went on whole, ${waits}`;
}

/** The next border between characters at or after an index. */
function border(bytes: Uint8Array, index: number): number {
  let at = index;
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}

const lengthOf = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);

function groups(bytes: Uint8Array, before: number): Group[] {
  const out: Group[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(border(bytes, at + 1), at + lengthOf(bytes[at] ?? 0));
    const part = bytes.subarray(at, end);
    const text = decoder.decode(part);
    const isBad = text === '\ufffd' && part[0] !== 0xef;
    const own = Math.max(0, Math.min(part.length, before - at));
    out.push({ bytes: part, ...glyph(text), kind: isBad ? 'bad' : 'whole', before: own, missing: 0 });
    at = end;
  }
  return out;
}

function heldGroup(held: Uint8Array, before: number): Group {
  return {
    bytes: held,
    label: '?',
    isName: false,
    kind: 'held',
    before,
    missing: lengthOf(held[0] ?? 0) - held.length,
  };
}

function groupNode({ bytes, label, isName, kind, before, missing }: Group): Node {
  const cells = span('cells');
  bytes.forEach((byte, index) => {
    const hex = byte.toString(16).toUpperCase().padStart(2, '0');
    cells.append(span(index < before ? 'cell was-held' : 'cell', hex));
  });
  for (let i = 0; i < missing; i++) cells.append(span('cell missing', '··'));
  const group = span(`group ${kind}`);
  group.append(span(isName ? 'glyph name' : 'glyph', label), cells);
  return group;
}

function span(className: string, text = ''): HTMLSpanElement {
  const node = document.createElement('span');
  node.className = className;
  node.textContent = text;
  return node;
}
