import { processError } from '@vitest/utils/error';
import { registeredBy, type Test } from './vitest-shim.js';

export interface Failure {
  readonly file: string;
  readonly name: string;
  readonly error: string;
}

export interface Result {
  passed: number;
  failed: number;
  /** Names of the footnotes of what this platform cannot do, with how many tests each stands for. */
  readonly gaps: Record<string, number>;
  readonly failures: Failure[];
  /** How long each file took. */
  readonly milliseconds: Record<string, number>;
}

/** What was taken from a runtime: a test that fails for want of it, and says so, cannot pass there. */
export interface Lack {
  readonly gap: string;
  readonly message: RegExp;
}

function isOf({ message }: Lack, error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (message.test(cause.message)) return true;
  return false;
}

const TEST_TIMEOUT_MS = 60_000;

/** Runs every test of every file, one after the other. `told` hears of each file before it begins. */
export async function runFiles(
  files: Record<string, () => Promise<unknown>>,
  told: (file: string) => unknown = () => {},
  lack: Lack | undefined = undefined,
): Promise<Result> {
  const result: Result = { passed: 0, failed: 0, gaps: {}, failures: [], milliseconds: {} };
  const fail = (file: string, name: string, error: unknown) => {
    result.failed++;
    result.failures.push({ file, name, error: described(error) });
  };
  for (const [file, load] of Object.entries(files)) {
    told(file);
    const started = Date.now();
    let tests: Test[] = [];
    try {
      tests = await registeredBy(load);
      if (tests.length === 0) fail(file, '(file)', 'it has no tests');
    } catch (error) {
      fail(file, '(file)', error);
    }
    for (const test of tests) {
      const outcome = await outcomeOf(test);
      if (test.gap === undefined) {
        if (outcome.passed) result.passed++;
        else if (lack && isOf(lack, outcome.error)) result.gaps[lack.gap] = (result.gaps[lack.gap] ?? 0) + 1;
        else fail(file, test.name, outcome.error);
      } else if (outcome.passed) {
        fail(file, test.name, `passes here, though "${test.gap}" says that it cannot: make it a test like the others`);
      } else {
        result.gaps[test.gap] = (result.gaps[test.gap] ?? 0) + 1;
      }
    }
    result.milliseconds[file] = Date.now() - started;
  }
  return result;
}

async function outcomeOf(test: Test): Promise<{ passed: true } | { passed: false; error: unknown }> {
  const scopes: Test['scope'][] = [];
  for (let scope: Test['scope'] | undefined = test.scope; scope; scope = scope.parent) scopes.push(scope);
  let errors: unknown[] = [];
  const attempt = async (run: () => unknown) => {
    try {
      await inTime(run);
    } catch (error) {
      errors = [...errors, error];
    }
  };
  for (const { before } of scopes.toReversed()) for (const hook of before) await attempt(hook);
  if (errors.length === 0) await attempt(test.run);
  for (const { after } of scopes) for (const hook of after) await attempt(hook);
  return errors.length === 0 ? { passed: true } : { passed: false, error: errors[0] };
}

async function inTime(run: () => unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${TEST_TIMEOUT_MS} ms`)), TEST_TIMEOUT_MS);
  });
  try {
    await Promise.race([run(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { diff } = processError(error) as { diff?: string };
  const stack = error.stack ?? '';
  const told = stack.includes(error.message) ? stack : `${error.name}: ${error.message}\n${stack}`;
  return diff === undefined ? told : `${told}\n${diff}`;
}
