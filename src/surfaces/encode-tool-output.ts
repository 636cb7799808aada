import { checkPolicy, checkText } from '../checks.js';
import { checkTokenizer } from '../keep/count-tokens.js';
import { checkBoolean, checkChoice, checkNumber, checkOptions, show } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import { type PreviewOptions, previewText } from '../text/preview.js';
import { truncate } from '../transforms/budget-truncate.js';
import { noneOmitted, textCosts } from './charge-items.js';
import { type ContentItem, type ImageItem, passingFor, type TextItem } from './content-items.js';
import { type CallKind, hasForm, shaped, type ToolOutputItem, type ToolOutputKind } from './shapes.js';
import { type ContentItemsOptions, type ContentItemsReport, chargedItems } from './truncate-content-items.js';

/** How a tool's output is encoded. */
export type EncodeToolOutputOptions<
  K extends ToolOutputKind = ToolOutputKind,
  C extends ContentItem = ContentItem,
> = ContentItemsOptions & {
  /** The shape of the result: of the OpenAI Responses API, Anthropic Messages (`'tool_result'`), or MCP. */
  kind: K;
  content: string | readonly C[];
  /** What the model may read, before the allowance. */
  policy: TruncationPolicy;
  /** Times the limit of the policy, rounded up, is the budget: room for what wraps the text; 1.2 unless given. */
  allowance?: number;
  /** How long the tool ran: said in two lines before the output, unless they would take more than half the budget. */
  wallTimeMs?: number;
  /** Says that the tool failed, in the shapes that have a place for it. */
  isError?: boolean;
  /** The caps of the preview. */
  preview?: PreviewOptions;
} & (K extends CallKind ? { callId: string } : { callId?: string });

const KINDS: readonly ToolOutputKind[] = ['function', 'custom', 'tool_result', 'mcp'];

/**
 * The output of a tool in the shape that the model's API takes, within the budget of the policy times the allowance, and
 * a preview of the whole for telemetry, which has caps of its own. A text is cut by {@link truncate}, items by
 * {@link truncateContentItems}: what the shape has no form for is left out and noted within the budget.
 *
 * Mask secrets before: the preview shows what it is given.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value.
 * @example
 * const content = 'built in 41 modules\n'.repeat(9);
 * const options = { content, policy: TruncationPolicy.bytes(60), wallTimeMs: 1500 };
 * const { item, preview, report } = encodeToolOutput({ callId: 'call_1', kind: 'function', ...options });
 * item.call_id; // 'call_1'
 * item.output; // 'Wall time: 1.5 seconds\nOutput:\nbuilt in…164 bytes truncated…modules\n'
 * [preview.length, report.omittedBytes]; // [ 180, 164 ]
 * encodeToolOutput({ kind: 'mcp', content: 'done', policy: TruncationPolicy.tokens(10) }).item; // { content: [ { type: 'text', text: 'done' } ] }
 */
export function encodeToolOutput<K extends ToolOutputKind, C extends ContentItem = TextItem | ImageItem>(
  options: EncodeToolOutputOptions<K, C>,
): { item: ToolOutputItem<K, C>; preview: string; report: ContentItemsReport } {
  const owner = 'encodeToolOutput';
  const given: Partial<EncodeToolOutputOptions> = checkOptions<EncodeToolOutputOptions>(owner, options);
  const { content, allowance = 1.2, wallTimeMs, isError = false, tokenizer } = given;
  const kind = checkChoice(owner, 'kind', given.kind, KINDS);
  if (kind !== 'mcp' || given.callId !== undefined) checkText(owner, 'callId', given.callId);
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw new TypeError(`${owner}: content must be a string or an array of items, got ${show(content)}`);
  }
  const whole = checkPolicy(owner, given.policy).times(checkNumber(owner, 'allowance', allowance, 0, Number.MAX_VALUE));
  const header =
    wallTimeMs === undefined ? '' : wallTimeHeader(checkNumber(owner, 'wallTimeMs', wallTimeMs, 0, MOST_MS));
  checkTokenizer(owner, whole.mode, tokenizer);
  const costOf = textCosts(owner, whole.mode, tokenizer);
  const shownHeader = 2 * costOf(header) <= whole.limit ? header : '';
  const policy = TruncationPolicy[whole.mode](whole.limit - costOf(shownHeader));
  // Where header and text meet, a tokenizer may count more than in both.
  const isOver = (text: string) => shownHeader !== '' && costOf(shownHeader + text) > whole.limit;
  const cut =
    typeof content === 'string' ? cutText(content, policy, given, isOver) : cutItems(owner, content, policy, given);
  const shown = withHeader(shownHeader, cut.content);
  const item = shaped(kind, given.callId, shown, checkBoolean(owner, 'isError', isError));
  return {
    // The kind that was given is the shape that was made, and what passes is of the caller's types.
    item: item as ToolOutputItem<K, C>,
    preview: previewText(typeof content === 'string' ? content : joined(content), given.preview).text,
    report: cut.report,
  };
}

interface CutContent {
  readonly content: string | readonly ContentItem[];
  readonly report: ContentItemsReport;
}

function cutText(
  content: string,
  policy: TruncationPolicy,
  options: Partial<EncodeToolOutputOptions>,
  isOver: (text: string) => boolean,
): CutContent {
  const { tokenizer } = options;
  const how = { wholeSequences: true, ...(tokenizer && { tokenizer }) };
  // Twice as much less each time, so that a tokenizer that contradicts itself comes to an end.
  for (let left = policy.limit, less = 1; ; left = Math.max(0, left - less), less *= 2) {
    const { text, report } = truncate(content, TruncationPolicy[policy.mode](left), how);
    if (left > 0 && isOver(text)) continue;
    const { truncated, totalBytes, keptBytes, omittedBytes, totalTokens, omittedTokens } = report;
    const counts = { totalBytes, keptBytes, omittedBytes, totalTokens, omittedTokens };
    return { content: text, report: { truncated, ...counts, omittedItems: noneOmitted() } };
  }
}

function cutItems(
  owner: string,
  content: readonly ContentItem[],
  policy: TruncationPolicy,
  options: Partial<EncodeToolOutputOptions>,
): CutContent {
  const { kind = 'function', modalities } = options;
  const passing = passingFor(owner, modalities);
  const { items, report } = chargedItems(owner, content, policy, options, (item) =>
    hasForm(kind, item) ? passing(item) : undefined,
  );
  return { content: items, report };
}

/** Longer than any tool runs, and still told without an exponent. */
const MOST_MS = Number.MAX_SAFE_INTEGER;

function wallTimeHeader(ms: number): string {
  return `Wall time: ${Number((ms / 1000).toFixed(3))} seconds\nOutput:\n`;
}

function withHeader(header: string, content: string | readonly ContentItem[]): string | readonly ContentItem[] {
  if (typeof content === 'string') return header + content;
  return header === '' ? content : [{ type: 'input_text', text: header }, ...content];
}

/** The texts of items, one under the other. */
function joined(items: readonly ContentItem[]): string {
  return items.flatMap((item) => (item.type === 'input_text' ? [item.text] : [])).join('\n');
}
