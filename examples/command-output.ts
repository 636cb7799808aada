// Run a noisy command, and keep what a reader or a language model needs of it: the beginning, the end with the error in
// it, and the exact count of what is missing between.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { collect } from 'millrace';

// A build that prints 5 MB, and fails in its last line.
const build = spawn(process.execPath, [
  '-e',
  `console.error('warning: this build is slow');
   for (let i = 0; i < 200_000; i++) console.log('✓ compiled module ' + i);
   console.log('error: main.ts(7,3): Cannot find name "colour"');
   process.exitCode = 1;`,
]);

const exited = new Promise<number | null>((resolve) => build.once('exit', resolve));

const { text, endedBy, totalBytes, omittedBytes, totalLines, sources } = await collect(
  { stdout: build.stdout, stderr: build.stderr },
  {
    maxOutputTokens: 100,
    deadlineMs: 60_000,
    // A daemon that the build leaves behind, with its pipes open, is not waited for.
    exited,
  },
);

// A deadline ends the collecting; ending the program is up to us.
if (endedBy === 'deadline') build.kill();
// The pipes may close a moment before the exit is known, so it is waited for.
const exitCode = await exited;

console.log(text);
console.log(`exit code ${exitCode}; ${omittedBytes} of ${totalBytes} bytes and most of ${totalLines} lines left out`);

assert.ok(Buffer.byteLength(text) <= 400, '100 tokens are 400 bytes, heading and marker included');
assert.match(text, /^Total output lines: 200002\n/);
assert.match(text, /…\d+ tokens truncated…/);
assert.ok(text.endsWith('error: main.ts(7,3): Cannot find name "colour"\n'), 'the error is there');
assert.ok(!text.includes('\uFFFD'), 'no ✓ was cut in half');
assert.equal(exitCode, 1);
// Each stream has its own text as well: the warning would be there, however much came on stdout.
assert.equal(sources?.stderr?.text, 'warning: this build is slow\n');
