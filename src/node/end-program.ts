import type { Clock } from '../collect/clock.js';
import { isTreeAlive, signalTree } from './process-tree.js';
import type { Program } from './program.js';

/** From SIGTERM to SIGKILL, unless told: enough for last words, short enough for whoever waits. */
export const KILL_GRACE_MS = 2000;
/** After SIGKILL a process that is still there does not listen to us: it is another user's, or stuck in the kernel. */
const GIVE_UP_MS = 1000;
const POLL_MS = 20;

/** Ends a program and all that is in its session; settles when they are gone. Never rejects. */
export async function endProgram(program: Program, clock: Clock, graceMs: number): Promise<void> {
  const { pid, isTerminal } = program;
  signalTree(pid, 'SIGTERM');
  // What a terminal that is closed says. An interactive shell listens to this alone, and passes it on to its jobs.
  if (isTerminal) signalTree(pid, 'SIGHUP');
  // A process that is stopped has to go on to hear of it.
  signalTree(pid, 'SIGCONT');
  if (!(await isGone(program, clock, graceMs))) {
    signalTree(pid, 'SIGKILL');
    if (!(await isGone(program, clock, GIVE_UP_MS))) program.giveUp();
  }
  await program.exited;
}

/** The program first, whose end is told; then the others, which have to be looked for. */
async function isGone({ pid, exited }: Program, clock: Clock, withinMs: number): Promise<boolean> {
  const until = clock.now() + withinMs;
  const hasExited = await Promise.race([exited.then(() => true), pause(clock, withinMs, exited).then(() => false)]);
  if (!hasExited) return false;
  while (isTreeAlive(pid)) {
    if (clock.now() >= until) return false;
    await pause(clock, POLL_MS);
  }
  return true;
}

/** Settles after some time, or leaves no timer behind if something else comes first. */
function pause(clock: Clock, ms: number, other?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimeout(resolve, ms);
    void other?.then(() => clock.clearTimeout(timer));
  });
}
