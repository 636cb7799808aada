import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Collector } from '../collect/collector.js';
import type { Collected, WindowOptions } from '../collect/types.js';
import { childOutput } from './child-output.js';
import { HAS_GROUPS, signalTree } from './process-tree.js';
import type { Exit, PipeOptions, Program } from './program.js';

/** A source among the others that gives nothing and ends with the program: output that is closed is not the end yet. */
const EXIT = 'exit';

/** @throws The platform's error, with its `code`, if the program cannot be started. */
export async function startOnPipes({ argv, cwd, env, hasInput, collector }: PipeOptions): Promise<Program> {
  const [file, ...args] = argv;
  const child = spawn(file, args, {
    cwd,
    env,
    // A session of its own: what ends the host's group leaves it alone, and its whole group can be ended.
    detached: HAS_GROUPS,
    windowsHide: true,
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  if (child.pid === undefined) throw (await once(child, 'error'))[0];
  return new PipeProgram(child, child.pid, collector);
}

class PipeProgram implements Program {
  readonly pid: number;
  readonly isTerminal = false;
  readonly hasInput: boolean;
  readonly exited: Promise<Exit>;
  readonly closed: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #collector: Collector;
  #settle!: (exit: Exit) => void;

  constructor(child: ChildProcess, pid: number, options: PipeOptions['collector']) {
    this.#child = child;
    this.pid = pid;
    this.hasInput = child.stdin !== null;
    this.exited = new Promise((resolve) => {
      this.#settle = resolve;
    });
    child.once('exit', (code, signal) => this.#settle({ code, signal }));
    this.closed = new Promise((resolve) => child.once('close', resolve));
    // A failure comes back to whoever writes; a signal that cannot be sent is looked after elsewhere.
    for (const emitter of [child, child.stdin]) emitter?.on('error', () => {});
    this.#collector = new Collector({ ...childOutput(child), [EXIT]: endOf(this.exited) }, options);
  }

  async collect(window: WindowOptions): Promise<Collected> {
    const collected = await this.#collector.collect({ ...window, exited: this.exited });
    const { [EXIT]: _, ...sources } = collected.sources ?? {};
    return { ...collected, sources };
  }

  write(chars: string): Promise<void> {
    const { stdin } = this.#child;
    return new Promise((resolve, reject) => {
      stdin?.write(chars, (error) => (error ? reject(error) : resolve()));
    });
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  interrupt(): void {
    signalTree(this.pid, 'SIGINT');
  }

  resize(): void {}

  giveUp(): void {
    this.#settle({ code: null, signal: null });
  }

  unref(): void {
    this.#child.unref();
    for (const pipe of this.#child.stdio) (pipe as Socket | null)?.unref?.();
  }
}

function endOf(exited: Promise<unknown>): AsyncIterable<never> {
  const next = async () => {
    await exited;
    return { done: true as const, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
