export type { OwnedBytes } from './bytes.js';
export type { Clock } from './collect/clock.js';
export { Collector, collect } from './collect/collector.js';
export type { PlainSource, Source } from './collect/sources.js';
export type {
  ChunkTap,
  Collected,
  CollectedSource,
  CollectOptions,
  CollectorOptions,
  EndedBy,
  OperationOutcome,
  OperationRecorder,
  Spill,
  Stage,
  WhenSlow,
  WindowOptions,
} from './collect/types.js';
export { clampYieldTime, resolveWriteYieldTime } from './collect/yield-time.js';
export type { KeepLinesOptions, TruncateOptions } from './keep/truncate-options.js';
export { Omission } from './omission.js';
export type { RedactRules } from './redaction.js';
export { SessionLimitError, UnknownSessionError } from './sessions/errors.js';
export type { SessionMeta } from './sessions/prune.js';
export { sessionToPrune } from './sessions/prune.js';
export type { PrunedSession, SessionRegistryOptions } from './sessions/registry.js';
export { SessionRegistry } from './sessions/registry.js';
export { abortedToolOutput } from './surfaces/aborted-tool-output.js';
export type { OmittedItems } from './surfaces/charge-items.js';
export type {
  AudioItem,
  ContentItem,
  EncryptedItem,
  ImageDetail,
  ImageItem,
  Modalities,
  TextItem,
} from './surfaces/content-items.js';
export type { EncodeToolOutputOptions } from './surfaces/encode-tool-output.js';
export { encodeToolOutput } from './surfaces/encode-tool-output.js';
export type { PairOptions, ToolCall } from './surfaces/pair-tool-outputs.js';
export { pairToolOutputs } from './surfaces/pair-tool-outputs.js';
export type {
  CallKind,
  CustomToolCallOutput,
  FunctionCallOutput,
  McpContent,
  McpToolResult,
  ToolOutputItem,
  ToolOutputItems,
  ToolOutputKind,
  ToolResultBlock,
  ToolResultContent,
} from './surfaces/shapes.js';
export type { ContentItemsOptions, ContentItemsReport } from './surfaces/truncate-content-items.js';
export { truncateContentItems } from './surfaces/truncate-content-items.js';
export { estimateTokens } from './text/estimate.js';
export type { LineCounter } from './text/lines.js';
export { TruncationPolicy } from './text/policy.js';
export type { PreviewOptions } from './text/preview.js';
export { previewText } from './text/preview.js';
export { safeDecode } from './text/safe-decode.js';
export type { Cut, TextAmount, TextTotals, TruncationStyle } from './text/style.js';
export { estimateStyle, strictStyle } from './text/style.js';
export type { Tokenizer } from './text/tokens.js';
export {
  APPROX_BYTES_PER_TOKEN,
  approxBytesForTokens,
  approxTokenCount,
  approxTokensFromByteCount,
} from './text/tokens.js';
export { incompleteUtf8SuffixLength } from './text/utf8.js';
export type { SyncTransform } from './transform.js';
export { ChunkTransform, compose, toTransformer } from './transform.js';
export type { AnsiStripOptions } from './transforms/ansi-strip.js';
export { AnsiStrip } from './transforms/ansi-strip.js';
export type { TruncationReport } from './transforms/budget-truncate.js';
export { BudgetTruncate, truncate } from './transforms/budget-truncate.js';
export { CarriageReturnCollapse } from './transforms/carriage-return-collapse.js';
export type { HeadTailBufferOptions, HeadTailSnapshot } from './transforms/head-tail-buffer.js';
export { HeadTailBuffer } from './transforms/head-tail-buffer.js';
export type { JsonlDecodeOptions } from './transforms/jsonl-decode.js';
export { DecodeError, JsonlDecode } from './transforms/jsonl-decode.js';
export type { JsonlOptions } from './transforms/jsonl-encode.js';
export { EncodeError, encodeJsonLine, JsonlEncode } from './transforms/jsonl-encode.js';
export type { KeepLinesFilter } from './transforms/keep-lines.js';
export { KeepLines } from './transforms/keep-lines.js';
export type { LineCapOptions } from './transforms/line-cap.js';
export { LineCap } from './transforms/line-cap.js';
export type { RedactOptions, RedactPattern } from './transforms/redact.js';
export { Redact } from './transforms/redact.js';
export { Utf8CarryTransform } from './transforms/utf8-carry.js';
