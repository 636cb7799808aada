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
