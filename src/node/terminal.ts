import { constants } from 'node:os';
import type { Exit, TerminalOptions } from './program.js';

/** What a binding gives of a terminal. */
export interface Terminal {
  readonly pid: number;
  /** Settles when the program has exited and all that it wrote was given to `onData`. */
  readonly closed: Promise<Exit>;
  write(chars: string): void;
  resize(cols: number, rows: number): void;
  unref(): void;
}

export type StartTerminal = (options: TerminalOptions, onData: (bytes: Uint8Array) => void) => Promise<Terminal>;

/** The name of a signal by its number; null for none. */
export function signalName(number: number | undefined): string | null {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] ?? null;
}
