/** Runs every benchmark, one after the other; `--short` only shows that they work. Fails if a promise is broken. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const name of ['core', 'streams', 'memory', 'soak', 'lateness']) {
  console.log(`\n== ${name} ==`);
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
