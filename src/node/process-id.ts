import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Of the names, which together are short enough (60 bytes) to stand in the inode of a link, and need no block of the disk. */
const NAME_DIGITS = 12;

let own: string | undefined;
let ids = 0;

/** Names this process, now and here: `pid started-at machine` and something that is new each time. */
export function newProcessId(): string {
  // Asked once: the platform tells by files, and a lock is taken for each batch of records. A thread has its own bytes.
  own ??= [process.pid, startOf(process.pid) ?? 'unknown', machine(), randomBytes(6).toString('hex')].join(' ');
  return `${own}.${(++ids).toString(36)}`;
}

/** The number of the process behind a name. */
export const pidOf = (id: string) => Number(id.split(' ')[0]);

/**
 * True only if the process behind a name is certain to be gone: it was one of this machine (or container), and there is
 * none of its number now, or a later one.
 */
export function isGone(id: string): boolean {
  const [pid, start, where] = id.split(' ');
  if (where !== machine() || !/^\d+$/.test(pid ?? '')) return false;
  if (!isRunning(Number(pid))) return true;
  const startNow = startOf(Number(pid));
  return startNow !== undefined && start !== 'unknown' && start !== startNow;
}

function isRunning(pid: number): boolean {
  if (statusOf(pid)?.state === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One that is somebody else's may not be signalled, but is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** When it started, as the boot and the ticks since then; undefined where the platform does not tell. */
function startOf(pid: number): string | undefined {
  const ticks = statusOf(pid)?.ticks;
  return ticks === undefined ? undefined : shortName(`${contentOf('/proc/sys/kernel/random/boot_id')} ${ticks}`);
}

/** See proc(5): the name in brackets may hold anything; behind it the state is field 3, the start field 22. */
function statusOf(pid: number) {
  const fields = contentOf(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields && { state: fields[0], ticks: fields[22 - 3] };
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Numbers of processes mean something only where they are the same ones: on one host, in one container. */
function machine(): string {
  try {
    return shortName(`${hostname()} ${readlinkSync('/proc/self/ns/pid')}`);
  } catch {
    return shortName(hostname());
  }
}

const shortName = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, NAME_DIGITS);
