// Runs everything there is to test, and ends in one line: N passed, N failed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { prepareExamples } from './examples.mjs';
import { install } from './install.mjs';
import { readJson, root, run, secondsSince } from './project.mjs';

const totals = { passed: 0, failed: 0 };

/** Counts a suite, and prints its line and what failed in it. */
function report(name, passed, failures) {
  totals.passed += passed;
  totals.failed += failures.length;
  console.log(`${name}: ${passed} passed, ${failures.length} failed`);
  for (const failure of failures) console.log(failure.replace(/^/gm, '    '));
}

/** A suite of one: a command that succeeds or fails. */
function reportRun(name, { ok, output }) {
  report(name, ok ? 1 : 0, ok ? [] : [output || 'failed without a word']);
}

/** What needs no Node is tested by the matrix, as it is published; here only where the matrix has no Node to run it on. */
async function unitTests() {
  const { legs } = await import('../runtimes/matrix.mjs');
  const inMatrix = legs.some(({ kind, find }) => kind === 'node' && find());
  const folder = mkdtempSync(join(tmpdir(), 'millrace-test-'));
  const file = join(folder, 'report.json');
  const { ok, output } = run(`vitest run ${inMatrix ? '--project node' : ''} --reporter=json --outputFile="${file}"`);
  try {
    const failedBefore = totals.failed;
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { name, status, message, assertionResults } of testResults) {
      const passed = assertionResults.filter((test) => test.status === 'passed').length;
      // A test that was skipped has not passed.
      const failures = assertionResults
        .filter((test) => test.status !== 'passed')
        .map((test) => [`${test.fullName}: ${test.status}`, ...(test.failureMessages ?? [])].join('\n'));
      if (status === 'failed' && failures.length === 0) failures.push(message || 'could not be run');
      if (assertionResults.length === 0 && failures.length === 0) failures.push('no test in it');
      report(relative(root, name).replaceAll('\\', '/'), passed, failures);
    }
    const missed = !ok && totals.failed === failedBefore;
    if (missed || testResults.length === 0) report('vitest', 0, [output || 'no test ran']);
  } catch (error) {
    report('vitest', 0, [`${error}\n${output}`]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function examples() {
  const sources = readdirSync(root).includes('examples') ? readdirSync(join(root, 'examples')) : [];
  const names = sources.filter((name) => name.endsWith('.ts')).sort();
  if (names.length === 0) return;
  const { folder, remove } = await prepareExamples(names);
  try {
    for (const name of names) {
      const file = join(folder, name.replace(/\.ts$/, '.js'));
      reportRun(`examples/${name}`, run(process.execPath, [file], { timeout: 60_000 }));
    }
  } finally {
    remove();
  }
}

/** Loops with the SDKs of others, on a model server of their own. */
function integrations() {
  install('examples/integrations');
  const { ok, output } = run(process.execPath, [join(root, 'examples/integrations/test.mjs')]);
  const [, passed] = output.match(/^(\d+) passed, \d+ failed$/m) ?? [];
  report('examples/integrations', Number(passed ?? 0), ok ? [] : [output]);
}

/** A person's steps, in each browser that is here. Most of their time is waiting. */
async function browserExample() {
  install('examples/browser');
  const { start } = await import('../runtimes/processes.mjs');
  const { output, errors, exited } = start(process.execPath, [join(root, 'examples/browser/test.mjs')]);
  const status = await exited;
  const text = output();
  const [, passed, failed] = text.match(/^(\d+) passed, (\d+) failed$/m) ?? [];
  const failures = text.match(/^FAIL {2}.*(?:\n {6}.*)*/gm) ?? [];
  const isWhole = Number(failed) === failures.length && (status === 0) === (failures.length === 0);
  report('examples/browser', Number(passed ?? 0), isWhole ? failures : [...failures, text + errors()]);
  for (const line of text.match(/^NOT RUN.*/gm) ?? []) console.log(line);
}

/** Only now, because it needs what is installed. */
async function onEveryRuntime() {
  const { runtimes } = await import('./runtimes.mjs');
  const { passed, failed } = await runtimes();
  totals.passed += passed;
  totals.failed += failed;
}

const start = performance.now();
try {
  install();
  reportRun('tsup', run('tsup --silent'));
  for (const line of readJson('package.json').scripts.check.split(' && ')) reportRun(line, run(line));
  await unitTests();
  reportRun('bench, its short form', run(process.execPath, [join(root, 'bench/run.mjs'), '--short']));
  await examples();
  integrations();
  await Promise.all([browserExample(), onEveryRuntime()]);
} catch (error) {
  report('npm test', 0, [String(error?.stack ?? error)]);
}
console.log(`in ${secondsSince(start)}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
