import { checkInteger, checkOptions, show } from '../options.js';
import { Backlog } from './backlog.js';
import { throwAll } from './errors.js';
import type { SessionEvent } from './event.js';
import { eventToJsonLine } from './event-line.js';
import { BaseSink, type SinkOptions } from './sink.js';
import { Turns } from './turns.js';

/** The files of a workspace, such as a container: what of it is used. It has `append`, or else `read` and `write`. */
export interface Workspace {
  /** Whether files can be written now; a value or a function. True unless given. */
  running?: boolean | (() => boolean | Promise<boolean>);
  /** Gives the whole file, or nothing where there is none. */
  read?(path: string): Promise<Uint8Array | string | null | undefined> | Uint8Array | string | null | undefined;
  append?(path: string, text: string): unknown;
  /** Makes this the whole of the file. */
  write?(path: string, text: string): unknown;
}

/** Where in a workspace events are kept. */
export interface WorkspaceJsonlSinkOptions extends SinkOptions {
  /** `{session_id}` stands for that of the event; what may not be in the name of a file is `_` there. */
  path?: string;
  /** After how many events the file is written to; 1 unless given. `flush` and `close` write the rest. */
  flushEvery?: number;
  /** About how much of what could not be written yet is held; 16 MiB unless given. */
  maxBacklogBytes?: number;
}

const DEFAULT_PATH = 'logs/{session_id}.jsonl';
const DEFAULT_BACKLOG_BYTES = 16 * 1024 * 1024;

interface Line {
  readonly path: string;
  readonly text: string;
}

/**
 * Appends events to files of a workspace, one for each session. While the workspace is not running they wait, within
 * `maxBacklogBytes`; those for which there is no room are counted in `lostRecords`. A workspace that cannot append is read
 * and written whole, so it should not be long.
 *
 * Rejects with the error of the workspace; what was not written is written with the next event, or by `flush` or `close`,
 * which reject if it cannot be.
 *
 * @throws {TypeError | RangeError} If an argument is of the wrong kind or value.
 * @example
 * const files = new Map<string, string>();
 * const workspace = { append: (path: string, text: string) => files.set(path, (files.get(path) ?? '') + text) };
 * const sink = new WorkspaceJsonlSink(workspace, { path: '{session_id}.jsonl', flushEvery: 10 });
 * await sink.handle(createSessionEvents({ sessionId: 'a/b' }).start('exec'));
 * await sink.close();
 * [...files.keys()]; // [ 'a_b.jsonl' ]
 */
export class WorkspaceJsonlSink extends BaseSink {
  readonly #workspace: Workspace;
  readonly #template: string;
  readonly #flushEvery: number;
  readonly #backlog: Backlog<Line>;
  #sinceFlush = 0;
  #lostRecords = 0;
  readonly #turns = new Turns();

  constructor(workspace: Workspace, options?: WorkspaceJsonlSinkOptions) {
    const owner = 'Cannot create WorkspaceJsonlSink';
    super(owner, options);
    const {
      path = DEFAULT_PATH,
      flushEvery = 1,
      maxBacklogBytes = DEFAULT_BACKLOG_BYTES,
    } = checkOptions(owner, options);
    if (typeof path !== 'string') throw new TypeError(`${owner}: path must be a string, got ${show(path)}`);
    const { append, read, write } = workspace ?? {};
    if (typeof append !== 'function' && !(typeof read === 'function' && typeof write === 'function')) {
      throw new TypeError(`${owner}: workspace must have append(), or read() and write(), got ${show(workspace)}`);
    }
    this.#workspace = workspace;
    this.#template = path;
    this.#flushEvery = checkInteger(owner, 'flushEvery', flushEvery, 1);
    this.#backlog = new Backlog(checkInteger(owner, 'maxBacklogBytes', maxBacklogBytes), ({ text }) => text.length);
  }

  /** Records for which there was no room. */
  get lostRecords(): number {
    return this.#lostRecords;
  }

  override async handle(event: SessionEvent): Promise<void> {
    const line = { path: this.#pathOf(event.session_id), text: eventToJsonLine(event) };
    this.#lostRecords += this.#backlog.add(line).length;
    if (++this.#sinceFlush < this.#flushEvery) return;
    await this.#turns.take(() => this.#writeAll(false));
  }

  async flush(): Promise<void> {
    await this.#turns.take(() => this.#writeAll(true));
  }

  /** Writes what waits. Rejects if that cannot be. */
  async close(): Promise<void> {
    await this.flush();
  }

  #pathOf(sessionId: string): string {
    // An id is somebody else's text, and must not lead out of the folder.
    const name = sessionId.replace(/[^\w.-]/g, '_').replace(/^\.+/, (dots) => '_'.repeat(dots.length));
    return this.#template.replaceAll('{session_id}', () => name);
  }

  async #writeAll(mustRun: boolean): Promise<void> {
    const count = this.#backlog.items.length;
    if (count === 0) return;
    const { running = true } = this.#workspace;
    if (!(typeof running === 'function' ? await running.call(this.#workspace) : running)) {
      if (mustRun) throw new Error(`Cannot write ${count} events: the workspace is not running`);
      return;
    }
    this.#sinceFlush = 0;
    const lines = this.#backlog.takeAll();
    const failures: unknown[] = [];
    for (const path of new Set(lines.map((line) => line.path))) {
      const own = lines.filter((line) => line.path === path);
      try {
        await this.#append(path, own.map(({ text }) => text).join(''));
      } catch (reason) {
        failures.push(reason);
        this.#lostRecords += this.#backlog.putBack(own).length;
      }
    }
    throwAll(failures, 'Several files of a workspace cannot be written');
  }

  async #append(path: string, text: string): Promise<void> {
    const { append } = this.#workspace;
    if (append) {
      await append.call(this.#workspace, path, text);
      return;
    }
    const found = (await this.#workspace.read!(path)) ?? '';
    const before = typeof found === 'string' ? found : new TextDecoder('utf-8', { ignoreBOM: true }).decode(found);
    // A line that a crash cut short must not swallow ours.
    const isTorn = before !== '' && !before.endsWith('\n');
    await this.#workspace.write!(path, `${isTorn ? healed(before) : before}${text}`);
  }
}

/** The text without a last record that was cut short; any other last line gets its break. */
function healed(text: string): string {
  const start = text.lastIndexOf('\n') + 1;
  const last = text.slice(start);
  try {
    if (last.startsWith('{')) JSON.parse(last);
  } catch {
    return text.slice(0, start);
  }
  return `${text}\n`;
}
