import { isBytes } from '../bytes.js';
import { show } from '../options.js';
import { type Feed, IteratorFeed, type NodeReadable, NodeReadableFeed, StreamFeed } from './feeds.js';

/**
 * What can be collected: chunks of bytes, strings or `Omission`s, from a stream of the runtime or of a polyfill, from
 * anything iterable (a Node.js `Readable`, too), from a `Response` or a `Blob`; or whole bytes or a whole string.
 */
export type PlainSource =
  | ReadableStream<unknown>
  | AsyncIterable<unknown>
  | Iterable<unknown>
  | Response
  | Blob
  | Uint8Array
  | string;

/** One source, or a record of labelled ones that are read side by side: `{ stdout, stderr }`. */
export type Source = PlainSource | { readonly [label: string]: PlainSource };

export interface LabelledFeed {
  readonly label: string | undefined;
  readonly feed: Feed;
}

/**
 * Starts to read a source. Nothing is locked unless all of it can be read.
 * @throws {TypeError} If it is no source, or is in use.
 */
export function openSource(owner: string, source: Source): LabelledFeed[] {
  const openers = isRecord(source)
    ? Object.entries(source).map(([label, part]) => ({ label, open: opener(owner, `source.${label}`, part) }))
    : [{ label: undefined, open: opener(owner, 'source', source) }];
  if (openers.length === 0) throw new TypeError(`${owner}: source must have at least one label, got an empty object`);
  const opened: LabelledFeed[] = [];
  try {
    for (const { label, open } of openers) opened.push({ label, feed: open() });
  } catch (error) {
    for (const { feed } of opened) feed.release();
    throw error;
  }
  return opened;
}

function isRecord(source: Source): source is { readonly [label: string]: PlainSource } {
  if (typeof source !== 'object' || source === null) return false;
  const prototype = Object.getPrototypeOf(source);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  // A hand-made iterable or reader is a plain object, too.
  return isPlain && !(Symbol.asyncIterator in source || Symbol.iterator in source || 'getReader' in source);
}

/** Looks at a source without touching it; the function that comes back starts to read. */
function opener(owner: string, name: string, source: unknown): () => Feed {
  if (typeof source === 'string' || isBytes(source)) return () => new IteratorFeed([source].values());
  if (typeof source === 'object' && source !== null) {
    if (has(source, 'getReader')) return () => new StreamFeed(source as ReadableStream<unknown>);
    if ('bodyUsed' in source && 'body' in source) return bodyOpener(owner, name, source as Response);
    if (has(source, 'stream')) return () => new StreamFeed((source as Blob).stream());
    if (has(source, 'read') && has(source, 'on') && has(source, 'removeListener')) {
      return () => new NodeReadableFeed(source as NodeReadable);
    }
    const iterable = source as AsyncIterable<unknown> & Iterable<unknown>;
    if (has(source, Symbol.asyncIterator)) return () => new IteratorFeed(iterable[Symbol.asyncIterator]());
    if (has(source, Symbol.iterator)) return () => new IteratorFeed(iterable[Symbol.iterator]());
  }
  throw new TypeError(
    `${owner}: ${name} must be a stream, an iterable, a Response, a Blob, bytes or a string, got ${show(source)}`,
  );
}

function bodyOpener(owner: string, name: string, response: Response): () => Feed {
  if (response.bodyUsed) throw new TypeError(`${owner}: ${name} is a Response whose body was read before`);
  const { body } = response;
  return () => (body === null ? new IteratorFeed([].values()) : new StreamFeed(body));
}

function has(source: object, method: PropertyKey): boolean {
  return typeof (source as Record<PropertyKey, unknown>)[method] === 'function';
}
