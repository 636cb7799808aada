// What the scripts share. Like all of them it must run before anything is installed, so it needs Node alone.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Runs a command line as npm does, or a program with these arguments: in the project's root, its tools within reach. */
export function run(command, args, { timeout } = {}) {
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const env = { ...process.env, [path]: join(root, 'node_modules', '.bin') + delimiter + (process.env[path] ?? '') };
  const options = {
    cwd: root,
    env,
    shell: args === undefined,
    encoding: 'utf8',
    timeout,
    maxBuffer: 256 * 1024 * 1024,
  };
  const { status, stdout, stderr, error } = spawnSync(command, args ?? [], options);
  return { ok: status === 0, output: [stdout, stderr, error && String(error)].filter(Boolean).join('').trimEnd() };
}

/** Seconds since `start`, a time of `performance.now()`. */
export const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
