// Installs the dependencies of the lock file, unless they are there.
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readJson, root, run, secondsSince } from './project.mjs';

const modules = join(root, 'node_modules');

/** True if every package of the lock file is installed in its version. Times say nothing: a checkout makes files new. */
function isCurrent() {
  if (!existsSync(join(modules, '.package-lock.json'))) return false;
  const found = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, { version, optional }]) => {
    return path === '' || (found[path] === undefined ? optional === true : found[path].version === version);
  });
}

/** Prints one line; throws if the dependencies cannot be installed. */
export function install() {
  if (isCurrent()) {
    console.log('dependencies: up to date');
    return;
  }
  // npm would empty the folder behind the link, which is another checkout's.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link to a folder that does not fit package-lock.json');
  }
  console.log('dependencies: installing, which may take a minute');
  const start = performance.now();
  const { ok, output } = run('npm ci --no-audit --no-fund --loglevel=error');
  if (!ok) throw new Error(`npm ci failed\n${output}`);
  console.log(`dependencies: installed in ${secondsSince(start)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) install();
