import { afterEach } from 'vitest';
import { ExecSessions, type ExecSessionsOptions, type ExecUpdate } from '../../../src/node/index.js';

const made: ExecSessions[] = [];

/** Sessions that are ended after the test. */
export function newSessions(options?: ExecSessionsOptions): ExecSessions {
  const sessions = new ExecSessions({ killGraceMs: 500, ...options });
  made.push(sessions);
  return sessions;
}

afterEach(async () => {
  for (const sessions of made.splice(0)) await sessions.terminateAll();
});

/** What is told of the end. */
export const endOf = ({ sessionId, exitCode, signal, collected: { endedBy, closed } }: ExecUpdate) => {
  return { sessionId, exitCode, signal, endedBy, closed };
};

export const ENDED = { sessionId: null, exitCode: 0, signal: null, endedBy: 'end', closed: true } as const;

/** Reads on until the output, with what was read before, has the text; gives all of it. */
export async function readUntil(sessions: ExecSessions, first: ExecUpdate, wanted: string | RegExp): Promise<string> {
  let output = first.output;
  for (let { sessionId } = first; output.search(wanted) < 0; ) {
    if (sessionId === null) throw new Error(`it ended without ${wanted}: ${JSON.stringify(output)}`);
    const update: ExecUpdate = await sessions.write(sessionId, '', { idleMs: 200 });
    output += update.output;
    sessionId = update.sessionId;
  }
  return output;
}
