import type { ExecUpdate, SessionInfo, SpillPage } from '../node/index.js';

/** What a model reads of an update: how it stands, and below that the output. */
export function updateText({
  sessionId,
  output,
  exitCode,
  signal,
  originalTokenCount,
  outputHandle,
  wallTimeMs,
  collected,
}: ExecUpdate) {
  const lines = [`Wall time: ${(wallTimeMs / 1000).toFixed(1)} seconds`];
  if (sessionId !== null) lines.push(`Process running with session ID ${sessionId}`);
  else if (exitCode !== null) lines.push(`Process exited with code ${exitCode}`);
  else lines.push(signal === null ? 'Process could not be ended' : `Process ended by ${signal}`);
  if (sessionId === null && !collected.closed) lines.push('A process in the background still holds its output');
  if (originalTokenCount !== null) lines.push(`Original token count: ${originalTokenCount}`);
  if (originalTokenCount !== null && outputHandle !== null)
    lines.push(`Whole output, for read_output: ${outputHandle}`);
  const { sinkError } = collected;
  if (sinkError) lines.push(`The whole output could not be kept: ${(sinkError as Error).message}`);
  return [...lines, 'Output:', output].join('\n');
}

/** A page of an output, below where it is and where the next one begins. */
export function pageText({ text, from, next, totalBytes, failed }: SpillPage): string {
  const lines = [`Bytes ${from} to ${next} of ${totalBytes}`];
  if (next < totalBytes) lines.push(`More from ${next}`);
  else if (failed) lines.push('More came, which could not be kept');
  return [...lines, 'Output:', text].join('\n');
}

export function sessionsText(sessions: readonly SessionInfo[]): string {
  if (sessions.length === 0) return 'No sessions';
  const lines = sessions.map(({ sessionId, command, tty, running }) => {
    const state = running ? 'running' : 'exited, with output to read';
    return `${sessionId}: ${JSON.stringify(command)} (${tty ? 'terminal, ' : ''}${state})`;
  });
  return lines.join('\n');
}
