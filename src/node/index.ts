export type { JsonlFileSinkOptions } from './jsonl-file-sink.js';
export { JsonlFileSink } from './jsonl-file-sink.js';
export type { RotateOptions } from './rotation.js';
