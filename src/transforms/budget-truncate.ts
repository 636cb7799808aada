import { checkTextChunk } from '../bytes.js';
import { TextRemains } from '../keep/text-remains.js';
import { Omission } from '../omission.js';
import { checkBoolean, checkChoice, checkInteger, checkNumber, checkOptions, show } from '../options.js';
import { Utf8Carry } from '../text/carry.js';
import { type CutSettings, type CutText, cutText } from '../text/cut.js';
import { TruncationPolicy } from '../text/policy.js';
import { strictStyle, type TruncationStyle } from '../text/style.js';
import { ChunkTransform } from '../transform.js';

/** How a text is cut to its policy. */
export interface TruncateOptions {
  /** Puts the heading of the style before a cut text: how many lines the whole has. Off unless asked for. */
  heading?: boolean;
  /** {@link strictStyle} unless given. */
  style?: TruncationStyle;
  /** The part of the room that is for the head, from 0 to 1; 0.5 unless given. */
  headShare?: number;
  /** Lines of the text at most, heading and marker included; LF ends a line. */
  maxLines?: number;
  /** Bytes of each line at most: a longer one keeps its beginning, and a marker with the bytes that are missing. */
  maxLineBytes?: number;
  /**
   * Where the text is cut: between scalar values, the default; between clusters of them that are read as one, by
   * `Intl.Segmenter`, which not every runtime has (a cluster of more than 256 bytes is still cut); or between lines (of a
   * text without a line that fits, still between scalar values).
   */
  cut?: 'scalar' | 'grapheme' | 'line';
  /** Cuts no escape sequence, as {@link AnsiStrip} may keep them; one of more than 256 bytes is still cut. */
  wholeSequences?: boolean;
}

/** What became of a text. Bytes are bytes of the text in UTF-8: each U+FFFD of an ill-formed input counts three. */
export interface TruncationReport {
  truncated: boolean;
  totalBytes: number;
  keptBytes: number;
  omittedBytes: number;
  /** Lines of the whole text: LF ends a line, a final LF opens none. */
  totalLines: number;
  totalTokens: number;
  omittedTokens: number;
  /** True while tokens are estimated from bytes. */
  estimated: boolean;
  /** The kept beginning, without heading and marker. The whole text when nothing was cut. */
  head: string;
  /** The kept end. */
  tail: string;
}

/**
 * Cuts a text to a budget: keeps its beginning and its end, and puts a marker between.
 *
 * Holds at most twice the budget, in buffers that grow to their size, whatever the length of the input, and gives the
 * text as one string at the end: what {@link truncate} gives for the whole input. An {@link Omission} that comes in is
 * counted, and the marker stands in its place.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value; from `push`, if a chunk is neither
 * bytes, a string, nor an `Omission`.
 * @example
 * const truncated = new BudgetTruncate(TruncationPolicy.bytes(32));
 * [...truncated.push('0123456789'.repeat(5)), ...truncated.flush()]; // [ '0123…42 bytes truncated…6789' ]
 * truncated.report.omittedBytes; // 42
 */
export class BudgetTruncate extends ChunkTransform<Uint8Array | string | Omission, string> {
  protected override readonly borrows = true;
  readonly #settings: CutSettings;
  readonly #carry = new Utf8Carry();
  readonly #remains: TextRemains;
  readonly #keep = (piece: Uint8Array) => this.#remains.push(piece);
  #result: CutText | undefined;

  constructor(policy: TruncationPolicy, options?: TruncateOptions) {
    super();
    this.#settings = checkedSettings('Cannot create BudgetTruncate', policy, options);
    this.#remains = new TextRemains(this.#settings);
  }

  /** Bytes of the source that came, omissions and pending ones included. */
  get totalBytes(): number {
    return this.#remains.sourceBytes + this.pendingBytes;
  }

  /** Bytes at the end of what came that may begin a scalar value: neither kept nor left out before more comes. */
  get pendingBytes(): number {
    return this.#carry.pendingBytes;
  }

  /** Bytes of the source that would be left out now. With `maxLineBytes`, ill-formed bytes count as their U+FFFD. */
  get omittedBytes(): number {
    const { sourceBytes } = this.#remains;
    const { keptSourceBytes, omitted } = this.#cut();
    return this.#settings.maxLineBytes === Infinity
      ? sourceBytes - keptSourceBytes
      : Math.min(sourceBytes, omitted.bytes);
  }

  /** What would be given now; complete after `flush`. */
  get report(): TruncationReport {
    const { isCut, head, tail, omitted } = this.#cut();
    const { bytes, tokens, lines } = this.#remains.total;
    return {
      truncated: isCut,
      totalBytes: bytes,
      keptBytes: bytes - omitted.bytes,
      omittedBytes: omitted.bytes,
      totalLines: lines,
      totalTokens: tokens,
      omittedTokens: omitted.tokens,
      estimated: true,
      head,
      tail,
    };
  }

  override push(chunk: Uint8Array | string | Omission): readonly string[] {
    if (chunk instanceof Omission) {
      this.#release();
      this.#remains.omit(chunk);
    } else {
      checkTextChunk('BudgetTruncate', chunk);
      this.#carry.write(chunk, this.#keep);
    }
    this.#result = undefined;
    return [];
  }

  override flush(): readonly string[] {
    this.#release();
    this.#remains.end();
    const { heading, head, marker, tail } = this.#cut();
    const text = heading + head + marker + tail;
    return text === '' ? [] : [text];
  }

  #release(): void {
    this.#carry.flush(this.#keep);
    this.#result = undefined;
  }

  #cut(): CutText {
    this.#result ??= cutText(this.#remains.all(), this.#settings);
    return this.#result;
  }
}

/**
 * Cuts a text to a budget; see {@link BudgetTruncate}, which does the same to a stream.
 *
 * Of the text that is returned: at most `policy.byteBudget()` bytes in UTF-8, heading and marker included; what is kept
 * is a true beginning and a true end, cut between scalar values; the counts of the report are exact. A marker shows
 * wherever one for the whole input would fit the budget.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * truncate('0123456789'.repeat(5), TruncationPolicy.bytes(32)).text; // '0123…42 bytes truncated…6789'
 * truncate('short', TruncationPolicy.tokens(8)).report.truncated; // false
 */
export function truncate(
  input: string | Uint8Array,
  policy: TruncationPolicy,
  options?: TruncateOptions,
): { text: string; report: TruncationReport } {
  const truncated = new BudgetTruncate(policy, options);
  truncated.push(input);
  const text = truncated.flush().join('');
  return { text, report: truncated.report };
}

function checkedSettings(owner: string, policy: TruncationPolicy, options: TruncateOptions | undefined): CutSettings {
  if (!(policy instanceof TruncationPolicy)) {
    throw new TypeError(`${owner}: policy must be a TruncationPolicy, got ${show(policy)}`);
  }
  const given = checkOptions(owner, options);
  const { heading = false, style = strictStyle, headShare = 0.5, cut = 'scalar', wholeSequences = false } = given;
  const { maxLines = Infinity, maxLineBytes = Infinity } = given;
  checkBoolean(owner, 'heading', heading);
  checkNumber(owner, 'headShare', headShare, 0, 1);
  if (typeof style?.marker !== 'function' || typeof style.heading !== 'function') {
    throw new TypeError(`${owner}: style must be a TruncationStyle, got ${show(style)}`);
  }
  if (maxLines !== Infinity) checkInteger(owner, 'maxLines', maxLines, 1);
  if (maxLineBytes !== Infinity) checkInteger(owner, 'maxLineBytes', maxLineBytes, 1);
  checkBoolean(owner, 'wholeSequences', wholeSequences);
  const unit = checkChoice(owner, 'cut', cut, ['scalar', 'grapheme', 'line']);
  const graphemes = unit === 'grapheme' ? segmenter(owner) : undefined;
  const at = { wholeLines: unit === 'line', graphemes, wholeSequences };
  return { policy, style, heading, headShare, maxLines, maxLineBytes, at };
}

function segmenter(owner: string): Intl.Segmenter {
  if (typeof Intl === 'object' && typeof Intl.Segmenter === 'function') return new Intl.Segmenter();
  throw new TypeError(`${owner}: cut cannot be 'grapheme': this runtime has no Intl.Segmenter`);
}
