/** Things that wait for a better time, the oldest first, within a bound; past it the oldest go, and are counted. */
export class Backlog<T> {
  readonly #maxBytes: number;
  readonly #bytesOf: (item: T) => number;
  #items: T[] = [];
  #bytes = 0;

  constructor(maxBytes: number, bytesOf: (item: T) => number) {
    this.#maxBytes = maxBytes;
    this.#bytesOf = bytesOf;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  /** Gives what had to go. One alone stays, whatever its size. */
  add(item: T): T[] {
    this.#items.push(item);
    this.#bytes += this.#bytesOf(item);
    const gone: T[] = [];
    while (this.#bytes > this.#maxBytes && this.#items.length > 1) gone.push(this.shift()!);
    return gone;
  }

  shift(): T | undefined {
    const item = this.#items.shift();
    if (item !== undefined) this.#bytes -= this.#bytesOf(item);
    return item;
  }

  takeAll(): T[] {
    const items = this.#items;
    this.#items = [];
    this.#bytes = 0;
    return items;
  }

  /** Before all that came since. Gives what had to go. */
  putBack(items: readonly T[]): T[] {
    const since = this.takeAll();
    return [...items, ...since].flatMap((item) => this.add(item));
  }
}
