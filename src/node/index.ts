export type { ChildWithOutput } from './child-output.js';
export { childOutput } from './child-output.js';
export { SessionInputError, SpillHandleError } from './errors.js';
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
export type { ReadPageOptions, SpillPage } from './read-page.js';
export { readPage } from './read-page.js';
export type { RotateOptions } from './rotation.js';
export type { SpillDirectoryOptions } from './spill-directory.js';
export { SpillDirectory } from './spill-directory.js';
export type { SpillFileOptions } from './spill-file.js';
export { SpillFile } from './spill-file.js';
