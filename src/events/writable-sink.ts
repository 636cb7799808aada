import { checkBoolean, checkOptions, show } from '../options.js';
import { encodeUtf8 } from '../text/utf8.js';
import type { SessionEvent } from './event.js';
import { eventToJsonLine } from './event-line.js';
import { BaseSink, type SinkOptions } from './sink.js';

/** How lines go to a stream. */
export interface WritableSinkOptions extends SinkOptions {
  /** Whether `close` leaves the stream open, and unlocked; false unless given. */
  preventClose?: boolean;
}

/**
 * Writes each event as one line, in UTF-8, to a `WritableStream`, which it locks. The next event waits until the stream has
 * taken it.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value, or the stream is locked.
 * @example
 * const lines: string[] = [];
 * const writable = new WritableStream<Uint8Array>({ write: (line) => void lines.push(new TextDecoder().decode(line)) });
 * const sink = new WritableSink(writable);
 * await sink.handle(createSessionEvents({ sessionId: 's1' }).start('exec'));
 * await sink.close();
 * JSON.parse(lines[0]!).session_id; // 's1'
 */
export class WritableSink extends BaseSink {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #preventClose: boolean;
  #hasFailed = false;
  #closing: Promise<void> | undefined;

  constructor(writable: WritableStream<Uint8Array>, options?: WritableSinkOptions) {
    const owner = 'Cannot create WritableSink';
    super(owner, options);
    const { preventClose = false } = checkOptions(owner, options);
    this.#preventClose = checkBoolean(owner, 'preventClose', preventClose);
    if (typeof writable?.getWriter !== 'function') {
      throw new TypeError(`${owner}: writable must be a WritableStream, got ${show(writable)}`);
    }
    this.#writer = writable.getWriter();
    // The stream's error is told by the write that meets it.
    Promise.resolve(this.#writer.closed).catch(() => {});
    Promise.resolve(this.#writer.ready).catch(() => {});
  }

  override async handle(event: SessionEvent): Promise<void> {
    if (this.#closing) throw new TypeError('Cannot handle an event: this WritableSink was closed');
    try {
      await this.#writer.write(encodeUtf8(eventToJsonLine(event)));
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Closed once, however often it is called. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#preventClose) this.#writer.releaseLock();
    // A stream that has failed is closed already, and its error was told.
    else if (!this.#hasFailed) await this.#writer.close();
  }
}
