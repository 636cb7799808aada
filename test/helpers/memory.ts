import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { settle } from './turns.js';

export const MIB = 1 << 20;

let collectGarbage: (() => void) | undefined;

async function gc(): Promise<void> {
  if (collectGarbage === undefined) {
    setFlagsFromString('--expose-gc');
    collectGarbage = runInNewContext('gc') as () => void;
  }
  // A weak reference holds its target until the end of the turn.
  await settle();
  collectGarbage();
  await settle();
  collectGarbage();
}

/** True when nothing holds the object any more. */
export async function isGone(ref: WeakRef<object>): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    await gc();
    if (ref.deref() === undefined) return true;
  }
  return false;
}

/** Bytes that are alive: those of objects and strings, and those of buffers. */
export async function alive(): Promise<number> {
  await gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
