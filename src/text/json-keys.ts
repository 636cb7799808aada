import { quote } from './json-text.js';

/** How an object is written: its keys in order, and what stands before the value of each. */
export interface KeyPlan {
  readonly keys: readonly string[];
  /** `{"key":`, for the first that is written. */
  readonly opening: readonly string[];
  /** `,"key":`, for any other. */
  readonly following: readonly string[];
}

interface KnownPlan extends KeyPlan {
  readonly own: readonly string[];
}

/** Plans by the first key. Records mostly have the keys of an earlier one, and sorting costs more than writing. */
type Plans = Map<string, KnownPlan[]>;
const sortedPlans: Plans = /* @__PURE__ */ new Map();
const unsortedPlans: Plans = /* @__PURE__ */ new Map();
// Together these bound what is kept, whatever is encoded: about a mebibyte of each kind.
const MOST_FIRST_KEYS = 128;
const MOST_PLANS_EACH = 4;
const MOST_UNITS_IN_KEYS = 500;

/** The plan for an object with these keys; sorted by code point, or in the order given. */
export function planKeys(own: readonly string[], sort: boolean): KeyPlan {
  const plans = sort ? sortedPlans : unsortedPlans;
  const [first = ''] = own;
  const known = plans.get(first);
  if (known !== undefined) {
    for (const plan of known) if (isSame(plan.own, own)) return plan;
  }
  const keys = sort ? sortedByCodePoint(own) : own;
  const names = keys.map((key) => `${quote(key)}:`);
  const opening = names.map((name) => `{${name}`);
  const plan = { own, keys, opening, following: names.map((name) => `,${name}`) };
  if (names.join('').length > MOST_UNITS_IN_KEYS) return plan;
  if (known === undefined && plans.size === MOST_FIRST_KEYS) plans.clear();
  if (known === undefined || known.length === MOST_PLANS_EACH) plans.set(first, [plan]);
  else known.push(plan);
  return plan;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const SURROGATE = /[\ud800-\udfff]/;

function sortedByCodePoint(own: readonly string[]): string[] {
  // By code unit, which is the same where there is no surrogate: these come before U+E000.
  const keys = [...own].sort();
  return keys.some((key) => SURROGATE.test(key)) ? keys.sort(compareCodePoints) : keys;
}

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [a.toWellFormed(), b.toWellFormed()];
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1);
}
