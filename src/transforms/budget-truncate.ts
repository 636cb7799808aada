import { checkTextChunk } from '../bytes.js';
import { TextRemains } from '../keep/text-remains.js';
import { cutToTokens, heldPolicy, type TokenCut } from '../keep/token-cut.js';
import { checkedTruncation, type TruncateOptions } from '../keep/truncate-options.js';
import { Omission } from '../omission.js';
import { Utf8Carry } from '../text/carry.js';
import { type CutText, cutText } from '../text/cut.js';
import type { TruncationPolicy } from '../text/policy.js';
import type { CutSettings } from '../text/remains.js';
import type { Tokenizer } from '../text/tokens.js';
import { ChunkTransform } from '../transform.js';

export type { TruncateOptions } from '../keep/truncate-options.js';

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
  /** True while tokens are estimated from bytes: without a tokenizer, and with one if something was left out. */
  estimated: boolean;
  /** The kept beginning, without heading and marker. The whole text when nothing was cut. */
  head: string;
  /** The kept end. */
  tail: string;
}

/**
 * Cuts a text to a budget: keeps its beginning and its end, and puts a marker between.
 *
 * Holds at most twice the budget, in buffers that grow to their size, whatever the length of the input (with a `tokenizer`
 * twice 32 bytes a token, with `keepLines` about 1 MiB times their share more), and gives the text as one string at
 * the end: what {@link truncate} gives for the whole input. An {@link Omission} that comes in is counted, and the marker
 * stands in its place.
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
  readonly #tokenizer: Tokenizer | undefined;
  readonly #carry = new Utf8Carry();
  readonly #remains: TextRemains;
  readonly #keep = (piece: Uint8Array) => this.#remains.push(piece);
  #result: CutText | TokenCut | undefined;
  #isFlushed = false;

  constructor(policy: TruncationPolicy, options?: TruncateOptions) {
    super();
    const { settings, tests, tokenizer } = checkedTruncation('Cannot create BudgetTruncate', policy, options);
    this.#settings = settings;
    this.#tokenizer = tokenizer;
    this.#remains = new TextRemains(tokenizer ? { ...settings, policy: heldPolicy(policy) } : settings, tests);
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
    const cut = this.#cut();
    const { isCut, head, tail, omitted } = cut;
    const { bytes, tokens, lines } = this.#remains.total;
    const counted = !isCut && 'tokens' in cut ? cut.tokens : undefined;
    return {
      truncated: isCut,
      totalBytes: bytes,
      keptBytes: bytes - omitted.bytes,
      omittedBytes: omitted.bytes,
      totalLines: lines,
      totalTokens: counted ?? tokens,
      omittedTokens: omitted.tokens,
      estimated: counted === undefined,
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
    if (this.#isFlushed) return [];
    this.#release();
    this.#remains.end();
    const { heading, head, middle, marker, tail } = this.#cut();
    this.#isFlushed = true;
    const text = heading + head + middle + marker + tail;
    return text === '' ? [] : [text];
  }

  #release(): void {
    this.#carry.flush(this.#keep);
    this.#result = undefined;
  }

  #cut(): CutText | TokenCut {
    this.#result ??= this.#tokenizer
      ? cutToTokens('BudgetTruncate', this.#remains.all(), this.#settings, this.#tokenizer)
      : cutText(this.#remains.all(), this.#settings);
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
