import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';

/** How a program ended. Both are null if it could not be ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** From SIGTERM to SIGKILL: enough for last words, short enough for a deadline. */
const KILL_GRACE_MS = 2000;
/** After that a process does not listen to us: it is another user's, or stuck in the kernel. */
const GIVE_UP_MS = 500;
const POLL_MS = 20;

/** Windows has no process groups, and tells a whole console of an interrupt itself. */
const HAS_GROUPS = process.platform !== 'win32';
const PASSED_ON: readonly NodeJS.Signals[] = HAS_GROUPS ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] : ['SIGINT'];

/** @throws The platform's error, with its `code`, if the program cannot be started. */
export async function startChild(command: readonly [string, ...string[]], shell: boolean): Promise<Child> {
  const child = new Child();
  try {
    await child.start(command, shell);
    return child;
  } catch (error) {
    child.release();
    throw error;
  }
}

/**
 * A running program, in a process group of its own: an interrupt at the terminal reaches it once, through us, and a
 * deadline reaches all that it started and nothing else.
 */
export class Child {
  stdout!: Readable;
  stderr!: Readable;
  /** Settles when the program has ended; if a deadline ended it, when its whole group has. Never rejects. */
  readonly exited: Promise<Exit>;
  #process: ChildProcess | undefined;
  #settle!: (exit: Exit) => void;
  #timer: NodeJS.Timeout | undefined;
  #timedOut = false;
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

  async start([program, ...args]: readonly [string, ...string[]], shell: boolean): Promise<void> {
    const child = spawn(program, args, {
      shell,
      detached: HAS_GROUPS,
      // At a terminal nobody would see what the program asks for, and it would wait for the answer.
      stdio: [isatty(0) ? 'ignore' : 'inherit', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    child.once('exit', (code, signal) => this.#ended({ code, signal }));
    await once(child, 'spawn');
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Ends the program and all that it started when the time is up. */
  setDeadline(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.#signal('SIGTERM');
      this.#timer = setTimeout(this.#kill, KILL_GRACE_MS);
    }, ms);
  }

  /** Lets go of what is left, such as a pipe that a process in the background holds. */
  release(): void {
    clearTimeout(this.#timer);
    for (const name of PASSED_ON) process.off(name, this.#passOn);
    process.off('SIGTSTP', this.#suspend);
    this.#process?.stdout?.destroy();
    this.#process?.stderr?.destroy();
    this.#process?.unref();
  }

  async #ended(exit: Exit): Promise<void> {
    if (this.#timedOut) while (!this.#killed && this.#signal(0)) await sleep(POLL_MS);
    clearTimeout(this.#timer);
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
    this.#signal('SIGKILL');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle({ code: null, signal: null }), GIVE_UP_MS);
  };

  /** False if nobody is left to get it. */
  #signal(name: NodeJS.Signals | 0): boolean {
    const pid = this.#process?.pid;
    if (pid === undefined) return false;
    try {
      return process.kill(HAS_GROUPS ? -pid : pid, name);
    } catch {
      return false;
    }
  }
}
