// Installs, builds, and shows what the library is for: a long output, cut to what a model may read.
import { spawnSync } from 'node:child_process';
import { install } from './install.mjs';
import { root, run } from './project.mjs';

const COMMAND = ['npm', 'ls', '--all'];

try {
  install();
  const { ok, output } = run('tsup --silent');
  if (!ok) throw new Error(`tsup failed\n${output}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
console.log(
  `\n"${COMMAND.join(' ')}" in at most 400 tokens: its beginning, how much is left out, its end; then the counts.\n`,
);
const options = ['dist/cli.js', '--tokens', '400', '--report', '--', ...COMMAND];
const { status } = spawnSync(process.execPath, options, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
