/**
 * What the tests use of vitest, for runtimes where vitest does not run: its own matchers, and a small registry of tests.
 * The bundle of the tests has it in vitest's place.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import { fn, spyOn } from '@vitest/spy';
import * as chai from 'chai';

type Run = () => unknown;
interface Scope {
  readonly name: string;
  readonly before: Run[];
  readonly after: Run[];
  readonly parent: Scope | undefined;
}
export interface Test {
  readonly name: string;
  readonly run: Run;
  readonly scope: Scope;
  /** A limit of this platform, by the name of its footnote: the test has to fail, or the limit is gone. */
  readonly gap?: string;
}

const newScope = (name: string, parent?: Scope): Scope => ({ name, before: [], after: [], parent });
let scope = newScope('');
let registered: Test[] = [];

/** Gives what `load` registers; each file has hooks of its own, below those of the setup. */
export async function registeredBy(load: () => Promise<unknown>): Promise<Test[]> {
  const outer = scope;
  scope = newScope('', outer);
  registered = [];
  try {
    await load();
    return registered;
  } finally {
    scope = outer;
  }
}

const add = (name: string, run: Run, gap?: string) =>
  void registered.push({ name: `${scope.name}${name}`, run, scope, ...(gap === undefined ? {} : { gap }) });

/** `$key` of an object, `%s` and the like of the rest, as vitest writes them into a name. */
function named(template: string, row: unknown, index: number): string {
  const values = Array.isArray(row) ? [...row] : [row];
  const fields = Object(row) as Record<string, unknown>;
  return template
    .replace(/%([sdifjo#%])/g, (_, kind) => (kind === '%' ? '%' : String(kind === '#' ? index : values.shift())))
    .replace(/\$([\w.]+)/g, (whole, path: string) => {
      const found = path.split('.').reduce<unknown>((value, key) => (Object(value) as typeof fields)[key], fields);
      return found === undefined ? whole : String(found);
    });
}

export const test = Object.assign((name: string, run: Run) => add(name, run), {
  each:
    (rows: readonly unknown[]) =>
    (template: string, run: (...row: never[]) => unknown): void => {
      for (const [index, row] of rows.entries()) {
        const values = (Array.isArray(row) ? row : [row]) as never[];
        add(named(template, row, index), () => run(...values));
      }
    },
  /** A test that this platform cannot pass, and why: the name of a footnote of the table. */
  gap: (footnote: string, name: string, run: Run) => add(name, run, footnote),
});
export const it = test;

export function describe(name: string, define: () => void): void {
  const outer = scope;
  scope = newScope(`${outer.name}${name} > `, outer);
  define();
  scope = outer;
}

export const beforeEach = (run: Run) => void scope.before.push(run);
export const afterEach = (run: Run) => void scope.after.unshift(run);

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

const asserted = (value: unknown, message?: string) => chai.expect(value, message);
Object.assign(asserted, chai.expect, (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT]);
setState(
  { assertionCalls: 0, isExpectingAssertions: false, isExpectingAssertionsError: null, expectedAssertionsNumber: null },
  asserted as never,
);
Object.assign(asserted, { getState: () => getState(asserted as never) });
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: asserted, writable: true, configurable: true });

export const expect = asserted as unknown as typeof import('vitest').expect;

const stubbed = new Map<string, PropertyDescriptor | undefined>();
export const vi = {
  fn,
  spyOn,
  stubGlobal(name: string, value: unknown): void {
    if (!stubbed.has(name)) stubbed.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Reflect.set(globalThis, name, value);
  },
  unstubAllGlobals(): void {
    for (const [name, descriptor] of stubbed) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
    stubbed.clear();
  },
};
