import type { Collected, OperationOutcome, OperationRecorder } from './types.js';

/** Records a window as the operation `'collect'`. A failure to record it is `sinkError` of the result. */
export async function recorded(
  recorder: OperationRecorder | undefined,
  run: () => Promise<Collected>,
): Promise<Collected> {
  if (!recorder) return run();
  // Asynchronous, so that what a recorder throws comes back like what it rejects with.
  const begun = (async () => recorder.start('collect'))();
  const finish = async (outcome: OperationOutcome) => (await begun)(outcome);
  let result: Collected;
  try {
    result = await run();
  } catch (error) {
    // The caller is to have this at once, and not a failure to record it.
    finish({ error }).catch(() => {});
    throw error;
  }
  try {
    await finish(outcomeOf(result));
    return result;
  } catch (sinkError) {
    return { sinkError, ...result };
  }
}

function outcomeOf({ text, endedBy, closed, sources = {}, ...counts }: Collected): OperationOutcome {
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
      source_bytes: Object.fromEntries(Object.entries(sources).map(([label, { totalBytes }]) => [label, totalBytes])),
    },
    stdout: stdout?.text ?? null,
    stderr: stderr?.text ?? null,
  };
}
