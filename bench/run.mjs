/**
 * Measures everything, each suite in a process of its own. Prints what was found beside the targets, and writes
 * `results.json`, the plots and the page. Fails if a target is missed. `--short` shows in seconds that all of it works, and
 * neither judges nor writes. Names run these suites alone, and renew their part of what was found before; every ratio is
 * of one run of one suite.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from '../scripts/install.mjs';
import { run } from '../scripts/project.mjs';
import { page } from './page.mjs';
import { plots } from './plots.mjs';
import { printTargets } from './targets.mjs';

const SUITES = [
  'process',
  'streams',
  'core',
  'core-plain',
  'json',
  'windows',
  'terminal',
  'events',
  'worst-cases',
  'soak',
  'lateness',
  'profiles',
];
const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const RESULTS = fileOf('results.json');

/** What a suite has found. Rejects if it fails. */
function runSuite(name, args) {
  return new Promise((resolve, reject) => {
    let found;
    const child = fork(fileOf(`suites/${name}.mjs`), args);
    child.on('message', (message) => {
      found = message;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 && found) resolve({ name, ...found });
      else reject(new Error(`The suite ${name} failed with code ${code}`));
    });
  });
}

/** What was found before, where there is something. */
function earlier() {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).suites : [];
}

async function measure(names, args) {
  const { peers } = await import('./peers.mjs');
  const { node, v8 } = process.versions;
  const found = new Map();
  for (const name of names) found.set(name, await runSuite(name, args));
  const before = new Map(names === SUITES ? [] : earlier().map((suite) => [suite.name, suite]));
  const suites = SUITES.map((name) => found.get(name) ?? before.get(name)).filter((suite) => suite !== undefined);
  return { machine: { node, v8, cores: availableParallelism() }, peers: peers(), suites };
}

function write(results) {
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  mkdirSync(fileOf('plots'), { recursive: true });
  for (const [name, svg] of Object.entries(plots(results))) writeFileSync(fileOf(`plots/${name}.svg`), svg);
  writeFileSync(fileOf('README.md'), page(results));
}

/** The page says what was measured, and nothing else. */
function checkPage() {
  const results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  if (page(results) !== readFileSync(fileOf('README.md'), 'utf8'))
    throw new Error('bench/README.md is not made of results.json');
  for (const [name, svg] of Object.entries(plots(results))) {
    if (svg !== readFileSync(fileOf(`plots/${name}.svg`), 'utf8'))
      throw new Error(`${name}.svg is not made of results.json`);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, write: { type: 'boolean' } },
});
if (values.write) {
  write(JSON.parse(readFileSync(RESULTS, 'utf8')));
} else {
  install();
  const { ok, output } = run('tsup --silent');
  if (!ok) throw new Error(output);
  install('bench');
  const results = await measure(positionals.length > 0 ? positionals : SUITES, values.short ? ['--short'] : []);
  const missed = printTargets(results, values.short);
  if (values.short) {
    page(results);
    plots(results);
    checkPage();
  } else {
    write(results);
    if (missed > 0) process.exitCode = 1;
  }
}
