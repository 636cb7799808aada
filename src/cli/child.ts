import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { type Collected, Collector, type CollectorOptions, type WindowOptions } from '../index.js';
import { KILL_GRACE_MS } from '../node/end-program.js';
import { shellOf } from '../node/exec-options.js';
import { HAS_GROUPS, isTreeAlive, signalTree } from '../node/process-tree.js';
import type { Program } from '../node/program.js';
import { startOnTerminal } from '../node/terminal-program.js';

/** How a program ended. Both are null if it could not be ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** After SIGKILL a process that is still there does not listen to us: it is another user's, or stuck in the kernel. */
const GIVE_UP_MS = 500;
const POLL_MS = 20;

/** Windows tells a whole console of an interrupt itself. */
const PASSED_ON: readonly NodeJS.Signals[] = HAS_GROUPS ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] : ['SIGINT'];

/** What is started. */
export interface ChildOptions {
  readonly command: readonly [string, ...string[]];
  readonly shell: boolean;
  readonly tty: boolean;
}

/** @throws The platform's error, with its `code`, if the program cannot be started. */
export async function startChild(options: ChildOptions, collector: CollectorOptions = {}): Promise<Child> {
  const child = new Child();
  try {
    await (options.tty ? child.startOnTerminal(options, collector) : child.start(options, collector));
    return child;
  } catch (error) {
    child.release();
    throw error;
  }
}

/**
 * A running program, in a process group of its own: an interrupt at the terminal reaches it once, through us, and the end of
 * its time reaches all that it started and nothing else.
 */
export class Child {
  /** Settles when the program has ended; if its time was up, when its whole group has. Never rejects. */
  readonly exited: Promise<Exit>;
  #pid: number | undefined;
  #collect!: (window: WindowOptions) => Promise<Collected>;
  #release = () => {};
  #settle!: (exit: Exit) => void;
  #timer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #timedOut: 'deadline' | 'idle' | undefined;
  #interrupts = 0;
  #killed = false;

  /** Listens to signals from here on: one that came while the program starts would end us alone, and leave it behind. */
  constructor() {
    this.exited = new Promise((resolve) => {
      this.#settle = resolve;
    });
    for (const name of PASSED_ON) process.on(name, this.#passOn);
    if (HAS_GROUPS) process.on('SIGTSTP', this.#suspend);
  }

  async start({ command: [program, ...args], shell }: ChildOptions, options: CollectorOptions): Promise<void> {
    const child = spawn(program, args, {
      shell,
      detached: HAS_GROUPS,
      // At a terminal nobody would see what the program asks for, and it would wait for the answer.
      stdio: [isatty(0) ? 'ignore' : 'inherit', 'pipe', 'pipe'],
    });
    this.#pid = child.pid;
    this.#release = () => release(child);
    child.once('exit', (code, signal) => this.#ended({ code, signal }));
    const { stdout, stderr } = child;
    const collector = new Collector({ stdout, stderr }, options);
    this.#collect = (window) => collector.collect(window);
    await once(child, 'spawn');
  }

  async startOnTerminal({ command, shell }: ChildOptions, collector: CollectorOptions): Promise<void> {
    const { columns: cols = 80, rows = 24 } = process.stdout;
    const argv: ChildOptions['command'] = shell ? shellOf(command[0]) : command;
    const program: Program = await startOnTerminal({
      argv,
      cwd: process.cwd(),
      env: process.env,
      cols,
      rows,
      collector,
    });
    this.#pid = program.pid;
    this.#release = () => program.unref();
    this.#collect = (window) => program.collect(window);
    void program.exited.then((exit) => this.#ended(exit as Exit));
    // Who asks gets no answer, as on pipes.
    program.endInput();
  }

  /** All that it prints. */
  collect(window: WindowOptions): Promise<Collected> {
    return this.#collect({ ...window, exited: this.exited });
  }

  /** Which time was up, if one was. */
  get timedOut(): 'deadline' | 'idle' | undefined {
    return this.#timedOut;
  }

  /** Ends the program and all that it started when the time is up. */
  setDeadline(ms: number): void {
    this.#timer = setTimeout(() => this.#timeOut('deadline'), ms);
  }

  /** Ends them when nothing came for so long; to be called again when something came. */
  setIdle(ms: number): void {
    if (this.#timedOut) return;
    if (this.#idleTimer) this.#idleTimer.refresh();
    else this.#idleTimer = setTimeout(() => this.#timeOut('idle'), ms);
  }

  /** Lets go of what is left, such as a pipe that a process in the background holds. */
  release(): void {
    this.#stopTimers();
    for (const name of PASSED_ON) process.off(name, this.#passOn);
    process.off('SIGTSTP', this.#suspend);
    this.#release();
  }

  #timeOut(which: 'deadline' | 'idle'): void {
    this.#stopTimers();
    this.#timedOut = which;
    // Also the groups that a shell with job control has made.
    if (this.#pid !== undefined) signalTree(this.#pid, 'SIGTERM');
    this.#timer = setTimeout(this.#kill, KILL_GRACE_MS);
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
  }

  async #ended(exit: Exit): Promise<void> {
    if (this.#timedOut) while (!this.#killed && isTreeAlive(this.#pid!)) await sleep(POLL_MS);
    this.#stopTimers();
    this.#settle(exit);
  }

  readonly #passOn = (name: NodeJS.Signals): void => {
    if (name === 'SIGINT' && ++this.#interrupts > 1) this.#kill();
    else if (HAS_GROUPS) this.#signal(name);
  };

  /** Stops with the program, as if it were in our group; goes on with it. */
  readonly #suspend = (): void => {
    this.#signal('SIGSTOP');
    process.off('SIGTSTP', this.#suspend);
    // Stops us right here, unless no shell is there to let us go on.
    process.kill(process.pid, 'SIGTSTP');
    process.on('SIGTSTP', this.#suspend);
    this.#signal('SIGCONT');
  };

  readonly #kill = (): void => {
    this.#killed = true;
    if (this.#pid !== undefined) signalTree(this.#pid, 'SIGKILL');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle({ code: null, signal: null }), GIVE_UP_MS);
  };

  /** Nobody may be left to get it. */
  #signal(name: NodeJS.Signals): void {
    if (this.#pid === undefined) return;
    try {
      process.kill(HAS_GROUPS ? -this.#pid : this.#pid, name);
    } catch {}
  }
}

function release(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}
