import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Redact } from '../../src/index.js';
import { ExecSessions, readPage, SpillDirectory } from '../../src/node/index.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-exec-spill-'));
afterAll(() => rmSync(root, { recursive: true }));

test('ExecSessions keeps each output whole on disk, masked, beside the windows of it', async () => {
  const directory = new SpillDirectory(join(root, 'a'));
  const sessions = new ExecSessions({
    spill: () => directory.create(),
    mask: () => new Redact({ secrets: ['s3cret'] }),
  });
  const command = 'echo s3cret; seq 1 20000; read line; echo "$line"';
  const first = await sessions.exec(command, { stdin: true, idleMs: 300, maxOutputTokens: 100 });
  expect(first.originalTokenCount).toBeGreaterThan(100);
  const page = await readPage(first.outputHandle!, { lines: 2 });
  expect(page.text).toBe('[masked]\n1\n');
  const last = await sessions.write(first.sessionId!, 'is s3cret\n', { yieldTimeMs: 10_000 });
  expect([last.sessionId, last.output, last.outputHandle]).toEqual([null, 'is [masked]\n', first.outputHandle]);
  const numbers = Array.from({ length: 20_000 }, (_, n) => `${n + 1}\n`).join('');
  expect(readFileSync(first.outputHandle!, 'utf8')).toBe(`[masked]\n${numbers}is [masked]\n`);
  await sessions.terminateAll();
});

test('ExecSessions without a spill has no handle, and runs where none can be made', async () => {
  expect((await new ExecSessions().exec('echo a')).outputHandle).toBe(null);
  const reason = new Error('no room');
  const sessions = new ExecSessions({ spill: () => Promise.reject(reason) });
  const { output, outputHandle, collected } = await sessions.exec('echo a');
  expect([output, outputHandle, collected.sinkError]).toEqual(['a\n', null, reason]);
  expect(() => new ExecSessions({ spill: {} as never })).toThrow(TypeError);
});

test('ExecSessions keeps no room for the output of a program that does not start', async () => {
  const directory = new SpillDirectory(join(root, 'b'), { maxBytes: 2000, maxTotalBytes: 5000 });
  const sessions = new ExecSessions({ spill: () => directory.create() });
  const { outputHandle } = await sessions.exec('echo kept');
  for (let n = 0; n < 5; n++)
    await expect(sessions.exec(['no-such-program'])).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(directory.path).map((name) => join(directory.path, name))).toEqual([outputHandle]);
});
