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

/** By how much more is alive than before: read again while it is too much, as one collection may leave what is free. */
export async function growth(before: number, tooMuch: number): Promise<number> {
  let bytes = (await alive()) - before;
  for (let attempt = 1; bytes >= tooMuch && attempt < 5; attempt++) bytes = (await alive()) - before;
  return bytes;
}
