// Installs the dependencies of a lock file, unless they are there.
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readJson, root, run, secondsSince } from './project.mjs';

/** True if every package of the lock file is installed in its version. Times say nothing: a checkout makes files new. */
function isCurrent(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(join(root, installed))) return false;
  const found = readJson(installed).packages;
  return Object.entries(readJson(join(folder, 'package-lock.json')).packages).every(([path, { version, optional }]) => {
    return path === '' || (found[path] === undefined ? optional === true : found[path].version === version);
  });
}

/** Prints one line; throws if the dependencies cannot be installed. `folder` is one of the project's that has a lock file. */
export function install(folder = '.', flags = '') {
  const name = folder === '.' ? 'dependencies' : `dependencies of ${folder}`;
  if (isCurrent(folder)) {
    console.log(`${name}: up to date`);
    return;
  }
  // npm would empty the folder behind the link, which is another checkout's.
  if (lstatSync(join(root, folder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link to a folder that does not fit package-lock.json');
  }
  console.log('dependencies: installing, which may take a minute');
  const start = performance.now();
  const { ok, output } = run(`npm ci --no-audit --no-fund --loglevel=error --prefix ${folder} ${flags}`);
  if (!ok) throw new Error(`npm ci failed\n${output}`);
  console.log(`${name}: installed in ${secondsSince(start)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) install();
