import { BudgetTruncate, HeadTailBuffer, TruncationPolicy, truncate } from 'millrace';
import { LOG, streamOf, textOf } from '../place.js';
import { expect, test } from '../vitest-shim.js';

interface Thread {
  post(message: unknown, transfer?: Transferable[]): void;
  answer(): Promise<unknown>;
  end(): void;
}

/** The built package in another thread, see `launch/thread.js`. */
async function openThread(): Promise<Thread> {
  const url = new URL('./thread.js', import.meta.url);
  if ('Worker' in globalThis) {
    const worker = new Worker(url, { type: 'module' });
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      answer: () =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        }),
      end: () => worker.terminate(),
    };
  }
  const threads = 'node:worker_threads';
  const { Worker: NodeWorker }: typeof import('node:worker_threads') = await import(threads);
  const worker = new NodeWorker(url);
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer as never),
    answer: () => new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject)),
    end: () => void worker.terminate(),
  };
}

const policy = TruncationPolicy.tokens(200);

function canTransfer(): boolean {
  try {
    const stream = new ReadableStream();
    structuredClone(stream, { transfer: [stream] });
    return true;
  } catch {
    return false;
  }
}
const transferring = (name: string, run: () => unknown) =>
  canTransfer() ? test(name, run) : test.gap('transfer', name, run);

transferring('a stream goes to another thread, is bounded there, and comes back', async () => {
  const thread = await openThread();
  try {
    const source = streamOf(LOG);
    const answer = thread.answer();
    thread.post({ source, tokens: policy.limit }, [source]);
    const { bounded } = (await answer) as { bounded: ReadableStream<string> };
    expect(await textOf(bounded)).toBe(truncate(LOG, policy).text);
  } finally {
    thread.end();
  }
});

transferring('the readable side of a transform goes through a port', async () => {
  const { port1, port2 } = new MessageChannel();
  const sent = streamOf(LOG).pipeThrough(new HeadTailBuffer({ maxBytes: 4096 }));
  const arrived = new Promise<ReadableStream<Uint8Array>>((resolve) => {
    port2.onmessage = ({ data }) => resolve(data);
  });
  port1.postMessage(sent, [sent]);
  const cut = (await arrived).pipeThrough(new BudgetTruncate(policy));
  const alone = streamOf(LOG)
    .pipeThrough(new HeadTailBuffer({ maxBytes: 4096 }))
    .pipeThrough(new BudgetTruncate(policy));
  expect(await textOf(cut)).toBe(await textOf(alone));
  port1.close();
  port2.close();
});

test('chunks that are posted one by one are collected in another thread', async () => {
  const thread = await openThread();
  try {
    const answer = thread.answer();
    const reader = streamOf(LOG, 65_537).getReader();
    thread.post({ tokens: policy.limit });
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      thread.post({ chunk: read.value }, [read.value.buffer]);
    }
    thread.post({ end: true });
    expect(await answer).toEqual({ text: truncate(LOG, policy, { heading: true }).text, closed: true });
  } finally {
    thread.end();
  }
});
