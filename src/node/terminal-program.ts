import { Collector } from '../collect/collector.js';
import type { Collected, WindowOptions } from '../collect/types.js';
import { startBunTerminal } from './bun-terminal.js';
import { checkProgram } from './find-program.js';
import { startNodeTerminal } from './node-terminal.js';
import type { Exit, Program, TerminalOptions } from './program.js';
import type { StartTerminal, Terminal } from './terminal.js';

/** What the keys send; the terminal makes a signal and an end of file of them. */
const CTRL_C = '\x03';
const CTRL_D = '\x04';

/** @throws If the program cannot be started, or there is no binding for terminals. */
export async function startOnTerminal(options: TerminalOptions): Promise<Program> {
  checkProgram(options);
  const collector = new Collector(undefined, options.collector);
  const start: StartTerminal = 'Bun' in globalThis ? startBunTerminal : startNodeTerminal;
  return new TerminalProgram(await start(options, (bytes) => collector.write(bytes)), collector);
}

class TerminalProgram implements Program {
  readonly isTerminal = true;
  readonly hasInput = true;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly closed: Promise<unknown>;
  readonly #terminal: Terminal;
  readonly #collector: Collector;
  #settle!: (exit: Exit) => void;

  constructor(terminal: Terminal, collector: Collector) {
    this.#terminal = terminal;
    this.#collector = collector;
    this.pid = terminal.pid;
    this.exited = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.closed = terminal.closed.then((exit) => {
      collector.close();
      this.#settle(exit);
    });
  }

  collect(window: WindowOptions): Promise<Collected> {
    return this.#collector.collect({ ...window, exited: this.exited });
  }

  async write(chars: string): Promise<void> {
    this.#terminal.write(chars);
  }

  endInput(): void {
    this.#terminal.write(CTRL_D);
  }

  interrupt(): void {
    this.#terminal.write(CTRL_C);
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
  }

  giveUp(): void {
    this.#settle({ code: null, signal: null });
  }

  unref(): void {
    this.#terminal.unref();
  }
}
