/** Installs what the tests run on: packages of npm, and browsers and programs where Debian's can be had. What is there stays. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { install } from '../scripts/install.mjs';
import { legs, onPath } from './matrix.mjs';

/** What the tests of sessions start, and the package that has it. */
const programs = { bash: 'bash', python3: 'python3', top: 'procps', ps: 'procps', setsid: 'util-linux' };

export function installRuntimes() {
  // Their scripts would only link what is found without them.
  install('runtimes', '--ignore-scripts');
  const missing = legs.filter((leg) => !leg.find()).map(({ how }) => how.match(/^apt-get install (.+)/)?.[1]);
  const programPackages = Object.keys(programs)
    .filter((name) => !onPath(name))
    .map((name) => programs[name]);
  const packages = [...new Set([...missing.filter(Boolean).flatMap((names) => names.split(' ')), ...programPackages])];
  if (packages.length === 0 || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  const apt = (...args) =>
    execFileSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  console.log(`browsers and programs: installing ${packages.join(' ')}`);
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
