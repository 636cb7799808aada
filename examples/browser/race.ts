import {
  BudgetTruncate,
  Collector,
  encodeJsonLine,
  HeadTailBuffer,
  incompleteUtf8SuffixLength,
  Omission,
  previewText,
  type TruncationPolicy,
  Utf8CarryTransform,
} from 'millrace';

export interface Size {
  headBytes: number;
  tailBytes: number;
}

/** What the carry made of one chunk: `before` and `chunk` came in, `passed` and `held` are the same bytes. */
export interface Passage {
  before: Uint8Array;
  chunk: Uint8Array;
  passed: Uint8Array;
  held: Uint8Array;
}

/** Bytes of the source. `total` is always the sum of the other three. */
export interface Counts {
  total: number;
  kept: number;
  omitted: number;
  held: number;
}

/** What the buffer has: the two ends, what is missing between, and whether the beginning is settled. */
export interface Ends {
  head: Uint8Array;
  omission: Omission | undefined;
  tail: Uint8Array;
}

export interface ModelText {
  text: string;
  /** The three parts of the text; the marker is empty when nothing is missing. */
  head: string;
  marker: string;
  tail: string;
}

const NONE = new Uint8Array(0);
const RECORD_PREVIEW = { maxBytes: 64, maxLines: 2, notice: '' };

/** The stages, pushed to by hand so that the page can look between them. `pipeThrough` would run the same ones. */
export class Race {
  readonly source: string;
  readonly #carry = new Utf8CarryTransform();
  readonly #collector = new Collector(undefined, { maxBytes: 1 << 16 });
  #buffer: HeadTailBuffer;
  #size: Size;
  #held: Uint8Array = NONE;
  #total = 0;
  #windows = 0;

  constructor(source: string, size: Size) {
    this.source = source;
    this.#size = size;
    this.#buffer = new HeadTailBuffer({ ...size, marker: 'chunk' });
  }

  get counts(): Counts {
    const { retainedBytes, omittedBytes } = this.#buffer;
    return { total: this.#total, kept: retainedBytes, omitted: omittedBytes, held: this.#carry.pendingBytes };
  }

  push(chunk: Uint8Array): Passage {
    const before = this.#held;
    this.#total += chunk.length;
    this.#collector.write(chunk);
    const passed = join(this.#carry.push(chunk));
    this.#buffer.push(passed);
    const came = join([before, chunk]);
    this.#held = came.subarray(came.length - this.#carry.pendingBytes);
    return { before, chunk, passed, held: this.#held };
  }

  /** The source has ended: what the carry holds can no longer become whole, and goes on as it is. */
  end(): void {
    for (const piece of this.#carry.flush()) this.#buffer.push(piece);
    this.#held = NONE;
    this.#collector.close();
  }

  /** Other limits for what is held and for what comes. What was omitted stays so, and stays counted. */
  resize(size: Size): void {
    this.#size = size;
    this.#pour();
  }

  ends(): Ends {
    const { head, tail } = this.#buffer.snapshot();
    const omission = this.#pour().find((chunk) => chunk instanceof Omission);
    // With nothing missing between, the border of the two halves may fall inside a character: it is shown with the tail.
    const border = head.length - (omission ? 0 : incompleteUtf8SuffixLength(head));
    return { head: head.subarray(0, border), omission, tail: join([head.subarray(border), tail]) };
  }

  /** Closes a window, as an agent does that polls, and writes it down as one line. */
  async record(policy: TruncationPolicy): Promise<string> {
    const window = await this.#collector.collect({ yieldTimeMs: 0, policy, truncate: { heading: false } });
    return encodeJsonLine({
      window: ++this.#windows,
      source: this.source,
      total_bytes: window.totalBytes,
      omitted_bytes: window.omittedBytes,
      pending_bytes: window.pendingBytes,
      closed: window.closed,
      preview: previewText(window.text, RECORD_PREVIEW).text,
    });
  }

  /** Pours what the buffer holds into a new one: what was omitted goes along as a chunk of its own, exactly counted. */
  #pour(): readonly (Uint8Array | Omission)[] {
    const chunks = this.#buffer.drainChunks();
    this.#buffer = new HeadTailBuffer({ ...this.#size, marker: 'chunk' });
    for (const chunk of chunks) this.#buffer.push(chunk);
    return chunks;
  }
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** What a model would be given if the source ended now. */
export function modelText({ head, omission, tail }: Ends, policy: TruncationPolicy): ModelText {
  const truncate = new BudgetTruncate(policy);
  for (const part of [head, omission, tail]) if (part) truncate.push(part);
  const text = truncate.flush().join('');
  const { report } = truncate;
  const marker = text.slice(report.head.length, text.length - report.tail.length);
  return { text, head: report.head, marker, tail: report.tail };
}

export function preview(text: string): string {
  return previewText(text, { maxBytes: 240, maxLines: 4 }).text;
}
