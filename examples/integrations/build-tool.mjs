// What the tool of each loop does: runs a build that says too much, and bounds what the model is given of it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { collect, TruncationPolicy } from 'millrace';

export const policy = TruncationPolicy.tokens(500);

/** A build of so many lines, with the error in the last. Never holds more than a megabyte of them. */
export async function runBuild(lines) {
  const startedAt = performance.now();
  const source = `for (let n = 1; n <= ${lines}; n++) console.log('compiled module ' + n); console.error('error: out of 漢字');`;
  const build = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => build.once('exit', resolve));
  const { text } = await collect({ stdout: build.stdout, stderr: build.stderr }, { exited, deadlineMs: 30_000 });
  return { content: text, wallTimeMs: performance.now() - startedAt };
}

/** The model was given one output, which has its beginning and its end, and no more than its budget. */
export function checkOutput(text) {
  assert.match(text, /^Wall time: [\d.]+ seconds\nOutput:\n/);
  assert.match(text, /compiled module 1\n/);
  assert.match(text, /…\d+ tokens truncated…/);
  assert.match(text, /compiled module 20000\n/);
  assert.ok(Buffer.byteLength(text) <= policy.times(1.2).byteBudget(), `${Buffer.byteLength(text)} bytes`);
}
