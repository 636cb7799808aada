import { ChunkTransform } from '../../src/index.js';

/** A core made of functions, that says what was done with it. */
export class Probe extends ChunkTransform<unknown, unknown> {
  readonly seen: unknown[] = [];
  constructor(
    readonly onPush: (chunk: unknown) => readonly unknown[] = (chunk) => [chunk],
    readonly onFlush: () => readonly unknown[] = () => [],
  ) {
    super();
  }
  push(chunk: unknown): readonly unknown[] {
    this.seen.push(chunk);
    return this.onPush(chunk);
  }
  flush(): readonly unknown[] {
    this.seen.push('flush');
    return this.onFlush();
  }
}

/** Passes `most` chunks, then is done; its own flush would show. */
export class Take extends Probe {
  constructor(readonly most: number) {
    super(
      (chunk) => [chunk],
      () => ['flushed'],
    );
  }
  get done(): boolean {
    return this.seen.length >= this.most;
  }
}
