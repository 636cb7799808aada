// Runs the tests of the built package on every runtime. `--install` fetches the runtimes first, `--write` renews the table of
// the README, names choose among the legs.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleAll } from '../runtimes/bundle.mjs';
import { unlistedGlobals } from '../runtimes/globals.mjs';
import { installRuntimes } from '../runtimes/install.mjs';
import { runLeg } from '../runtimes/leg.mjs';
import { legs } from '../runtimes/matrix.mjs';
import { serve } from '../runtimes/server.mjs';
import { checkTable, writeTable } from '../runtimes/table.mjs';

/** Prints a line for each leg, and gives the sums. A runtime that is not here is a failure in CI, and told elsewhere. */
export async function runtimes({ wanted = [], write = false } = {}) {
  const totals = { passed: 0, failed: 0 };
  const check = (name, problems) => {
    totals[problems.length > 0 ? 'failed' : 'passed']++;
    console.log(`${name}: ${problems.length > 0 ? problems.join('; ') : 'ok'}`);
  };
  check('globals that the package names', unlistedGlobals());
  await bundleAll();
  const chosen = legs.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
  const outcomes = await runAll(chosen);
  for (const { passed, failed } of outcomes.values()) {
    totals.passed += passed;
    totals.failed += failed;
  }
  const missing = chosen.filter((leg) => outcomes.get(leg).isMissing);
  for (const { name, how } of missing) console.log(`NOT RUN: ${name} is not here; to get it: ${how}`);
  if (write) {
    if (totals.failed + missing.length + wanted.length > 0) throw new Error('the table is of a whole run that passed');
    await writeTable(outcomes);
  }
  check('the table of the README', await checkTable());
  return totals;
}

async function runAll(chosen) {
  const pages = new Map();
  const server = await serve(pages);
  const outcomes = new Map();
  const waiting = [...chosen];
  const work = async () => {
    for (let leg = waiting.shift(); leg; leg = waiting.shift())
      outcomes.set(leg, await runLeg(leg, server.origin, pages));
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  server.close();
  return outcomes;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { install: { type: 'boolean' }, write: { type: 'boolean' } },
  });
  if (values.install) {
    installRuntimes();
  } else {
    const { passed, failed } = await runtimes({ wanted: positionals, write: values.write });
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
  }
}
