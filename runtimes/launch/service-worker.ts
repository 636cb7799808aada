/** Answers `/bounded/X` with a bounded form of `/X`. */
import { BudgetTruncate, TruncationPolicy } from 'millrace';

interface WorkerEvent extends Event {
  readonly request: Request;
  waitUntil(promise: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}
const worker = globalThis as unknown as {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
};

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (pathname.startsWith('/bounded/')) event.respondWith(bounded(`${origin}${pathname.slice('/bounded'.length)}`));
});

async function bounded(url: string): Promise<Response> {
  const { body } = await fetch(url);
  const text = body!.pipeThrough(new BudgetTruncate(TruncationPolicy.bytes(1000)));
  return new Response(text.pipeThrough(new TextEncoderStream()), { headers: { 'x-bounded-by': 'the service worker' } });
}
