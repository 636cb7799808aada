import { checkFunction, checkInteger, checkOptions } from '../options.js';
import { SessionLimitError, UnknownSessionError } from './errors.js';
import { PROTECTED_SESSIONS, sessionToPrune } from './prune.js';

/** Ids are at least this, and less than {@link END_OF_IDS}: short to say, and no small number that a model makes up. */
const FIRST_ID = 1000;
const END_OF_IDS = 100_000;
/** So many ids of removed sessions are not given again soon: whoever still has one must not meet a stranger. */
const RESTING_IDS = 1000;

/** How many sessions a registry takes, and who hears of it. */
export interface SessionRegistryOptions {
  /** Most sessions at a time; 64 unless given. */
  max?: number;
  /** `onWarn` is called when there are so many; 60 unless given, or `max` if that is less. */
  warnAt?: number;
  /** How many of the most recently used sessions never make room; 8 unless given, but less than `max`. */
  protectRecent?: number;
  /** Hears of the number of sessions when it comes to `warnAt` from below. What it throws, `allocate` throws. */
  onWarn?(count: number): void;
  /** From 0 to less than 1; `Math.random` unless given. */
  random?(): number;
}

/** What had to make room. It is no longer in the registry; to end it is up to the caller. */
export interface PrunedSession<T> {
  readonly id: number;
  readonly value: T;
}

interface Entry<T> {
  readonly value: T;
  lastUsed: number;
  exited: boolean;
}

/**
 * Sessions by random ids from 1,000 to 99,999, at most `max` at a time. Past that one makes room: the least recently used
 * one that has exited, else the least recently used one. A session stays, also when it has exited, until it is removed:
 * remove it when its output was given. Holds what it is given, and the last thousand ids, which are not given again soon.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value.
 * @example
 * const registry = new SessionRegistry<string>({ max: 2, protectRecent: 1, random: () => 0 });
 * registry.allocate('a'); // { id: 1000, pruned: null }
 * registry.allocate('b'); // { id: 1001, pruned: null }
 * registry.touch(1000); // 'a'
 * registry.allocate('c'); // { id: 1002, pruned: { id: 1001, value: 'b' } }
 * [registry.size, registry.has(1001), registry.get(1002)]; // [ 2, false, 'c' ]
 */
export class SessionRegistry<T> {
  readonly #max: number;
  readonly #warnAt: number;
  readonly #protectRecent: number;
  readonly #onWarn: ((count: number) => void) | undefined;
  readonly #random: () => number;
  readonly #entries = new Map<number, Entry<T>>();
  /** In the order of their removal. */
  readonly #resting = new Set<number>();
  #uses = 0;

  constructor(options?: SessionRegistryOptions) {
    const owner = 'Cannot create SessionRegistry';
    const { max = 64, warnAt, protectRecent, onWarn, random } = checkOptions(owner, options);
    this.#max = checkInteger(owner, 'max', max, 1);
    this.#warnAt = warnAt === undefined ? Math.min(60, max) : checkInteger(owner, 'warnAt', warnAt, 1);
    this.#protectRecent =
      protectRecent === undefined
        ? Math.min(PROTECTED_SESSIONS, max - 1)
        : checkInteger(owner, 'protectRecent', protectRecent);
    this.#onWarn = onWarn === undefined ? undefined : checkFunction(owner, 'onWarn', onWarn);
    this.#random = random === undefined ? Math.random : checkFunction(owner, 'random', random);
  }

  /** How many sessions there are. */
  get size(): number {
    return this.#entries.size;
  }

  has(id: number): boolean {
    return this.#entries.has(id);
  }

  /**
   * Takes a session in as the most recently used one. One that had to make room for it comes back as `pruned`.
   * @throws {SessionLimitError} If every session is among the most recent ones, or no id is left; nothing is changed then.
   */
  allocate(value: T): { readonly id: number; readonly pruned: PrunedSession<T> | null } {
    const isFull = this.size >= this.#max;
    const prunedId = isFull ? sessionToPrune(this.#meta(), this.#protectRecent) : null;
    if (isFull && prunedId === null) {
      throw new SessionLimitError(
        `Cannot allocate a session: there are ${this.size}, and the ${this.#protectRecent} most recent ones are safe`,
      );
    }
    const id = this.#freeId();
    if (!isFull && this.size + 1 === this.#warnAt) this.#onWarn?.(this.#warnAt);
    const pruned = prunedId === null ? null : { id: prunedId, value: this.remove(prunedId) };
    this.#entries.set(id, { value, lastUsed: ++this.#uses, exited: false });
    return { id, pruned };
  }

  /** Gives the session without using it. @throws {UnknownSessionError} If there is none with this id. */
  get(id: number): T {
    return this.#entry(id).value;
  }

  /** Gives the session, which is the most recently used one now. @throws {UnknownSessionError} If there is none. */
  touch(id: number): T {
    const entry = this.#entry(id);
    entry.lastUsed = ++this.#uses;
    return entry.value;
  }

  /** Notes that a session has exited: it makes room before those that run. @throws {UnknownSessionError} If there is none. */
  markExited(id: number): void {
    this.#entry(id).exited = true;
  }

  /** Takes a session out and gives it; its id is unknown from now on. @throws {UnknownSessionError} If there is none. */
  remove(id: number): T {
    const { value } = this.#entry(id);
    this.#entries.delete(id);
    this.#resting.add(id);
    if (this.#resting.size > RESTING_IDS) this.#resting.delete(this.#resting.values().next().value as number);
    return value;
  }

  /** Ids and sessions in the order in which they came. */
  *[Symbol.iterator](): Generator<[id: number, value: T], void, void> {
    for (const [id, { value }] of [...this.#entries]) yield [id, value];
  }

  #entry(id: number): Entry<T> {
    const entry = this.#entries.get(id);
    if (!entry) throw new UnknownSessionError(id);
    return entry;
  }

  #meta() {
    return [...this.#entries].map(([id, { lastUsed, exited }]) => ({ id, lastUsed, exited }));
  }

  /** The first free id from a random one on: it is found, or known not to be there, in one round. */
  #freeId(): number {
    const count = END_OF_IDS - FIRST_ID;
    const start = Math.floor(this.#random() * count);
    for (let step = 0; step < count; step++) {
      const id = FIRST_ID + ((start + step) % count);
      if (!this.#entries.has(id) && !this.#resting.has(id)) return id;
    }
    throw new SessionLimitError('Cannot allocate a session: no id is left');
  }
}
