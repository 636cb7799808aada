import { SessionInputError } from './errors.js';
import type { Session } from './session.js';

/** Writes to a program. @throws {SessionInputError} If it has no input, is gone, or does not read any more. */
export async function type(sessionId: number, session: Session, chars: string, endInput: boolean): Promise<void> {
  const { program, hasExited } = session;
  if (hasExited) throw new SessionInputError(sessionId, 'its process is gone');
  if (!program.hasInput) throw new SessionInputError(sessionId, 'its process has no input; start it with tty or stdin');
  try {
    const written = chars === '' ? undefined : program.write(chars);
    if (endInput) program.endInput();
    await written;
  } catch (cause) {
    throw new SessionInputError(sessionId, 'its process does not read any more', { cause });
  }
}

/**
 * Waits in a window for what a write brings; a write that fails ends the window, which leaves its bytes to the next one,
 * and is the error.
 */
export async function stopWhenFailed<T>(
  written: Promise<void>,
  signal: AbortSignal | undefined,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  written.catch((reason) => stop.abort(reason));
  try {
    return await wait(stop.signal);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
