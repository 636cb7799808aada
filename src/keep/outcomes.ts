/**
 * Values and, in their order, a failure. A push can give values or throw, not both, and may lose neither: the values
 * before a failure are given first, and those behind it wait until it is thrown. Holds one failure at most; a further one
 * that comes before the first is thrown is dropped.
 */
export class Outcomes<T> {
  #before: T[] = [];
  #failure: { readonly error: unknown } | undefined;
  #behind: T[] = [];

  add(value: T): void {
    (this.#failure === undefined ? this.#before : this.#behind).push(value);
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /** Gives the values before the failure; throws it if there are none. */
  take(): readonly T[] {
    return this.#before.length === 0 ? this.takeLast() : this.#takeValues();
  }

  /** Throws the failure, if there is one; else gives the values. */
  takeLast(): readonly T[] {
    const failure = this.#failure;
    if (failure === undefined) return this.#takeValues();
    this.#failure = undefined;
    this.#before = this.#before.concat(this.#behind);
    this.#behind = [];
    throw failure.error;
  }

  #takeValues(): readonly T[] {
    const values = this.#before;
    this.#before = [];
    return values;
  }
}
