/**
 * What was written to a session did not reach its process: it has no input, has closed it, or is gone. Its output is still
 * to be had by an empty write.
 * @example
 * const error = new SessionInputError(4711, 'its process is gone');
 * [error.sessionId, error.message]; // [ 4711, 'Cannot write to session 4711: its process is gone' ]
 */
export class SessionInputError extends Error {
  readonly sessionId: number;

  constructor(sessionId: number, why: string, options?: { readonly cause?: unknown }) {
    super(`Cannot write to session ${sessionId}: ${why}`, options);
    this.sessionId = sessionId;
  }

  override get name() {
    return 'SessionInputError';
  }
}

/**
 * A handle that names no output on disk: there is no such file, any more or ever, or it is not one that may be read.
 * @example
 * const error = new SpillHandleError('logs/gone.log', 'there is no such file');
 * [error.handle, error.message]; // [ 'logs/gone.log', 'Cannot read the output "logs/gone.log": there is no such file' ]
 */
export class SpillHandleError extends Error {
  readonly handle: string;

  constructor(handle: string, why: string, options?: { readonly cause?: unknown }) {
    super(`Cannot read the output ${JSON.stringify(handle)}: ${why}`, options);
    this.handle = handle;
  }

  override get name() {
    return 'SpillHandleError';
  }
}
