import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

interface ProcessFacts {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
}

function facts(pid: number | string): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), state: state!, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** False for a process that is dead, also if nobody has waited for it yet. */
export const isRunning = (pid: number) => !['Z', 'X', undefined].includes(facts(pid)?.state);

/** Our own children, those included that are dead and not waited for. */
export function children(): ProcessFacts[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(facts).filter((found) => found?.parent === process.pid) as ProcessFacts[];
}

/** Waits until it holds: what other processes do has no event here. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (let patience = 500; !holds(); patience--) {
    if (patience === 0) throw new Error(`still not: ${what}`);
    await delay(20);
  }
}

/** What a program has told by `echo pid $$`. */
export const pidsIn = (text: string) => [...text.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
