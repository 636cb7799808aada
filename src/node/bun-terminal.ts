import type { TerminalOptions } from './program.js';
import type { Terminal } from './terminal.js';

/** What is used of Bun, which has terminals of its own; on Bun the package for Node reads nothing. */
interface Bun {
  spawn(
    argv: readonly string[],
    options: { cwd: string; env: object; terminal: object },
  ): {
    readonly pid: number;
    readonly exited: Promise<number>;
    readonly exitCode: number | null;
    readonly signalCode: string | null;
    readonly terminal?: BunTerminal;
    unref(): void;
  };
}

interface BunTerminal {
  write(chars: string): unknown;
  resize(cols: number, rows: number): void;
  close(): void;
  unref(): void;
}

/** After the exit the end of the terminal is waited for: what was written is given before it. */
const END_MS = 1000;

export async function startBunTerminal(
  { argv, cwd, env, cols, rows }: TerminalOptions,
  onData: (bytes: Uint8Array) => void,
): Promise<Terminal> {
  const { spawn } = (globalThis as unknown as { Bun: Bun }).Bun;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const child = spawn(argv, {
    cwd,
    env: { TERM: 'xterm-256color', ...env },
    terminal: { cols, rows, data: (_: unknown, bytes: Uint8Array) => onData(bytes), exit: () => end() },
  });
  const { terminal } = child;
  if (!terminal) throw new Error('Cannot exec with tty: this Bun has no Bun.Terminal; use Bun 1.3.5 or newer');
  const closed = child.exited.then(async () => {
    const patience = setTimeout(end, END_MS);
    await ended;
    clearTimeout(patience);
    terminal.close();
    return { code: child.signalCode === null ? child.exitCode : null, signal: child.signalCode };
  });
  return {
    pid: child.pid,
    closed,
    write: (chars) => void terminal.write(chars),
    resize: (cols, rows) => terminal.resize(cols, rows),
    unref: () => {
      child.unref();
      terminal.unref();
    },
  };
}
