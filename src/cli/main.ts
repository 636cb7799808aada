#!/usr/bin/env node
import { createRequire } from 'node:module';
import { isatty } from 'node:tty';
import { encodeJsonLine, type Tokenizer } from '../index.js';
import { show } from '../options.js';
import { type Invocation, parseInvocation, type RunOptions, UsageError } from './args.js';
import { HELP } from './help.js';
import { Progress } from './progress.js';
import { factsOf, Records } from './records.js';
import { run } from './run.js';
import { loadTokenizer } from './tokenizer.js';

const WRONG_USAGE = 2;
const NOT_PRINTED = 1;

// Not process.exit(): what is written last must leave the pipes first.
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  // A failed write comes back to its caller; as an event without a listener it would end us as well.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let invocation: Invocation;
  let records: Records;
  let tokenizer: Tokenizer | undefined;
  try {
    invocation = parseInvocation(argv, isatty(0));
    if (invocation === 'help') return print(HELP, 0);
    if (invocation === 'version') return print(`${version()}\n`, 0);
    if (invocation === 'serve') return serveTools();
    const { encoding } = invocation;
    tokenizer = encoding === undefined ? undefined : await loadTokenizer(encoding);
    records = await openRecords(invocation);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await tell(`${error.message}; see millrace --help`);
    return WRONG_USAGE;
  }
  return execute(invocation, records, tokenizer);
}

async function execute(options: RunOptions, records: Records, tokenizer: Tokenizer | undefined): Promise<number> {
  const startedAt = performance.now();
  await records.start();
  const progress = isatty(2) ? new Progress(process.stderr, options.policy.byteBudget()) : undefined;
  const ending = await run(options, (bytes) => progress?.count(bytes), tokenizer).finally(() => progress?.stop());
  const durationMs = Math.round(performance.now() - startedAt);
  await records.finish(ending, durationMs);
  const exitCode = await print(ending.collected?.text ?? '', ending.exitCode);
  if (ending.failure?.message !== undefined) await tell(ending.failure.message);
  for (const { file, failure } of records.failures) await tell(`cannot write to ${show(file)}: ${failure.message}`);
  if (options.report) {
    await write(process.stderr, encodeJsonLine({ ok: exitCode === 0, duration_ms: durationMs, ...factsOf(ending) }));
  }
  return exitCode;
}

/** In a file of its own, with all that it needs: whoever only runs a command does not load it. */
async function serveTools(): Promise<number> {
  const { serve } = await import('./serve.js');
  await serve(version());
  return 0;
}

async function openRecords(options: RunOptions): Promise<Records> {
  try {
    return await Records.open(options);
  } catch (error) {
    const { option, message } = error as Error & { option?: string };
    throw new UsageError(`cannot open the file of ${option}: ${message}`);
  }
}

/** Gives the exit code: that of the run, unless its text could not be printed. */
async function print(text: string, exitCode: number): Promise<number> {
  const failure = await write(process.stdout, text);
  // A reader that has seen enough, such as `head`, is no failure.
  if (!failure || failure.code === 'EPIPE') return exitCode;
  await tell(`cannot write to standard output: ${failure.message}`);
  return exitCode || NOT_PRINTED;
}

function tell(message: string): Promise<unknown> {
  return write(process.stderr, `millrace: ${message}\n`);
}

/** Settles when the text has left, or with the failure. */
function write(stream: NodeJS.WriteStream, text: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => stream.write(text, (error) => resolve(error ?? undefined)));
}

/** By the package's own name: the path to it differs between source and build. */
function version(): string {
  return createRequire(import.meta.url)('millrace/package.json').version;
}
