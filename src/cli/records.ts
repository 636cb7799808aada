import { sourceBytes } from '../collect/recording.js';
import { createSessionEvents, Instrumentation, type SessionEvent, type StartEvent } from '../events/index.js';
import { JsonlFileSink } from '../node/index.js';
import type { RunOptions } from './args.js';
import type { Ending } from './run.js';

/** What is told of a run, in a record as in a report: its end and its sizes, never its text. */
export function factsOf({ exit, collected, outputHandle }: Ending) {
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
    ...(outputHandle !== undefined && { output_handle: outputHandle }),
  };
}

/** A file of records, as far as it could be written. */
interface Outlet {
  readonly file: string;
  readonly instrumentation: Instrumentation;
  /** The first failure to write; nothing is written after it. */
  failure?: Error;
}

/** The files of `--jsonl` and `--events`: one record of the start, one of the finish. */
export class Records {
  readonly #outlets: readonly Outlet[];
  readonly #events = createSessionEvents();
  readonly #start: StartEvent;

  private constructor(outlets: readonly Outlet[], { command, shell }: RunOptions) {
    this.#outlets = outlets;
    this.#start = this.#events.start(command ? 'exec' : 'read', command ? { argv: command, shell } : {});
  }

  /** @throws The platform's error, with the `option`, if a file cannot be opened. */
  static async open(options: RunOptions, secrets: readonly string[]): Promise<Records> {
    const outlets: Outlet[] = [];
    for (const [option, file] of [
      ['--jsonl', options.jsonlFile],
      ['--events', options.eventsFile],
    ] as const) {
      if (file === undefined) continue;
      // What came out is in the file that asks for it alone.
      const sink = new JsonlFileSink(file, { payloadPolicy: { includeExecOutput: option === '--events' } });
      await sink.open().catch((error) => {
        throw Object.assign(error, { option });
      });
      outlets.push({ file, instrumentation: new Instrumentation({ sinks: [sink], redact: { secrets } }) });
    }
    return new Records(outlets, options);
  }

  /** Files that could not be written to, each with the reason. */
  get failures(): readonly { readonly file: string; readonly failure: Error }[] {
    return this.#outlets.flatMap(({ file, failure }) => (failure ? [{ file, failure }] : []));
  }

  start(): Promise<void> {
    return this.#emit(this.#start);
  }

  async finish(ending: Ending, durationMs: number): Promise<void> {
    const { exitCode, failure, collected } = ending;
    const { stdout = { text: collected?.text ?? null }, stderr = { text: null } } = collected?.sources ?? {};
    const event = this.#events.finish(this.#start, {
      ok: exitCode === 0,
      data: factsOf(ending),
      errorCode: failure?.code ?? null,
      errorMessage: failure?.message ?? null,
      stdout: stdout.text,
      stderr: stderr.text,
    });
    await this.#emit({ ...event, duration_ms: durationMs });
  }

  async #emit(event: SessionEvent): Promise<void> {
    for (const outlet of this.#outlets) {
      if (outlet.failure) continue;
      try {
        await outlet.instrumentation.emit(event);
      } catch (error) {
        outlet.failure = error as Error;
      }
    }
  }
}
