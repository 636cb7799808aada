// The loop that an agent runs: start a tool that goes on by itself, look at it window by window, act on what it says, and
// look again. Here TypeScript watches a file with an error in it, and the "agent" mends the file.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Collector } from 'millrace';

const folder = await mkdtemp(join(tmpdir(), 'millrace-'));
const file = join(folder, 'main.ts');
await writeFile(file, 'export const doubled = 2 * größe;\n');

const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
const options = '--watch --watchFile fixedPollingInterval --preserveWatchOutput --noEmit --lib es2022'.split(' ');
const watcher = spawn(process.execPath, [tsc, ...options, 'main.ts'], { cwd: folder, timeout: 50_000 });
const exited = new Promise((resolve) => watcher.once('exit', (code, signal) => resolve(code ?? signal)));

const collector = new Collector({ stdout: watcher.stdout, stderr: watcher.stderr });
let transcript = '';
let givenBytes = 0;
let isMended = false;
for (;;) {
  const window = await collector.collect({ yieldTimeMs: 250, maxOutputTokens: 1_000, exited });
  process.stdout.write(window.text);
  transcript += window.text;
  givenBytes += window.totalBytes - window.pendingBytes;
  if (window.closed || window.endedBy === 'exit') {
    assert.equal(window.exit, 'SIGTERM', 'it ran until it was told to stop');
    break;
  }

  // What a model would do between two windows. The tool never waits for it: its pipes are drained all the time.
  if (!isMended && transcript.includes('Found 1 error.')) {
    await writeFile(file, 'const größe = 21;\nexport const doubled = 2 * größe;\n');
    isMended = true;
  }
  if (transcript.includes('Found 0 errors.')) watcher.kill();
}
await rm(folder, { recursive: true });

assert.match(transcript, /error TS2304: Cannot find name 'größe'\.\n[\s\S]*Found 1 error\.[\s\S]*Found 0 errors\./);
assert.equal(Buffer.byteLength(transcript), givenBytes, 'between the windows nothing was lost or doubled');
