// A worker with the built package: bounds a stream that it is sent, or collects chunks that it is sent one by one.
import { BudgetTruncate, Collector, TruncationPolicy } from './millrace/index.js';

const port = 'WorkerGlobalScope' in globalThis ? globalThis : await nodePort();
const collector = new Collector();

async function nodePort() {
  const { parentPort } = await import('node:worker_threads');
  // Node gives the message itself where others give an event.
  return {
    set onmessage(listener) {
      parentPort.on('message', (data) => listener({ data }));
    },
    postMessage: (message, transfer) => parentPort.postMessage(message, transfer),
  };
}

port.onmessage = ({ data: { source, tokens, chunk, end } }) => {
  if (source) {
    const bounded = source.pipeThrough(new BudgetTruncate(TruncationPolicy.tokens(tokens)));
    port.postMessage({ bounded }, [bounded]);
  } else if (tokens) {
    collector.collect({ maxOutputTokens: tokens }).then(({ text, closed }) => port.postMessage({ text, closed }));
  } else if (chunk) {
    collector.write(chunk);
  } else if (end) {
    collector.close();
  }
};
