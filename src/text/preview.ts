import { closedBeginning, RESET } from './looks.js';
import { checkLimit } from './tokens.js';
import { decodeUtf8, encodeUtf8, prefixLength } from './utf8.js';

/** The caps of a preview, and what tells that they cut. */
export interface PreviewOptions {
  /** The most bytes of UTF-8 that are kept; 2048 unless given. */
  maxBytes?: number;
  /** The most lines that are kept; 64 unless given. LF ends a line, and a final LF opens none. */
  maxLines?: number;
  /** Stands behind a text that was cut, on a line of its own; nothing does if it is empty. */
  notice?: string;
}

/**
 * The beginning of a text for a log or a telemetry record: what fits both caps, cut between scalar values.
 *
 * The caps are for what is kept of the text. A notice comes on top of them, and only where something was cut, so a cap
 * smaller than the notice still shows the text. No escape sequence is cut, and a look (a colour, bold) that is open at the
 * cut is ended there, within `maxBytes`. A lone surrogate is U+FFFD in what is returned. Looks at no more than
 * the first `maxBytes` bytes, and holds none of the rest; a negative cap is 0.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind, or a cap is no integer.
 * @example
 * previewText('one\ntwo\nthree\n', { maxLines: 2, notice: '[cut]' }); // { text: 'one\ntwo\n[cut]', truncated: true }
 * previewText('a🦊b', { maxBytes: 4, notice: '[cut]' }).text; // 'a\n[cut]'
 * previewText('short'); // { text: 'short', truncated: false }
 */
export function previewText(text: string, options: PreviewOptions = {}): { text: string; truncated: boolean } {
  const { maxBytes = 2048, maxLines = 64, notice = '[... preview truncated ...]' } = options;
  if (typeof text !== 'string') throw new TypeError(`previewText: text must be a string, got ${typeof text}`);
  if (typeof notice !== 'string') throw new TypeError(`previewText: notice must be a string, got ${typeof notice}`);
  const limit = checkLimit('previewText', 'maxBytes', maxBytes);
  const fitting = bytePrefix(text, limit);
  const kept = linePrefix(fitting, checkLimit('previewText', 'maxLines', maxLines));
  const truncated = kept.length < text.length;
  return { text: truncated ? withNotice(closed(kept, limit), notice) : kept, truncated };
}

/** A beginning that ends inside no sequence and no look. */
function closed(kept: string, maxBytes: number): string {
  const bytes = encodeUtf8(kept);
  // There is room: what opens a look has no less bytes than a reset.
  const { end, isOpen } = closedBeginning(bytes, maxBytes)!;
  return decodeUtf8(bytes.subarray(0, end)) + (isOpen ? RESET : '');
}

/** No scalar value takes more bytes of UTF-8 for each of its code units. */
const MOST_BYTES_PER_UNIT = 3;

/**
 * The longest beginning of a text that has at most `maxBytes` bytes in UTF-8, cut between scalar values. A lone surrogate
 * is U+FFFD in it, which changes no length: something was cut if it is shorter than the text. It is an owned copy,
 * which a slice would not be: engines let a slice keep all of its text alive.
 */
export function bytePrefix(text: string, maxBytes: number): string {
  // With room for one unit more: without it, encodeInto of Node 26 leaves out "é" where that fits exactly.
  const buffer = new Uint8Array(Math.min(maxBytes + MOST_BYTES_PER_UNIT, text.length * MOST_BYTES_PER_UNIT));
  const { written } = new TextEncoder().encodeInto(text, buffer);
  return decodeUtf8(buffer.subarray(0, prefixLength(buffer.subarray(0, written), maxBytes)));
}

/** The first `maxLines` lines of a text, with their breaks: LF ends a line, and a final LF opens none. */
export function linePrefix(text: string, maxLines: number): string {
  let end = 0;
  for (let lines = 0; lines < maxLines; lines++) {
    const feed = text.indexOf('\n', end);
    if (feed === -1) return text;
    end = feed + 1;
  }
  return text.slice(0, end);
}

/** A notice behind what was kept of a text, on a line of its own. An empty notice adds nothing. */
function withNotice(kept: string, notice: string): string {
  if (notice === '') return kept;
  const separator = kept === '' || kept.endsWith('\n') ? '' : '\n';
  return kept + separator + notice.toWellFormed();
}
