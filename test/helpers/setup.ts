import fc from 'fast-check';
import { afterEach, expect } from 'vitest';
import { onUnhandledRejection, settle } from './turns.js';

/** `FC_RUNS` makes the property tests longer, `FC_SEED` repeats a run. */
const { FC_RUNS, FC_SEED } = globalThis.process?.env ?? {};
fc.configureGlobal({ numRuns: Number(FC_RUNS ?? 100), ...(FC_SEED === undefined ? {} : { seed: Number(FC_SEED) }) });

// No case may end in a rejection that nobody handles, so each test is asked.
const unhandled: unknown[] = [];
onUnhandledRejection((reason) => unhandled.push(reason));
afterEach(async () => {
  await settle();
  expect(unhandled.splice(0), 'unhandled rejections').toEqual([]);
});
