import { readdirSync, readFileSync } from 'node:fs';

/** Windows has no process groups. */
export const HAS_GROUPS = process.platform !== 'win32';

/** How long a look at all processes is good for: many programs are waited for at the same time. */
const LOOK_MS = 20;

interface ProcessFacts {
  readonly group: number;
  readonly session: number;
}

let look: { readonly at: number; readonly processes: readonly ProcessFacts[] } | undefined;

/**
 * Sends a signal to all that a session leader started and that has not left its session: its own group and, where the
 * system tells of them, the groups that a shell with job control has made.
 */
export function signalTree(leader: number, signal: NodeJS.Signals): void {
  look = undefined;
  const groups = new Set([leader, ...membersOf(leader).map(({ group }) => group)]);
  for (const group of groups) signalGroup(group, signal);
}

/** True while one of them runs. One that is dead and that nobody has waited for does not count. */
export function isTreeAlive(leader: number): boolean {
  return process.platform === 'linux' ? membersOf(leader).length > 0 : signalGroup(leader, 0);
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(HAS_GROUPS ? -group : group, signal);
  } catch {
    return false;
  }
}

function membersOf(leader: number): ProcessFacts[] {
  if (process.platform !== 'linux') return [];
  if (!look || performance.now() - look.at > LOOK_MS) look = { at: performance.now(), processes: allProcesses() };
  return look.processes.filter(({ group, session }) => group === leader || session === leader);
}

function allProcesses(): ProcessFacts[] {
  const found: ProcessFacts[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    let stat: string;
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    } catch {
      continue;
    }
    // Behind the name, which may have anything in it: state, parent, group, session.
    const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state !== 'Z' && state !== 'X') found.push({ group: Number(group), session: Number(session) });
  }
  return found;
}
