import { show } from '../options.js';

/**
 * No session has this id: it was never given, or its session is over and its output was given.
 * @example
 * const error = new UnknownSessionError(4711);
 * [error.name, error.sessionId, error.message]; // [ 'UnknownSessionError', 4711, 'There is no session 4711: it is over and its output was given, or it never was' ]
 */
export class UnknownSessionError extends Error {
  /** The id that was asked for. */
  readonly sessionId: number;

  constructor(sessionId: number) {
    super(`There is no session ${show(sessionId)}: it is over and its output was given, or it never was`);
    this.sessionId = sessionId;
  }

  override get name() {
    return 'UnknownSessionError';
  }
}

/**
 * There is no room for another session: each one is among the most recent ones, which are safe, or no id is left.
 * @example
 * new SessionLimitError('Cannot allocate a session: no id is left').name; // 'SessionLimitError'
 */
export class SessionLimitError extends Error {
  override get name() {
    return 'SessionLimitError';
  }
}
