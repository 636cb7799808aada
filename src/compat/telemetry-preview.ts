import { checkText } from '../checks.js';
import { checkChoice, checkOptions } from '../options.js';
import { bytePrefix, linePrefix } from '../text/preview.js';
import { checkLimit } from '../text/tokens.js';
import { encodeUtf8, utf8ByteLength } from '../text/utf8.js';

export interface TelemetryPreviewOptions {
  /** Which caps hold; both unless given. */
  variant?: 'bytes_and_lines' | 'bytes_only';
  /** The most bytes of UTF-8 of the text; 2048 unless given. */
  maxBytes?: number;
  /** The most lines of it; 64 unless given. */
  maxLines?: number;
  /** Stands behind a text that was cut, on a line of its own. */
  notice?: string;
}

const LF = 0x0a;

/**
 * The beginning of a text for a telemetry record, as the Rust original cuts it: first to the bytes, then to the lines. A
 * text that was cut has a notice behind it, on top of the caps, and where lines are capped its CRLF are LF. A negative
 * cap is 0.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * codex.telemetryPreview('one\r\ntwo\r\nthree', { maxLines: 2, notice: '[cut]' }); // { text: 'one\ntwo\n[cut]', truncated: true }
 * codex.telemetryPreview('a🦊b', { variant: 'bytes_only', maxBytes: 4, notice: '[cut]' }).text; // 'a\n[cut]'
 */
export function telemetryPreview(
  text: string,
  options?: TelemetryPreviewOptions,
): { text: string; truncated: boolean } {
  const owner = 'codex.telemetryPreview';
  const given = checkOptions(owner, options);
  const { variant = 'bytes_and_lines', maxBytes = 2048, maxLines = 64 } = given;
  const notice = checkText(owner, 'notice', given.notice ?? '[... telemetry preview truncated ...]').toWellFormed();
  checkChoice(owner, 'variant', variant, ['bytes_and_lines', 'bytes_only']);
  const fitting = bytePrefix(checkText(owner, 'text', text), checkLimit(owner, 'maxBytes', maxBytes));
  const limit = checkLimit(owner, 'maxLines', maxLines);
  const kept = variant === 'bytes_only' ? fitting : linePrefix(fitting, limit);
  if (kept.length === text.length) return { text: kept, truncated: false };
  const shown = variant === 'bytes_only' ? kept : joinLines(kept, fitting);
  const separator = shown === '' || shown.endsWith('\n') ? '' : '\n';
  return { text: shown + separator + notice, truncated: true };
}

/** The lines joined by LF. A last LF stays where the text before the line cap has one at that very byte. */
function joinLines(lines: string, fitting: string): string {
  const joined = lines.replace(/\r?\n$/, '').replaceAll('\r\n', '\n');
  // Not the same as the last break: each CR that went shifts the place, and so an empty last line can lose its LF.
  return encodeUtf8(fitting)[utf8ByteLength(joined)] === LF ? `${joined}\n` : joined;
}
