// Watch a build as an agent does: a window every half second, each within a budget of tokens, until the build is over.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Collector } from 'millrace';

// The TypeScript compiler, told to say how it finds each module: some thousand lines.
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const build = spawn(process.execPath, [tsc, '--noEmit', '--skipLibCheck', '--traceResolution'], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
const exited = new Promise<number | null>((resolve) => build.once('exit', resolve));

let printedBytes = 0;
const collector = new Collector(
  { stdout: build.stdout, stderr: build.stderr },
  // Sees what comes, also between windows: the source is drained at all times.
  { onChunk: (chunk) => (printedBytes += chunk.length) },
);

let shownBytes = 0;
for (let n = 1; ; n++) {
  const window = await collector.collect({ yieldTimeMs: 500, maxOutputTokens: 100, exited });
  const { text, totalBytes, omittedBytes, pendingBytes, endedBy, closed } = window;
  console.log(`--- window ${n}, ended by: ${endedBy}; ${omittedBytes} of ${totalBytes} bytes left out`);
  console.log(text);

  // Bytes of a character that is not whole come again in the next window.
  shownBytes += totalBytes - pendingBytes;
  assert.ok(Buffer.byteLength(text) <= 400, '100 tokens are 400 bytes, heading and marker included');
  assert.ok(!text.includes('\uFFFD'), 'no character was cut in half');
  if (closed || endedBy === 'exit') break;
}
assert.equal(await exited, 0);
assert.ok(shownBytes > 10_000, 'the build had something to say');
assert.equal(shownBytes, printedBytes, 'no byte was lost or doubled between two windows');
