import { concatBytes } from '../bytes.js';
import { Omission } from '../omission.js';
import { sourcePrefix } from '../text/scan.js';
import { utf8ByteLength } from '../text/utf8.js';
import type { TakenLane } from './lane.js';
import type { Lanes } from './lanes.js';
import type { CheckedWindow } from './options.js';
import { refilled } from './refill.js';
import type { Collected, CollectedSource } from './types.js';

/** What a window tells of its text. */
type WindowText = Omit<
  Collected,
  'closed' | 'endedBy' | 'exit' | 'sinkError' | 'spillOmittedBytes' | 'onChunkOmittedBytes'
>;

/** Takes what the lanes hold and cuts it. When a style of the caller's throws, the lanes have it all again. */
export function collected(lanes: Lanes, { truncation, sharedLabels }: CheckedWindow): WindowText {
  const taken = lanes.take();
  try {
    const merged = { ...taken, chunks: refilled(taken, sharedLabels) };
    const { report, ...counts } = cut(merged, (startBytes) => taken.runs.ownerOf(startBytes));
    const sources = [...taken.lanes].map(([label, lane]): [string, CollectedSource] => {
      const { report: _, ...source } = cut(lane);
      return [label, source];
    });
    return {
      ...counts,
      originalTokenCount: report.truncated ? report.totalTokens : null,
      totalLines: report.totalLines,
      report,
      // Not by assignment: a label may be "__proto__".
      ...(sources.length > 0 && { sources: Object.fromEntries(sources) }),
    };
  } catch (error) {
    lanes.putBack(taken);
    throw error;
  }

  function cut(lane: TakenLane, ownerOf?: (startBytes: number) => string | undefined) {
    const truncated = truncation(ownerOf);
    for (const chunk of lane.chunks) truncated.push(chunk);
    const text = truncated.flush().join('');
    const { report } = truncated;
    const { source, addedAt, pendingBytes } = lane;
    const lostBytes = countLost(lane, report.head, truncated.omittedBytes);
    const omittedBytes = truncated.omittedBytes - lostBytes + (source?.removedBytes ?? 0);
    const totalBytes = source?.totalBytes ?? truncated.totalBytes - addedAt.length + pendingBytes;
    return { text, totalBytes, omittedBytes, pendingBytes, binary: lane.binary, report };
  }
}

/** How many of the line feeds that no source gave are among what was left out behind the head. */
function countLost({ chunks, addedAt }: TakenLane, head: string, omittedBytes: number): number {
  if (addedAt.length === 0 || omittedBytes === 0) return 0;
  const gap = chunks.findIndex((chunk) => chunk instanceof Omission);
  const beginning = concatBytes(chunks.slice(0, gap < 0 ? chunks.length : gap) as Uint8Array[]);
  const headBytes = sourcePrefix(beginning, utf8ByteLength(head));
  return addedAt.filter((at) => at >= headBytes && at < headBytes + omittedBytes).length;
}
