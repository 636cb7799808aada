export type { ChildWithOutput } from './child-output.js';
export { childOutput } from './child-output.js';
export { SessionInputError } from './errors.js';
export { ExecSessions } from './exec-sessions.js';
export type {
  ExecOptions,
  ExecSessionsOptions,
  ExecUpdate,
  ExecWindowOptions,
  LastOutputOptions,
  SessionInfo,
  WriteOptions,
} from './exec-types.js';
export type { JsonlFileSinkOptions } from './jsonl-file-sink.js';
export { JsonlFileSink } from './jsonl-file-sink.js';
export type { RotateOptions } from './rotation.js';
