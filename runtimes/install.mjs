/** Installs what the matrix runs on. Every part is left out when it is there. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './bundle.mjs';
import { legs } from './matrix.mjs';

const run = (command, args) =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

export function install() {
  const missing = () => legs.filter((leg) => !leg.find());
  if (missing().some(({ how }) => how.startsWith('node ')) || !existsSync(join(here, 'node_modules'))) {
    run('npm', ['ci', '--prefix', here, '--no-fund', '--no-audit']);
  }
  const packages = missing().flatMap(({ how }) => how.match(/^apt-get install (.+)/)?.[1].split(' ') ?? []);
  if (packages.length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...new Set(packages)]);
  }
}
