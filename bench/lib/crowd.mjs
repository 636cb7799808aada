/** Many collectors at once on one event loop, while lines come in. */
import { Collector } from '../millrace.mjs';

export const WINDOW_MS = 250;
/** Each collector gets a line so often. */
const LINE_MS = 50;
const LINE = new TextEncoder().encode('info  [web] compiled src/components/table-view.tsx — 41 ms ✓\n');

function pushed() {
  const collector = new Collector();
  return { collector, write: () => collector.write(LINE) };
}

function streamed() {
  let controller;
  const stream = new ReadableStream({ start: (given) => (controller = given) });
  return { collector: new Collector(stream), write: () => controller.enqueue(LINE.slice()) };
}

/** Collectors in turns of two kinds: one is written to, one has a stream. Lines come in until `stop`. */
export function crowdOf(count) {
  const producers = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? pushed() : streamed()));
  let next = 0;
  const writer = setInterval(() => {
    // A share of the producers each time, so that lines come all the time.
    for (let i = 0; i < count / LINE_MS; i++) producers[next++ % count].write();
  }, 1);
  return { producers, stop: () => clearInterval(writer) };
}

export const windowOf = ({ collector }) => collector.collect({ yieldTimeMs: WINDOW_MS, maxOutputTokens: 1000 });
