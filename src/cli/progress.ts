import { type Clock, systemClock } from '../collect/clock.js';
import { countBreaksAndStarts } from '../text/scan.js';
import { formatBytes, formatDuration } from './units.js';

const REDRAW_MS = 100;

/** The part of a terminal's stream that is used. */
export interface Terminal {
  write(text: string): unknown;
  readonly columns?: number;
}

/**
 * One line on a terminal that tells how much came, redrawn ten times a second and erased at the end. A program that is
 * over before the first redraw never shows it.
 */
export class Progress {
  readonly #terminal: Terminal;
  readonly #budgetBytes: number;
  readonly #clock: Clock;
  readonly #startedAt: number;
  #timer: unknown;
  #bytes = 0;
  #lines = 0;
  #isDrawn = false;

  constructor(terminal: Terminal, budgetBytes: number, clock: Clock = systemClock) {
    this.#terminal = terminal;
    this.#budgetBytes = budgetBytes;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#wait();
  }

  count(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#lines += countBreaksAndStarts(chunk).lineFeeds;
  }

  /** Erases the line. */
  stop(): void {
    this.#clock.clearTimeout(this.#timer);
    if (this.#isDrawn) this.#terminal.write(`\r${ERASE_REST}`);
  }

  #wait(): void {
    this.#timer = this.#clock.setTimeout(() => {
      this.#draw();
      this.#wait();
    }, REDRAW_MS);
  }

  #draw(): void {
    const omitted = Math.max(0, this.#bytes - this.#budgetBytes);
    const elapsed = formatDuration(this.#clock.now() - this.#startedAt);
    const counts = `${formatBytes(this.#bytes)}, ${this.#lines.toLocaleString('en')} lines`;
    const line = `millrace: ${counts}, ${formatBytes(omitted)} omitted, ${elapsed}`;
    // A line that wraps could not be erased; the last column is left free, as some terminals wrap there.
    this.#terminal.write(`\r${line.slice(0, (this.#terminal.columns || 80) - 1)}${ERASE_REST}`);
    this.#isDrawn = true;
  }
}

const ERASE_REST = '\x1b[K';
