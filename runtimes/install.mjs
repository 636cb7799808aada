/** Installs what the matrix runs on: packages of npm, and browsers where Debian's can be had. What is there stays. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { install } from '../scripts/install.mjs';
import { legs } from './matrix.mjs';

export function installRuntimes() {
  // Their scripts would only link what is found without them.
  install('runtimes', '--ignore-scripts');
  const missing = legs.filter((leg) => !leg.find()).map(({ how }) => how.match(/^apt-get install (.+)/)?.[1]);
  const packages = [...new Set(missing.filter(Boolean).flatMap((names) => names.split(' ')))];
  if (packages.length === 0 || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  const apt = (...args) =>
    execFileSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  console.log(`browsers: installing ${packages.join(' ')}`);
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
