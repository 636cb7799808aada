import {
  BudgetTruncate,
  Collector,
  collect,
  HeadTailBuffer,
  TruncationPolicy,
  truncate,
  Utf8CarryTransform,
} from 'millrace';
import globals from '../globals.json' with { type: 'json' };
import { LOG, place, streamOf, textOf } from '../place.js';
import { expect, test } from '../vitest-shim.js';

const policy = TruncationPolicy.bytes(1000);
/** Its writable side is declared for more kinds of bytes than come. */
const bytesOf = (pair: CompressionStream | DecompressionStream) =>
  pair as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;
const logBytes = new TextEncoder().encode(LOG).length;

test('every global that the package names is here, and the others are where the list says', () => {
  const common = [...globals.language, ...globals.everywhere];
  expect(common.filter((name) => !(name in globalThis))).toEqual([]);
  for (const [name, kinds] of Object.entries(globals.somewhere)) {
    expect(name in globalThis, name).toBe(kinds.includes(place.kind));
  }
});

test('collect bounds a compressed response, and counts what came out of it', async () => {
  const { text, totalBytes, endedBy, closed } = await collect(await fetch(`${place.origin}/gzip`), { policy });
  expect({ text, totalBytes, endedBy, closed }).toEqual({
    text: truncate(LOG, policy, { heading: true }).text,
    ...{ totalBytes: logBytes, endedBy: 'end', closed: true },
  });
});

test('BudgetTruncate takes the body of a response through the streams of the runtime', async () => {
  const { body } = await fetch(`${place.origin}/gzip`);
  expect(await textOf(body!.pipeThrough(new BudgetTruncate(policy)))).toBe(truncate(LOG, policy).text);
});

test('Utf8CarryTransform sits between the compression streams of the runtime', async () => {
  const packed = streamOf(LOG)
    .pipeThrough(new Utf8CarryTransform())
    .pipeThrough(bytesOf(new CompressionStream('gzip')));
  const unpacked = new Response(packed).body!.pipeThrough(bytesOf(new DecompressionStream('gzip')));
  expect(await textOf(unpacked.pipeThrough(new BudgetTruncate(policy)))).toBe(truncate(LOG, policy).text);
});

test('a response can be made of what is bounded', async () => {
  const kept = new HeadTailBuffer({ headBytes: 9, tailBytes: 9, marker: () => '[...]' });
  const bounded = streamOf(LOG).pipeThrough(kept) as ReadableStream<Uint8Array<ArrayBuffer>>;
  expect(await new Response(bounded).text()).toBe('0 a line [...] €😀\n');
  expect(kept.totalBytes).toBe(logBytes);
});

function hasByteStreams(): boolean {
  try {
    return new ReadableStream({ type: 'bytes' }) instanceof ReadableStream;
  } catch {
    return false;
  }
}
const ofByteStreams = (name: string, run: () => unknown) =>
  hasByteStreams() ? test(name, run) : test.gap('bytes', name, run);

ofByteStreams('collect takes a byte stream, and gives it back with the rest of its bytes', async () => {
  let queue!: ReadableByteStreamController;
  const start = (controller: ReadableByteStreamController) => {
    queue = controller;
  };
  const stream = new ReadableStream({ type: 'bytes', start });
  queue.enqueue(Uint8Array.of(0x61, 0xc3));
  expect(await collect(stream, { yieldTimeMs: 0 })).toMatchObject({ text: 'a', pendingBytes: 1, closed: false });
  queue.enqueue(Uint8Array.of(0x62));
  expect((await stream.getReader({ mode: 'byob' }).read(new Uint8Array(9))).value).toEqual(Uint8Array.of(0x62));
});

/** Whether a stream of the runtime's own can be given back while a read of it is pending. */
async function canGiveBack(): Promise<boolean> {
  const body = (await fetch(`${place.origin}/silent`)).body!;
  const reader = body.getReader();
  await reader.read();
  const pending = reader.read().catch(() => {});
  try {
    reader.releaseLock();
    await Promise.all([pending, body.cancel()]);
    return true;
  } catch {
    await reader.cancel();
    return false;
  }
}
const givingBack = (await canGiveBack()) ? test : (name: string, run: () => unknown) => test.gap('release', name, run);

async function isHungUp(id: string): Promise<void> {
  while ((await (await fetch(`${place.origin}/hung-up?id=${id}`)).text()) !== 'true') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

givingBack('collect ends at its deadline on a response without an end, and gives it back', async () => {
  const id = crypto.randomUUID();
  const { body } = await fetch(`${place.origin}/endless?id=${id}`);
  const { endedBy, closed, text, omittedBytes } = await collect(body!, { deadlineMs: 300, maxBytes: 1 << 16, policy });
  expect({ endedBy, closed }).toEqual({ endedBy: 'deadline', closed: false });
  expect(omittedBytes).toBeGreaterThan(0);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(1000);
  expect(body!.locked).toBe(false);
  await body!.cancel();
  await isHungUp(id);
});

test('Collector goes on with a response without an end, window by window, until it is told to stop', async () => {
  const id = crypto.randomUUID();
  const { body } = await fetch(`${place.origin}/endless?id=${id}`);
  const collector = new Collector(body!, { maxBytes: 1 << 16 });
  for (let windows = 0; windows < 3; windows++) {
    const { endedBy, totalBytes, text } = await collector.collect({ yieldTimeMs: 1000, policy });
    expect([endedBy, totalBytes > 0]).toEqual(['window', true]);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(1000);
  }
  await collector.detach().cancel();
  await isHungUp(id);
});
