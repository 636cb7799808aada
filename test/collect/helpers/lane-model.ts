import { concat, utf8 } from './sources.js';

const LF = 0x0a;
const REPLACEMENT = utf8('\uFFFD');

/** How many bytes at the end could still become a scalar value: those that a strict decoder neither takes nor refuses. */
function unfinished(bytes: Uint8Array): number {
  for (let length = Math.min(3, bytes.length); length > 0; length--) {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      if (decoder.decode(bytes.subarray(bytes.length - length), { stream: true }) === '') return length;
    } catch {
      // No beginning of a scalar value; a shorter suffix may be one.
    }
  }
  return 0;
}

/** What one source has given, byte by byte, and what of it no window has had. */
export class LaneModel {
  #bytes = new Uint8Array();
  /** A high surrogate that ended a string. */
  #half = '';
  #lineStart = 0;
  /** Up to here nothing is unfinished any more, whatever it looks like. */
  #settledTo = 0;
  /** All bytes ever given, but for a half that nothing has decided. */
  all = new Uint8Array();

  /** Takes a chunk; gives the lines that it finished. */
  give(chunk: Uint8Array | string): Uint8Array {
    if (chunk.length === 0) return new Uint8Array();
    if (typeof chunk !== 'string')
      return this.#add(concat([this.#half === '' ? new Uint8Array() : REPLACEMENT, chunk]));
    const text = this.#half + chunk;
    const ends = /[\ud800-\udbff]$/.test(text);
    const bytes = utf8(ends ? text.slice(0, -1) : text);
    return this.#add(bytes, ends ? text.slice(-1) : '');
  }

  /** Nothing completes what is unfinished now: a half is U+FFFD. */
  settle(): void {
    if (this.#half !== '') this.#add(REPLACEMENT);
    this.#settledTo = this.#bytes.length;
  }

  /** Bytes that came since the last window, and those that it left. */
  get total(): number {
    return this.#bytes.length + (this.#half === '' ? 0 : REPLACEMENT.length);
  }

  get pending(): number {
    return this.#half === '' ? unfinished(this.#bytes.subarray(this.#settledTo)) : REPLACEMENT.length;
  }

  /** What a window may have now, and the part of it that is behind the last line feed. */
  take(): { bytes: Uint8Array; fragment: Uint8Array } {
    const end = this.#bytes.length - (this.#half === '' ? this.pending : 0);
    const taken = { bytes: this.#bytes.slice(0, end), fragment: this.#bytes.slice(this.#lineStart, end) };
    this.#bytes = this.#bytes.slice(end);
    this.#lineStart = 0;
    this.#settledTo = 0;
    return taken;
  }

  #add(bytes: Uint8Array, half = ''): Uint8Array {
    this.#half = half;
    this.#bytes = concat([this.#bytes, bytes]);
    this.all = concat([this.all, bytes]);
    const end = this.#bytes.lastIndexOf(LF) + 1;
    if (end <= this.#lineStart) return new Uint8Array();
    const lines = this.#bytes.slice(this.#lineStart, end);
    this.#lineStart = end;
    return lines;
  }
}

/** What all sources have given, merged by lines in order of completion. */
export class MergeModel {
  readonly lanes: readonly LaneModel[];
  #lines = new Uint8Array();

  constructor(count: number) {
    this.lanes = Array.from({ length: count }, () => new LaneModel());
  }

  give(lane: LaneModel, chunk: Uint8Array | string): void {
    this.#lines = concat([this.#lines, lane.give(chunk)]);
  }

  /** What the window that ends now has: the merged bytes, where the line feeds are that no source gave, each lane's own. */
  take(): { merged: Uint8Array; addedAt: number[]; own: Uint8Array[] } {
    const taken = this.lanes.map((lane) => lane.take());
    const addedAt: number[] = [];
    let merged = this.#lines;
    let isInsideLine = false;
    for (const { fragment } of taken) {
      if (fragment.length === 0) continue;
      if (isInsideLine) {
        addedAt.push(merged.length);
        merged = concat([merged, Uint8Array.of(LF)]);
      }
      merged = concat([merged, fragment]);
      isInsideLine = true;
    }
    this.#lines = new Uint8Array();
    return { merged, addedAt, own: taken.map(({ bytes }) => bytes) };
  }
}
