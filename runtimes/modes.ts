import * as polyfill from 'web-streams-polyfill';

const { ...streamClasses } = polyfill;

/** What is done to a runtime before the tests and the package are loaded. */
export const modes: Record<string, () => void> = {
  plain() {},

  /** What some runtimes still lack. */
  bare() {
    remove(ReadableStream, 'from');
    remove(ReadableStream.prototype, Symbol.asyncIterator);
    remove(ReadableStream.prototype, 'values');
    remove(globalThis, 'TextDecoderStream');
    remove(Intl, 'Segmenter');
    remove(AbortSignal, 'any');
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
  },

  /** A polyfill in the place of the runtime's own. */
  polyfilled() {
    for (const [name, value] of Object.entries(streamClasses)) {
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    }
  },
};

function remove(from: object, key: PropertyKey): void {
  if (!Reflect.deleteProperty(from, key) || key in from) throw new Error(`${String(key)} cannot be removed here`);
}
