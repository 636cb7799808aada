import { recorded } from '../collect/recording.js';
import type { WindowOptions } from '../collect/types.js';
import { UnknownSessionError } from '../sessions/errors.js';
import type { PrunedSession } from '../sessions/registry.js';
import { SessionRegistry } from '../sessions/registry.js';
import { utf8ByteLength } from '../text/utf8.js';
import {
  type CheckedExec,
  type CheckedSessions,
  checkCells,
  checkExec,
  checkSessions,
  checkWrite,
  lastWindow,
} from './exec-options.js';
import type {
  ExecOptions,
  ExecSessionsOptions,
  ExecUpdate,
  LastOutputOptions,
  SessionInfo,
  WriteOptions,
} from './exec-types.js';
import type { Session } from './session.js';
import { sessionRecord } from './session-records.js';
import { startSession } from './start-session.js';
import { stopWhenFailed, type } from './write-window.js';

/**
 * Programs that a tool starts, reads window by window, writes to and ends. Each call gives what came since the last one; a
 * program that is not done has an id to go on with. Output is drained into bounded memory at all times, so that no program
 * waits for a reader. At most 64 sessions have an id, unless told: past that the least recently used one is ended.
 *
 * Each program leads a session of processes of its own, which is ended as a whole. When the host ends, by itself, by
 * `process.exit` or by a signal that it does not listen to, they are killed; a host that is itself killed by SIGKILL can do
 * nothing more, and only programs that use their terminal, input or output notice.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value.
 * @example
 * const sessions = new ExecSessions();
 * const { sessionId, output, exitCode } = await sessions.exec('echo one; exit 3');
 * [sessionId, output, exitCode]; // [ null, 'one\n', 3 ]
 * const cat = await sessions.exec(['cat'], { stdin: true, yieldTimeMs: 250 });
 * (await sessions.write(cat.sessionId!, 'two\n', { endInput: true, yieldTimeMs: 10_000 })).output; // 'two\n'
 */
export class ExecSessions {
  readonly #registry: SessionRegistry<Session>;
  /** All that may have processes, with an id or without. */
  readonly #sessions = new Set<Session>();
  /** Programs on their way to be one of these. */
  readonly #starts = new Set<Promise<Session>>();
  readonly #options: CheckedSessions;

  constructor(options?: ExecSessionsOptions) {
    this.#options = checkSessions(options);
    this.#registry = new SessionRegistry(options);
  }

  /**
   * Starts a program, a string by the shell and an array as it is, and gives its first window. Done within it, it has no
   * id. Without `tty` or `stdin` its input is empty.
   * @throws {TypeError | RangeError} If an option is of the wrong kind or value.
   * @throws The platform's error, with its `code`, if the program cannot be started; the reason of `signal` if it is
   * aborted, when all that was started is ended; a `SessionLimitError`, likewise.
   */
  async exec(command: string | readonly string[], options?: ExecOptions): Promise<ExecUpdate> {
    const { start, window } = checkExec(command, options);
    window.signal?.throwIfAborted();
    const data = { argv: start.argv, cwd: start.cwd, tty: start.tty };
    return recorded(this.#options.events, sessionRecord('exec', data), () => this.#exec(command, start, window));
  }

  /**
   * Writes to a program and gives what comes then; an empty write only waits. On a terminal `"\u0003"` is an interrupt. The
   * last update of a program has no id, and the id is unknown from then on. Windows of one session wait for each other;
   * what is written does not wait.
   * @throws {UnknownSessionError} If there is no such session. @throws {SessionInputError} If the chars did not reach the
   * program. @throws {TypeError | RangeError} If an option is of the wrong kind or value.
   */
  async write(sessionId: number, chars: string, options?: WriteOptions): Promise<ExecUpdate> {
    const { endInput, inputEmpty, window } = checkWrite(chars, options);
    window.signal?.throwIfAborted();
    const session = this.#registry.touch(sessionId);
    const data = { exec_session_id: sessionId, bytes: utf8ByteLength(chars) };
    return recorded(this.#options.events, sessionRecord('write', data), async () => {
      const written = inputEmpty ? Promise.resolve() : type(sessionId, session, chars, endInput);
      const mayBegin = () => {
        if (session.isOver || !this.#registry.has(sessionId)) throw new UnknownSessionError(sessionId);
      };
      const { isLast, update } = await stopWhenFailed(written, window.signal, (signal) =>
        session.window({ ...window, signal }, { mayBegin }),
      );
      if (isLast) this.#forget(sessionId);
      return { sessionId: isLast ? null : sessionId, ...update };
    });
  }

  /** Types Ctrl-C at a terminal; elsewhere sends SIGINT to all that the program started. @throws {UnknownSessionError} */
  async interrupt(sessionId: number): Promise<void> {
    const session = this.#registry.touch(sessionId);
    if (!session.hasExited) session.program.interrupt();
  }

  /**
   * Sets the size of a terminal. A program on pipes has none, and hears nothing.
   * @throws {UnknownSessionError} If there is no such session. @throws {TypeError | RangeError} For sizes that are none.
   */
  async resize(sessionId: number, cols: number, rows: number): Promise<void> {
    checkCells('Cannot resize', cols, rows);
    const session = this.#registry.touch(sessionId);
    if (!session.hasExited) session.program.resize(cols, rows);
  }

  /**
   * Ends a program and all that it started: SIGTERM, after a grace SIGKILL. Gives the last of its output when they are gone.
   * @throws {UnknownSessionError} If there is no such session. @throws {TypeError | RangeError} If an option is wrong.
   */
  async terminate(sessionId: number, options?: LastOutputOptions): Promise<ExecUpdate> {
    const window = lastWindow(options);
    const session = this.#registry.touch(sessionId);
    return recorded(this.#options.events, sessionRecord('terminate', { exec_session_id: sessionId }), async () => {
      const update = await this.#end(session, window);
      this.#forget(sessionId);
      return update;
    });
  }

  /** Ends everything that runs; calls that wait get their updates. What nobody asked for is dropped. */
  async terminateAll(): Promise<void> {
    for (const [id] of this.#registry) this.#registry.remove(id);
    // What is about to start is waited for: it would be left behind, and nobody may have its id then.
    for (const start of this.#starts) await start.catch(() => {});
    await Promise.all([...this.#sessions].map((session) => this.#end(session)));
  }

  /** As {@link terminateAll}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminateAll();
  }

  /** The sessions that have an id, the oldest first. */
  list(): SessionInfo[] {
    return [...this.#registry].map(([sessionId, { command, program, hasExited }]) => {
      return { sessionId, command, pid: program.pid, tty: program.isTerminal, running: !hasExited };
    });
  }

  async #exec(command: string | readonly string[], start: CheckedExec['start'], window: WindowOptions) {
    const since = this.#options.clock.now();
    const starting = this.#start(command, start);
    this.#starts.add(starting);
    const session = await starting.finally(() => this.#starts.delete(starting));
    try {
      const { isLast, update } = await session.window(window, { since });
      return { sessionId: isLast ? null : this.#register(session), ...update };
    } catch (reason) {
      await session.end();
      this.#sessions.delete(session);
      throw reason;
    }
  }

  async #start(command: string | readonly string[], start: CheckedExec['start']): Promise<Session> {
    const session = await startSession(command, start, this.#options);
    this.#sessions.add(session);
    void session.program.closed.then(() => this.#sessions.delete(session));
    return session;
  }

  #register(session: Session): number {
    const { id, pruned } = this.#registry.allocate(session);
    if (pruned) void this.#prune(pruned);
    void session.program.exited.then(() => this.#registry.has(id) && this.#registry.markExited(id));
    return id;
  }

  async #prune({ id, value }: PrunedSession<Session>): Promise<void> {
    const update = await this.#end(value);
    try {
      await this.#options.onPruned?.(id, update);
    } catch {}
  }

  async #end(session: Session, window = lastWindow()): Promise<ExecUpdate> {
    const since = this.#options.clock.now();
    await session.end();
    const { update } = await session.window(window, { since });
    this.#sessions.delete(session);
    return { sessionId: null, ...update };
  }

  /** It may be gone: whoever ends a session does not wait for those who read it. */
  #forget(sessionId: number): void {
    if (this.#registry.has(sessionId)) this.#registry.remove(sessionId);
  }
}
