import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { ExecUpdate } from '../../src/node/index.js';
import { children, isRunning, pidsIn, until } from './helpers/processes.js';
import { ENDED, endOf, newSessions } from './helpers/sessions.js';

test('ExecSessions: 64 sessions at once, and the 65th takes the place of the one that was used least recently', async () => {
  const warnings: number[] = [];
  const pruned: [number, ExecUpdate][] = [];
  const sessions = newSessions({
    onWarn: (count) => warnings.push(count),
    onPruned: (sessionId, update) => {
      pruned.push([sessionId, update]);
      throw new Error('what the hook throws is its own affair');
    },
  });
  const script = "trap 'echo last words; exit 6' TERM; echo pid $$; while :; do sleep 1; done";
  const start = () => sessions.exec(script, { yieldTimeMs: 3000 });
  const use = (sessionId: number) => sessions.write(sessionId, '', { deadlineMs: 0 });
  const updates = await Promise.all(Array.from({ length: 64 }, start));
  expect([warnings, pruned]).toEqual([[60], []]);
  const pidOf = new Map(updates.map(({ sessionId, output }) => [sessionId!, pidsIn(output)[0]!]));
  const pids = [...pidOf.values()];
  expect(new Set(pids.filter(isRunning)).size).toBe(64);
  // In the order in which they got their ids, which is that of their use so far.
  const ids = sessions.list().map(({ sessionId }) => sessionId);
  expect([...ids].sort()).toEqual([...pidOf.keys()].sort());

  // The first one is used, so that the second is the one to go.
  await use(ids[0]!);
  const one = await start();
  await until(() => pruned.length === 1, 'that one was pruned');
  const [[id, update]] = pruned as [[number, ExecUpdate]];
  expect(id).toBe(ids[1]);
  expect(update.output).toMatch(/last words\n$/);
  // How late its pipes are closed is the machine's affair.
  expect(update).toMatchObject({ sessionId: null, exitCode: 6, signal: null });
  expect(isRunning(pidOf.get(id)!)).toBe(false);
  await expect(sessions.write(id, '')).rejects.toMatchObject({ name: 'UnknownSessionError', sessionId: id });

  // One that has exited goes before all that run, also if it was used later; but the most recent ones are safe.
  process.kill(pidOf.get(ids[30]!)!, 'SIGKILL');
  await until(() => sessions.list().some(({ running }) => !running), 'that one ended');
  await sessions.interrupt(ids[30]!);
  for (const used of ids.slice(40, 50)) await use(used);
  await start();
  await until(() => pruned.length === 2, 'that another one was pruned');
  expect(pruned[1]![0]).toBe(ids[30]);
  expect(endOf(pruned[1]![1])).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect(sessions.list()).toHaveLength(64);
  expect(sessions.list().map(({ sessionId }) => sessionId)).toContain(one.sessionId);
  await sessions.terminateAll();
  expect([sessions.list(), children(), pids.filter(isRunning)]).toEqual([[], [], []]);
});

test('ExecSessions: short commands take no place of a session that waits', async () => {
  const pruned: number[] = [];
  const sessions = newSessions({ max: 2, protectRecent: 0, onPruned: (id) => pruned.push(id) });
  for (let n = 0; n < 2; n++) await sessions.exec('sleep 60', { yieldTimeMs: 250 });
  for (let n = 0; n < 10; n++) expect(endOf(await sessions.exec('true'))).toEqual(ENDED);
  expect([pruned, sessions.list().length]).toEqual([[], 2]);
});

test('ExecSessions.exec: without room the program is ended, and the error says why', async () => {
  const sessions = newSessions({ max: 1, protectRecent: 1 });
  await sessions.exec('sleep 60', { yieldTimeMs: 250 });
  await expect(sessions.exec('sleep 61', { yieldTimeMs: 250 })).rejects.toMatchObject({ name: 'SessionLimitError' });
  expect([sessions.list().length, children().length]).toEqual([1, 1]);
});

/** What of the host's its children use. */
const state = () => ({
  descriptors: readdirSync('/proc/self/fd').length,
  handles: process.getActiveResourcesInfo().sort(),
  listeners: process.eventNames().map((name) => [name, process.listenerCount(name)]),
});

/** The state once it does not change any more. */
async function restingState() {
  let last = state();
  let same = 0;
  await until(() => {
    const now = state();
    same = isDeepStrictEqual(now, last) ? same + 1 : 0;
    last = now;
    return same > 10;
  }, 'at rest');
  return last;
}

test('ExecSessions: 500 programs that start and stop leave no process, handle, descriptor or listener', async () => {
  const sessions = newSessions();
  const cycle = async (n: number) => {
    if (n % 10 === 0) return sessions.exec('echo a terminal', { tty: true });
    if (n % 10 === 1)
      return sessions.exec('no-such-program-for-sure').then(({ exitCode }) => expect(exitCode).toBe(127));
    if (n % 10 === 2) return expect(sessions.exec(['no-such-program'])).rejects.toThrow('ENOENT');
    if (n % 10 < 8) return sessions.exec('echo pipes');
    const { sessionId } = await sessions.exec(['cat'], { stdin: true, tty: n % 10 === 8, deadlineMs: 10 });
    return sessions.terminate(sessionId!);
  };
  const round = async (from: number, count: number) => {
    for (let n = from; n < from + count; n += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => cycle(n + at)));
    }
  };
  await round(0, 20);
  const before = await restingState();
  await round(0, 500);
  expect([sessions.list(), children()]).toEqual([[], []]);
  expect(await restingState()).toEqual(before);
});

const BYTES = 100 << 20;
const PRINT = `seq 1 20000000 | head -c ${BYTES}`;

test('ExecSessions.exec gives 100 MB as they are, where they may be kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-many-'));
  const sessions = newSessions({ maxBytes: 2 * BYTES });
  const command = ['bash', '-c', `${PRINT} | tee >(sha256sum > ${folder}/sum)`];
  let update = await sessions.exec(command, { maxOutputTokens: null, yieldTimeMs: 30_000 });
  const hash = createHash('sha256').update(update.output);
  let total = update.collected.totalBytes;
  while (update.sessionId !== null) {
    update = await sessions.write(update.sessionId, '', { maxOutputTokens: null, yieldTimeMs: 30_000 });
    hash.update(update.output);
    total += update.collected.totalBytes;
    expect(update.collected.omittedBytes).toBe(0);
  }
  expect([total, update.originalTokenCount, endOf(update)]).toEqual([BYTES, null, ENDED]);
  const file = join(folder, 'sum');
  await until(() => readFileSync(file, 'utf8').length > 64, 'that the sum is there');
  expect(hash.digest('hex')).toBe(readFileSync(file, 'utf8').slice(0, 64));
  rmSync(folder, { recursive: true });
});

test('ExecSessions.exec counts 100 MB where they may not be kept', async () => {
  const sessions = newSessions();
  let update = await sessions.exec(PRINT, { yieldTimeMs: 30_000 });
  const { head } = update.collected.report;
  expect(head.startsWith('1\n2\n3\n') && head.length > 10_000).toBe(true);
  const sums = { total: 0, shown: 0, omitted: 0 };
  for (;;) {
    const { totalBytes, omittedBytes, report } = update.collected;
    sums.total += totalBytes;
    sums.omitted += omittedBytes;
    sums.shown += report.head.length + report.tail.length;
    expect(Buffer.byteLength(update.output)).toBeLessThanOrEqual(40_000);
    if (update.sessionId === null) break;
    update = await sessions.write(update.sessionId, '', { yieldTimeMs: 30_000 });
  }
  expect([sums.total, sums.shown + sums.omitted]).toEqual([BYTES, BYTES]);
});
