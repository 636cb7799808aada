import type { Lanes, TakenLane } from './lanes.js';
import type { CheckedWindow } from './options.js';
import type { Collected, CollectedSource } from './types.js';

/** The facts of a window that do not come from its text. */
type WindowFacts = Pick<Collected, 'closed' | 'endedBy' | 'exit' | 'sinkError'>;

/** Takes what the lanes hold and cuts it. When a style of the caller's throws, the lanes have it all again. */
export function collected(lanes: Lanes, { truncation }: CheckedWindow, facts: WindowFacts): Collected {
  const taken = lanes.take();
  try {
    const { text, report, totalBytes, omittedBytes, pendingBytes } = cut(taken);
    const sources: Record<string, CollectedSource> = {};
    for (const [label, lane] of taken.lanes) {
      const { report: _, ...source } = cut(lane);
      sources[label] = source;
    }
    const originalTokenCount = report.truncated ? report.totalTokens : null;
    const counts = { originalTokenCount, totalBytes, omittedBytes, pendingBytes, totalLines: report.totalLines };
    return { text, ...facts, ...counts, report, ...(taken.lanes.size > 0 && { sources }) };
  } catch (error) {
    lanes.putBack(taken);
    throw error;
  }

  function cut({ chunks, pendingBytes, addedBytes }: TakenLane) {
    const truncated = truncation();
    for (const chunk of chunks) truncated.push(chunk);
    const text = truncated.flush().join('');
    const { report, omittedBytes } = truncated;
    const totalBytes = truncated.totalBytes - addedBytes + pendingBytes;
    return { text, report, totalBytes, omittedBytes, pendingBytes };
  }
}
