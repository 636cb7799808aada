import { extras } from './extras.mjs';
import { launchers, versionOf } from './launch.mjs';

/** One cause can make a whole suite fail. */
const MOST_FAILURES = 10;
const LEG_TIMEOUT_MS = 5 * 60_000;

/** Runs one leg, prints what came of it, and gives it. */
export async function runLeg(leg, origin, pages) {
  const command = leg.find();
  if (!command) return { passed: 0, failed: process.env.CI ? 1 : 0, isMissing: true };
  const started = performance.now();
  const context = { mode: 'plain', ...leg, command, origin, pages };
  const outcome = { version: '', passed: 0, failed: 0, gaps: {}, failures: [] };
  const fail = (failure) => {
    outcome.failed++;
    outcome.failures.push(failure);
  };
  try {
    outcome.version = versionOf(context);
    add(outcome, await suiteOf(context), fail, leg.gaps);
    for (const { name, run } of leg.mode ? [] : (extras[leg.kind] ?? [])) {
      await run(context).then(
        () => outcome.passed++,
        (error) => fail({ file: name, name: 'the whole of it', error: error.stack }),
      );
    }
  } catch (error) {
    fail({ file: leg.suite, name: 'the run itself', error: error.stack });
  }
  print(leg, outcome, performance.now() - started);
  return outcome;
}

async function suiteOf(context) {
  const { result, progress, stop } = await launchers[context.kind](context);
  let timer;
  const late = new Promise((_, reject) => {
    const error = () => new Error(`no result after ${LEG_TIMEOUT_MS} ms, at ${progress()}`);
    timer = setTimeout(() => reject(error()), LEG_TIMEOUT_MS);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
    await stop();
  }
}

/** A gap that is not one of the matrix is a failure, and one of the matrix that is not there, too. */
function add(outcome, { crashed, passed, failures, gaps }, fail, expected = []) {
  if (crashed) throw new Error(crashed);
  outcome.passed += passed;
  outcome.gaps = gaps;
  for (const failure of failures) fail(failure);
  for (const name of new Set([...Object.keys(gaps), ...expected])) {
    if (expected.includes(name) && name in gaps) continue;
    fail({ file: 'runtimes/matrix.mjs', name, error: `${name in gaps ? 'is' : 'is not'} a gap of this runtime` });
  }
}

function print({ name }, { version, passed, failed, gaps, failures }, milliseconds) {
  const missed = Object.entries(gaps).map(([gap, count]) => `, ${count} not possible here (${gap})`);
  const seconds = (milliseconds / 1000).toFixed(1);
  console.log(`${name} (${version}): ${passed} passed, ${failed} failed${missed.join('')} in ${seconds} s`);
  for (const failure of failures.slice(0, MOST_FAILURES)) {
    console.log(`    ${failure.file}: ${failure.name}\n${failure.error}`.replace(/\n/g, '\n    '));
  }
}
