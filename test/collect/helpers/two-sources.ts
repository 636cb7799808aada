import { Collector } from '../../../src/index.js';
import { type Fed, fed } from './sources.js';
import { settle } from './turns.js';

export const PLAIN = { truncate: { heading: false } };

/** Two fed sources behind one collector; each chunk has arrived before the next is given. */
export function twoSources() {
  const [out, err] = [fed(), fed()];
  const collector = new Collector({ out: out.stream, err: err.stream });
  const give = async (source: Fed, ...chunks: unknown[]) => {
    for (const chunk of chunks) source.give(chunk);
    await settle(1);
  };
  return { out, err, collector, give, now: () => collector.collect({ yieldTimeMs: 0, ...PLAIN }) };
}
