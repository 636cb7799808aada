import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Instrumentation, type Workspace, WorkspaceJsonlSink } from '../../src/events/index.js';
import { fixedEvents } from './helpers/events.js';

/** A workspace in memory, that can append, or is read and written whole. */
function memory(kind: 'append' | 'read and write') {
  const files = new Map<string, string>();
  const state = { running: true, broken: false, calls: 0 };
  const change = (path: string, text: string) => {
    state.calls++;
    if (state.broken) throw new Error('no space');
    files.set(path, text);
  };
  const whole: Workspace = {
    running: () => state.running,
    read: async (path) => files.get(path),
    write: async (path, text) => change(path, text),
  };
  const appending: Workspace = {
    running: () => state.running,
    append: async (path, text) => change(path, (files.get(path) ?? '') + text),
  };
  return { files, state, workspace: kind === 'append' ? appending : whole };
}

const numbers = (text = '') =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).data.n);

for (const kind of ['append', 'read and write'] as const) {
  test(`WorkspaceJsonlSink has every event in order, however it flushes and the workspace pauses (${kind})`, async () => {
    const steps = fc.array(fc.constantFrom('event', 'pause', 'resume', 'break', 'mend', 'flush'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (steps, flushEvery) => {
        const { files, state, workspace } = memory(kind);
        const sink = new WorkspaceJsonlSink(workspace, { flushEvery, onError: 'ignore' });
        const instrumentation = new Instrumentation({ sinks: [sink] });
        const { start } = fixedEvents();
        let count = 0;
        for (const step of steps) {
          if (step === 'event') await instrumentation.emit(start('exec', { n: count++ }));
          else if (step === 'flush') await instrumentation.flush();
          else if (step === 'pause' || step === 'resume') state.running = step === 'resume';
          else state.broken = step === 'break';
        }
        Object.assign(state, { running: true, broken: false });
        await instrumentation.close();
        expect(numbers(files.get('logs/s1.jsonl'))).toEqual(Array.from({ length: count }, (_, n) => n));
      }),
    );
  });
}

test('WorkspaceJsonlSink writes after so many events, and the rest at the end', async () => {
  const { files, state, workspace } = memory('append');
  const sink = new WorkspaceJsonlSink(workspace, { flushEvery: 3, path: 'x' });
  const { start } = fixedEvents();
  for (let n = 0; n < 5; n++) await sink.handle(start('exec', { n }));
  expect([state.calls, numbers(files.get('x'))]).toEqual([1, [0, 1, 2]]);
  await sink.close();
  expect(numbers(files.get('x'))).toEqual([0, 1, 2, 3, 4]);
});

test('WorkspaceJsonlSink tells of a workspace that fails or is over, and loses nothing that there is room for', async () => {
  const { files, state, workspace } = memory('append');
  const sink = new WorkspaceJsonlSink(workspace);
  const { start } = fixedEvents();
  state.broken = true;
  await expect(sink.handle(start('exec', { n: 0 }))).rejects.toThrow('no space');
  state.running = false;
  await sink.handle(start('exec', { n: 1 }));
  await expect(sink.close()).rejects.toThrow('Cannot write 2 events: the workspace is not running');
  Object.assign(state, { running: true, broken: false });
  await sink.close();
  expect(numbers(files.get('logs/s1.jsonl'))).toEqual([0, 1]);
});

test('WorkspaceJsonlSink holds no more than it may, and counts the rest', async () => {
  const sink = new WorkspaceJsonlSink({ running: false, append() {} }, { maxBacklogBytes: 1000 });
  const { start } = fixedEvents();
  for (let n = 0; n < 10; n++) await sink.handle(start('exec', { n }));
  expect(sink.lostRecords).toBeGreaterThan(3);
  expect(sink.lostRecords).toBeLessThan(10);
});

test.each([
  ['a/b', 'a_b'],
  ['../../etc', '___.._etc'],
  ['..', '__'],
  ['$&', '__'],
  ['ok-1.2_x', 'ok-1.2_x'],
])('WorkspaceJsonlSink makes a name of the session %s that leads nowhere else', async (sessionId, name) => {
  const { files, workspace } = memory('append');
  await new WorkspaceJsonlSink(workspace, { path: 'd/{session_id}/{session_id}.l' }).handle(
    fixedEvents(sessionId).start('x'),
  );
  expect([...files.keys()]).toEqual([`d/${name}/${name}.l`]);
});

test.each([
  ['{"a":1}\n{"torn', '{"a":1}\n'],
  ['{"a":1}', '{"a":1}\n'],
  ['text', 'text\n'],
  ['', ''],
])('WorkspaceJsonlSink heals a last line that was cut short: %j', async (before, healed) => {
  const { files, workspace } = memory('read and write');
  files.set('x', before);
  await new WorkspaceJsonlSink(workspace, { path: 'x' }).handle(fixedEvents().start('exec'));
  expect(files.get('x')).toMatch(/\n$/);
  expect(files.get('x')!.slice(0, healed.length + 8)).toBe(`${healed}{"data":`);
});

test('WorkspaceJsonlSink refuses what makes no sense', () => {
  expect(() => new WorkspaceJsonlSink({ read: () => '' })).toThrow(
    /workspace must have append\(\), or read\(\) and write\(\)/,
  );
  expect(() => new WorkspaceJsonlSink({ append() {} }, { flushEvery: 0 })).toThrow(RangeError);
  expect(() => new WorkspaceJsonlSink({ append() {} }, { path: 1 } as never)).toThrow(/path must be a string/);
});
