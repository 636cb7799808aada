import type { CheckedExec, CheckedSessions } from './exec-options.js';
import { startOnPipes } from './pipe-program.js';
import { Session } from './session.js';
import { startOnTerminal } from './terminal-program.js';

/** Starts a program, on pipes or on a terminal, with a collector of its own. Rejects with nothing left behind. */
export async function startSession(
  command: string | readonly string[],
  { tty, ...start }: CheckedExec['start'],
  { clock, killGraceMs, newCollector }: CheckedSessions,
): Promise<Session> {
  const collector = await newCollector();
  const program = await (tty ? startOnTerminal : startOnPipes)({ ...start, collector }).catch(async (reason) => {
    await collector.spill?.close?.();
    throw reason;
  });
  return new Session(program, command, clock, killGraceMs, collector.spill);
}
