import { show } from './options.js';
import { TruncationPolicy } from './text/policy.js';
import { checkLimit } from './text/tokens.js';

/** @throws {TypeError} If it is no string. */
export function checkText(owner: string, name: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${owner}: ${name} must be a string, got ${show(value)}`);
  return value;
}

/** @throws {TypeError} If it is no `TruncationPolicy`. */
export function checkPolicy(owner: string, policy: unknown): TruncationPolicy {
  if (policy instanceof TruncationPolicy) return policy;
  throw new TypeError(`${owner}: policy must be a TruncationPolicy, got ${show(policy)}`);
}

/** An integer as it is, a negative one too. @throws {TypeError | RangeError} If it is none. */
export function checkWhole(owner: string, name: string, value: number): number {
  checkLimit(owner, name, value);
  return value;
}
