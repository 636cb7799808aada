import { type Clock, systemClock } from '../collect/clock.js';
import { checkCollectorOptions } from '../collect/options.js';
import { checkFunction, checkInteger, checkOptions } from '../options.js';
import { UnknownSessionError } from '../sessions/errors.js';
import type { PrunedSession } from '../sessions/registry.js';
import { SessionRegistry } from '../sessions/registry.js';
import { KILL_GRACE_MS } from './end-program.js';
import { SessionInputError } from './errors.js';
import { type CheckedExec, checkCells, checkExec, checkWrite, lastWindow } from './exec-options.js';
import type {
  ExecOptions,
  ExecSessionsOptions,
  ExecUpdate,
  LastOutputOptions,
  SessionInfo,
  WriteOptions,
} from './exec-types.js';
import { startOnPipes } from './pipe-program.js';
import { Session } from './session.js';
import { startOnTerminal } from './terminal-program.js';
import { stopWhenFailed } from './write-window.js';

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
 * (await sessions.write(cat.sessionId, 'two\n', { endInput: true, yieldTimeMs: 10_000 })).output; // 'two\n'
 */
export class ExecSessions {
  readonly #registry: SessionRegistry<Session>;
  /** All that may have processes, with an id or without. */
  readonly #sessions = new Set<Session>();
  readonly #maxBytes: number;
  readonly #killGraceMs: number;
  readonly #clock: Clock;
  readonly #onPruned: ExecSessionsOptions['onPruned'];

  constructor(options?: ExecSessionsOptions) {
    const owner = 'Cannot create ExecSessions';
    const { killGraceMs = KILL_GRACE_MS, onPruned, maxBytes, clock = systemClock } = checkOptions(owner, options);
    this.#registry = new SessionRegistry(options);
    this.#killGraceMs = checkInteger(owner, 'killGraceMs', killGraceMs);
    this.#onPruned = onPruned === undefined ? undefined : checkFunction(owner, 'onPruned', onPruned);
    const checked = checkCollectorOptions(owner, { clock, ...(maxBytes !== undefined && { maxBytes }) });
    this.#maxBytes = checked.maxBytes;
    this.#clock = checked.clock;
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
    const since = this.#clock.now();
    const session = await this.#start(command, start);
    try {
      const { isLast, update } = await session.window(window, { since });
      return { sessionId: isLast ? null : this.#register(session), ...update };
    } catch (reason) {
      await session.end();
      this.#sessions.delete(session);
      throw reason;
    }
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
    const written = inputEmpty ? Promise.resolve() : this.#type(sessionId, session, chars, endInput);
    const mayBegin = () => {
      if (session.isOver || !this.#registry.has(sessionId)) throw new UnknownSessionError(sessionId);
    };
    const { isLast, update } = await stopWhenFailed(written, window.signal, (signal) =>
      session.window({ ...window, signal }, { mayBegin }),
    );
    if (isLast) this.#forget(sessionId);
    return { sessionId: isLast ? null : sessionId, ...update };
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
    const update = await this.#end(this.#registry.touch(sessionId), window);
    this.#forget(sessionId);
    return update;
  }

  /** Ends everything that runs; calls that wait get their updates. What nobody asked for is dropped. */
  async terminateAll(): Promise<void> {
    for (const [id] of this.#registry) this.#registry.remove(id);
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

  async #start(command: string | readonly string[], { tty, ...start }: CheckedExec['start']): Promise<Session> {
    const collector = { maxBytes: this.#maxBytes, clock: this.#clock };
    const program = await (tty ? startOnTerminal : startOnPipes)({ ...start, collector });
    const session = new Session(program, command, this.#clock, this.#killGraceMs);
    this.#sessions.add(session);
    void program.closed.then(() => this.#sessions.delete(session));
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
      this.#onPruned?.(id, update);
    } catch {}
  }

  async #end(session: Session, window = lastWindow()): Promise<ExecUpdate> {
    const since = this.#clock.now();
    await session.end();
    const { update } = await session.window(window, { since });
    this.#sessions.delete(session);
    return { sessionId: null, ...update };
  }

  /** It may be gone: whoever ends a session does not wait for those who read it. */
  #forget(sessionId: number): void {
    if (this.#registry.has(sessionId)) this.#registry.remove(sessionId);
  }

  async #type(sessionId: number, { program, hasExited }: Session, chars: string, endInput: boolean): Promise<void> {
    if (hasExited) throw new SessionInputError(sessionId, 'its process is gone');
    if (!program.hasInput)
      throw new SessionInputError(sessionId, 'its process has no input; start it with tty or stdin');
    try {
      const written = chars === '' ? undefined : program.write(chars);
      if (endInput) program.endInput();
      await written;
    } catch (cause) {
      throw new SessionInputError(sessionId, 'its process does not read any more', { cause });
    }
  }
}
