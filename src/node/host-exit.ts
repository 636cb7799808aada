import { signalTree } from './process-tree.js';

const ENDS_HOST: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Leaders of sessions that must not outlive the host. */
const leaders = /* @__PURE__ */ new Set<number>();

/** Kills what the leader started when the host ends: at its end nothing can be waited for. */
export function endWithHost(leader: number): void {
  if (leaders.size === 0) {
    process.on('exit', killAll);
    for (const name of ENDS_HOST) process.on(name, onSignal);
  }
  leaders.add(leader);
}

export function mayOutliveHost(leader: number): void {
  if (!leaders.delete(leader) || leaders.size > 0) return;
  process.off('exit', killAll);
  for (const name of ENDS_HOST) process.off(name, onSignal);
}

function killAll(): void {
  for (const leader of leaders) signalTree(leader, 'SIGKILL');
}

/** A host that listens itself decides itself: if it ends, `killAll` is called then. */
function onSignal(name: NodeJS.Signals): void {
  if (process.listenerCount(name) > 1) return;
  killAll();
  process.off(name, onSignal);
  process.kill(process.pid, name);
}
