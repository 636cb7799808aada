import type { Collected, CollectedSource, OperationOutcome, OperationRecorder } from './types.js';

/** What is recorded of an operation, and where a failure to record it goes. */
export interface Recorded<T> {
  readonly op: string;
  readonly data?: Record<string, unknown>;
  outcome(result: T): OperationOutcome;
  withSinkError(result: T, sinkError: unknown): T;
}

/** Records what is run as an operation. */
export async function recorded<T>(
  recorder: OperationRecorder | undefined,
  { op, data, outcome, withSinkError }: Recorded<T>,
  run: () => Promise<T>,
): Promise<T> {
  if (!recorder) return run();
  // Asynchronous, so that what a recorder throws comes back like what it rejects with.
  const begun = (async () => recorder.start(op, data))();
  const finish = async (told: OperationOutcome) => (await begun)(told);
  let result: T;
  try {
    result = await run();
  } catch (error) {
    // The caller is to have this at once, and not a failure to record it.
    finish({ error }).catch(() => {});
    throw error;
  }
  try {
    await finish(outcome(result));
    return result;
  } catch (sinkError) {
    return withSinkError(result, sinkError);
  }
}

/** Of a window: the operation `'collect'`. */
export const windowRecord: Recorded<Collected> = {
  op: 'collect',
  outcome: windowOutcome,
  withSinkError: (result, sinkError) => ({ sinkError, ...result }),
};

/** What a window came to. */
export function windowOutcome({ text, endedBy, closed, sources = {}, ...counts }: Collected) {
  const { stdout = sources.stderr ? undefined : { text }, stderr } = sources;
  return {
    data: {
      ended_by: endedBy,
      closed,
      total_bytes: counts.totalBytes,
      omitted_bytes: counts.omittedBytes,
      pending_bytes: counts.pendingBytes,
      total_lines: counts.totalLines,
      total_tokens: counts.report.totalTokens,
      source_bytes: sourceBytes(sources),
    },
    stdout: stdout?.text ?? null,
    stderr: stderr?.text ?? null,
  };
}

/** The bytes of each label. */
export function sourceBytes(sources: Readonly<Record<string, CollectedSource>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sources).map(([label, { totalBytes }]) => [label, totalBytes]));
}
