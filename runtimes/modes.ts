import * as polyfill from 'web-streams-polyfill';
import type { Lack } from './run.js';

const { ...streamClasses } = polyfill;

/** What is done to a runtime before the tests and the package are loaded; gives what it cannot do then. */
export const modes: Record<string, () => Lack | undefined> = {
  plain: () => undefined,

  /** What some runtimes still lack. */
  bare() {
    remove(ReadableStream, 'from');
    remove(ReadableStream.prototype, Symbol.asyncIterator);
    remove(ReadableStream.prototype, 'values');
    remove(globalThis, 'TextDecoderStream');
    remove(Intl, 'Segmenter');
    remove(AbortSignal, 'any');
    return undefined;
  },

  /** No streams at all; the tests bring a polyfill's and pass them in. */
  streamless() {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (
        /^(Readable|Writable|Transform|(Text(De|En)coder|(De)?[Cc]ompression)(?=Stream$)|\w+QueuingStrategy$)/.test(
          name,
        )
      ) {
        remove(globalThis, name);
      }
    }
    // Responses, blobs and detach() make a stream of the platform's kind.
    return { gap: 'platform', message: /ReadableStream is not defined|this runtime has no (Readable|Transform)Stream/ };
  },

  /** A polyfill in the place of the runtime's own. */
  polyfilled() {
    for (const [name, value] of Object.entries(streamClasses)) {
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    }
    return undefined;
  },
};

function remove(from: object, key: PropertyKey): void {
  if (!Reflect.deleteProperty(from, key) || key in from) throw new Error(`${String(key)} cannot be removed here`);
}
