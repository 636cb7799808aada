// Installs, builds, and shows what the library is for: a long output, cut to what a model may read.
import { spawnSync } from 'node:child_process';
import { install } from './install.mjs';
import { root, run } from './project.mjs';

install();
const built = run('tsup --silent');
if (!built.ok) throw new Error(`tsup failed\n${built.output}`);

const command = ['npm', 'ls', '--all'];
console.log(
  `\n"${command.join(' ')}" in at most 400 tokens: its beginning, how much is left out, its end; then the counts.\n`,
);
const { status } = spawnSync(process.execPath, ['dist/cli.js', '--tokens', '400', '--report', '--', ...command], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
