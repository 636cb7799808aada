import type { TruncateOptions } from '../keep/truncate-options.js';
import type { Omission } from '../omission.js';
import type { TruncationPolicy } from '../text/policy.js';
import type { SyncTransform } from '../transform.js';
import type { TruncationReport } from '../transforms/budget-truncate.js';
import type { Clock } from './clock.js';

/**
 * What becomes of chunks that come while more than 1 MiB waits for a slow side: the source is not read on (`'wait'`, the
 * default; what is pushed waits in any case), or they are dropped, and counted.
 */
export type WhenSlow = 'wait' | 'drop';

/** Sees each chunk of a source as it comes, with the label of the source. */
export interface ChunkTap {
  /**
   * May return a promise: there is no further call before it settles, and a window is `closed` when all was seen. What it
   * throws or rejects with rejects the window, once, and it is not called again.
   */
  write(chunk: Uint8Array | string, label?: string): unknown;
  /** Dropped bytes are counted in `Collected.onChunkOmittedBytes`. */
  whenSlow?: WhenSlow;
}

/** Where a copy of all bytes goes, past every cap. */
export interface Spill {
  /**
   * May return a promise: there is no further write before it settles. A failure is told once, in
   * `Collected.sinkError`, and ends the writing.
   */
  write(chunk: Uint8Array): unknown;
  /** Called once, when the source has ended or is cancelled. */
  close?(): unknown;
  /** Dropped bytes are counted in `Collected.spillOmittedBytes`. */
  whenSlow?: WhenSlow;
}

/**
 * One stage of text: {@link Redact}, {@link AnsiStrip} and the like, or a core of the caller's. What it holds and what it
 * left out are counted if it tells.
 */
export interface Stage extends SyncTransform<Uint8Array | Omission, Uint8Array | string | Omission> {
  readonly pendingBytes?: number;
  readonly omittedBytes?: number;
}

/** How an operation ended. */
export interface OperationOutcome {
  /** Whether it did what it was for; unless given, whether there is no error. */
  ok?: boolean;
  data?: Record<string, unknown>;
  /** What it failed with. */
  error?: unknown;
  stdout?: string | null;
  stderr?: string | null;
}

/** Records what is done; `recordTo` of `millrace/events` makes one. */
export interface OperationRecorder {
  /** Is told that an operation begins, and gives the function that is told how it ended. */
  start(op: string, data?: Record<string, unknown>): (outcome?: OperationOutcome) => PromiseLike<void>;
}

/** What a `Collector` keeps, and who sees its bytes on the way. */
export interface CollectorOptions {
  /** Bytes kept between windows, head and tail; 1 MiB unless given. Labelled sources keep as much for each label. */
  maxBytes?: number;
  clock?: Clock;
  /**
   * What bytes are decoded by, as a label of the platform's `TextDecoder` (`'gbk'`, `'utf-16le'`); UTF-8 unless given. All
   * that is counted is then counted in the UTF-8 of the decoded text, which `spill` gets, too.
   */
  encoding?: string;
  /** Sees each chunk as it comes. A function is called for each at once; what it returns is not waited for. */
  onChunk?: ChunkTap | ChunkTap['write'];
  spill?: Spill;
  /**
   * Makes what masks the bytes of a source, before anything else sees them: text, `onChunk` and `spill`. What it holds, a
   * part of a secret, is pending until more comes.
   */
  mask?(label?: string): Stage;
  /** Makes what the text of a source goes through, in order, behind the mask; `spill` and `onChunk` see what it came from. */
  through?(label?: string): readonly Stage[];
  /** Records each window: when it began and how it ended. A failure to do so is `Collected.sinkError`. */
  events?: OperationRecorder;
}

/** The ends of a window, and the cut of its text. Times are milliseconds from the call. */
export interface WindowOptions {
  /** How long to gather. 0 takes what is there. Without it the window lasts to the end of the source. */
  yieldTimeMs?: number;
  /** The latest end, whatever comes. */
  deadlineMs?: number;
  /** How long nothing may come. An empty chunk is nothing. */
  idleMs?: number;
  /** Settles when the producer is gone, with its exit status. What it still has in its pipes is waited for a little. */
  exited?: Promise<unknown>;
  /** How long nothing may come after the exit, and how long an exit is waited for after the end; 100 unless given. */
  graceMs?: number;
  /** How long to wait after the exit at most; 2,000 unless given. */
  graceMaxMs?: number;
  /** What the text is cut to. Without it only `maxBytes` cuts. */
  policy?: TruncationPolicy;
  /** Short for `policy: TruncationPolicy.tokens(n)`; `null` is no limit. */
  maxOutputTokens?: number | null;
  /** How the text is cut; `heading` and `wholeSequences` are on unless they are turned off here. */
  truncate?: TruncateOptions;
  /**
   * Parts of the budget that are kept for the lines of a label, from 0 to 1, as far as it has any, each for itself:
   * `{ stdout: 0.2, stderr: 0.3 }`. Their sum, with the shares of `truncate.keepLines`, is 1 at most. Its first and last lines
   * that fit them stay wherever they stand in the merged text, with counts between, whatever the others write: also where
   * the merged text has more than `maxBytes`, as far as those of its own hold them. Lines of more than 8,192 bytes have no
   * share, and of labels that take turns more than 32,768 times, the turns in the middle have none.
   */
  shares?: Readonly<Record<string, number>>;
  signal?: AbortSignal;
  /** At an abort: reject with the reason, the default, or give what came so far. */
  onAbort?: 'reject' | 'return';
  clock?: Clock;
}

/** The options of a collector that lives for one window, and of that window. */
export interface CollectOptions extends CollectorOptions, WindowOptions {}

/** Why a window ended: its source ended (`'end'`), or what else came first. */
export type EndedBy = 'end' | 'window' | 'deadline' | 'idle' | 'exit' | 'abort';

/** What one label gave. Its text is cut as the merged one is. */
export interface CollectedSource {
  text: string;
  totalBytes: number;
  omittedBytes: number;
  pendingBytes: number;
  binary: boolean;
}

/** One window. Its counts are of this window alone, in bytes of the source. */
export interface Collected {
  text: string;
  /** True when the source has ended and all of it was given: no byte, and no error, is still to come. */
  closed: boolean;
  endedBy: EndedBy;
  /** Estimated tokens of the whole text, when it was cut. */
  originalTokenCount: number | null;
  /** Bytes that came, with those carried in from the window before. */
  totalBytes: number;
  /** Bytes that came and are not in the text; and those of a mask or marker that a stage put in and that was cut out again. */
  omittedBytes: number;
  /** Bytes of an unfinished scalar value, which the next window has again. */
  pendingBytes: number;
  /**
   * True if a source began as no text does: two NULs are among its first 8,192 bytes, and more than a tenth of the scalar
   * values there are controls that no terminal gets, or U+FFFD.
   */
  binary: boolean;
  totalLines: number;
  report: TruncationReport;
  /** What `exited` gave, if it has settled. */
  exit?: unknown;
  sources?: Record<string, CollectedSource>;
  /** The first failure of the spill, or else of the recording. */
  sinkError?: unknown;
  /** Bytes that a slow spill has not got so far, where they may be dropped. */
  spillOmittedBytes?: number;
  /** The same of `onChunk`; strings count by their UTF-8. */
  onChunkOmittedBytes?: number;
}
