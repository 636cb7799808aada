import type { Finder, TextWindow } from './finder.js';
import { ownedText, utf8ByteLength } from './utf8.js';

interface Find {
  start: number;
  readonly end: number;
}

/** Before the text, and behind a gap, there may have been the end of a line. */
const BEFORE = '\n';

/** Puts one mask in place of finds that overlap or touch. Holds what its finders have not decided, and their context. */
export class Redacting {
  readonly #finders: readonly Finder[];
  readonly #mask: string;
  readonly #contextUnits: number;
  #window: TextWindow = { text: BEFORE, from: -BEFORE.length, start: 0 };
  #finds: Find[] = [];
  /** Up to where text was given, or masked. */
  #given = 0;
  /** The end of the last find that was masked. */
  #maskedTo = -1;
  omittedBytes = 0;

  constructor(finders: readonly Finder[], mask: string, contextUnits: number) {
    this.#finders = finders;
    this.#mask = mask;
    this.#contextUnits = Math.max(BEFORE.length, contextUnits);
  }

  get heldBytes(): number {
    const { text, from } = this.#window;
    return utf8ByteLength(text.slice(this.#given - from));
  }

  write(text: string): string {
    this.#window = { ...this.#window, text: this.#window.text + text };
    let settled = this.#end;
    for (const finder of this.#finders) settled = Math.min(settled, finder.scan(this.#window, this.#add));
    const out = this.#give(settled);
    this.#trim();
    return out;
  }

  gap(): string {
    const out = this.#endAll(true);
    const start = this.#end;
    this.#window = { text: BEFORE, from: start - BEFORE.length, start };
    this.#maskedTo = -1;
    return out;
  }

  end(): string {
    return this.#endAll(false);
  }

  get #end(): number {
    return this.#window.from + this.#window.text.length;
  }

  #endAll(isGap: boolean): string {
    for (const finder of this.#finders) finder.end(this.#window, this.#add, isGap);
    return this.#give(this.#end);
  }

  readonly #add = (start: number, end: number): void => {
    if (start >= end) return;
    this.#finds.push({
      start: this.#splitsPair(start) ? start - 1 : start,
      end: this.#splitsPair(end) ? end + 1 : end,
    });
  };

  #splitsPair(offset: number): boolean {
    const { text, from } = this.#window;
    const at = offset - from;
    return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  }

  /** Gives what is decided up to here, with masks. */
  #give(decided: number): string {
    const to = this.#splitsPair(decided) ? decided - 1 : decided;
    const { text, from } = this.#window;
    this.#finds.sort((a, b) => a.start - b.start);
    const undecided: Find[] = [];
    let out = '';
    for (const find of this.#finds) {
      if (find.start >= to) {
        undecided.push(find);
        continue;
      }
      if (find.start > this.#given) out += text.slice(this.#given - from, find.start - from);
      if (find.start > this.#maskedTo) out += this.#mask;
      const start = Math.max(this.#given, find.start);
      const end = Math.min(to, find.end);
      if (end > start) this.omittedBytes += utf8ByteLength(text.slice(start - from, end - from));
      this.#given = Math.max(start, end);
      this.#maskedTo = Math.max(this.#maskedTo, find.end);
      if (find.end > to) undecided.push({ start: to, end: find.end });
    }
    this.#finds = undecided;
    if (to > this.#given) {
      out += text.slice(this.#given - from, to - from);
      this.#given = to;
    }
    return out;
  }

  #trim(): void {
    const { text, from, start } = this.#window;
    const kept = text.slice(Math.max(0, this.#given - from - this.#contextUnits));
    this.#window = { text: ownedText(kept), from: from + text.length - kept.length, start };
  }
}
