export { agentsPython } from './agents-python.js';
export { codex } from './codex.js';
export type { ContentItem, TruncateContentItemsOptions } from './content-items.js';
export type { HeadTail } from './head-tail.js';
export type { TelemetryPreviewOptions } from './telemetry-preview.js';
export type { CountedText } from './truncate-text.js';
