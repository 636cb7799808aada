import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { encodeJsonLine } from '../index.js';
import type { RunOptions } from './args.js';
import type { Ending } from './run.js';

/** What is told of a run, in a record as in a report: its end and its sizes, never its text. */
export function factsOf({ exit, collected }: Ending) {
  return {
    exit_code: exit?.code ?? null,
    signal: exit?.signal ?? null,
    ended_by: collected?.endedBy ?? null,
    closed: collected?.closed ?? null,
    total_bytes: collected?.totalBytes ?? 0,
    omitted_bytes: collected?.omittedBytes ?? 0,
    total_lines: collected?.totalLines ?? 0,
    total_tokens: collected?.report.totalTokens ?? 0,
    omitted_tokens: collected?.report.omittedTokens ?? 0,
    source_bytes: sourceBytes(collected?.sources ?? {}),
  };
}

function sourceBytes(sources: Readonly<Record<string, { readonly totalBytes: number }>>) {
  return Object.fromEntries(Object.entries(sources).map(([label, { totalBytes }]) => [label, totalBytes]));
}

/** Without blocking: a FIFO that nobody reads is refused, and one that is full fails, instead of holding the program up. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** The file of `--jsonl`: one record of the start, one of the finish, each appended with one write. */
export class Records {
  readonly #fd: number;
  readonly #startsInLine: boolean;
  readonly #sessionId = randomUUID();
  readonly #spanId = randomUUID();
  readonly #op: 'exec' | 'read';
  readonly #subject: { readonly argv?: readonly string[]; readonly shell?: boolean };
  #seq = 0;
  /** The first failure to write; nothing is written after it. */
  failure: Error | undefined;

  /** @throws The platform's error if the file cannot be opened. */
  constructor(file: string, { command, shell }: RunOptions) {
    this.#fd = openSync(file, APPEND);
    this.#startsInLine = endsInLine(file, this.#fd);
    this.#op = command ? 'exec' : 'read';
    this.#subject = command ? { argv: command, shell } : {};
  }

  start(): void {
    this.#append('start', this.#subject, {});
  }

  finish(ending: Ending, durationMs: number): void {
    const { exitCode, failure } = ending;
    this.#append(
      'finish',
      { ...this.#subject, ...factsOf(ending) },
      {
        ok: exitCode === 0,
        duration_ms: durationMs,
        error_code: failure?.code ?? null,
        error_type: null,
        error_message: failure?.message ?? null,
        error_retryable: null,
        stdout: null,
        stderr: null,
      },
    );
  }

  #append(phase: 'start' | 'finish', data: object, outcome: object): void {
    this.#seq++;
    if (this.failure) return;
    const line = encodeJsonLine({
      version: 1,
      event_id: randomUUID(),
      ts: new Date().toISOString(),
      session_id: this.#sessionId,
      seq: this.#seq,
      op: this.#op,
      phase,
      span_id: this.#spanId,
      parent_span_id: null,
      trace_id: null,
      data,
      ...outcome,
    });
    // A line that a crash cut short must not swallow ours.
    const bytes = Buffer.from(this.#startsInLine && this.#seq === 1 ? `\n${line}` : line);
    try {
      const written = writeSync(this.#fd, bytes);
      if (written < bytes.length) throw new Error(`${written} of ${bytes.length} bytes written`);
    } catch (error) {
      this.failure = error as Error;
    }
  }
}

function endsInLine(file: string, fd: number): boolean {
  const stat = fstatSync(fd);
  // What is no file has no end, and to be read is to be a reader of it.
  if (!stat.isFile() || stat.size === 0) return false;
  const reading = openSync(file, 'r');
  const last = Buffer.alloc(1);
  try {
    return readSync(reading, last, 0, 1, stat.size - 1) === 1 && last[0] !== 0x0a;
  } finally {
    closeSync(reading);
  }
}
