import { show } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import { truncate } from '../transforms/budget-truncate.js';

/** More of an error's message tells a model no more. */
const MOST_REASON_BYTES = 1024;

/** What a reason says, in so many bytes: a text as it is, an error its name and message. Never throws. */
export function reasonText(reason: unknown): string {
  return truncate(told(reason), TruncationPolicy.bytes(MOST_REASON_BYTES), { wholeSequences: true }).text;
}

function told(reason: unknown): string {
  if (typeof reason === 'string') return reason;
  try {
    const { name, message } = Object(reason) as Error;
    if (typeof message === 'string')
      return name === 'Error' || typeof name !== 'string' ? message : `${name}: ${message}`;
    return show(reason);
  } catch {
    return 'for a reason that cannot be told';
  }
}
