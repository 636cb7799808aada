import { onUnhandledRejection, settle as settleIn } from '../../helpers/turns.js';

/** Lets everything run that needs no time. */
export const settle = (turns = 5) => settleIn(turns);

const rejections: unknown[] = [];
onUnhandledRejection((reason) => rejections.push(reason));

/** The rejections that nobody has handled since this was last asked. */
export async function strayRejections(): Promise<unknown[]> {
  await settle(2);
  return rejections.splice(0);
}

/** How a promise settled: `{ value }` or `{ reason }`; undefined while it is pending. */
export function outcomeOf<T>(promise: Promise<T>): { readonly settled?: { value: T } | { reason: unknown } } {
  const outcome: { settled?: { value: T } | { reason: unknown } } = {};
  promise.then(
    (value) => {
      outcome.settled = { value };
    },
    (reason) => {
      outcome.settled = { reason };
    },
  );
  return outcome;
}

/** What a promise rejects with; fails if it does not. */
export async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`not rejected, but fulfilled with ${JSON.stringify(value)}`);
    },
    (reason) => reason,
  );
}

/** An object that is a promise by its `then` alone. */
export function thenable<T>(
  then: (resolve: (value: T) => void, reject: (reason: unknown) => void) => unknown,
): Promise<T> {
  return Object.fromEntries([['then', then]]) as unknown as Promise<T>;
}
