import { parseArgs } from 'node:util';
import { show } from '../options.js';
import { TruncationPolicy } from '../text/policy.js';
import { APPROX_BYTES_PER_TOKEN } from '../text/tokens.js';
import { DEFAULT_TOKENS } from './help.js';
import { parseCount, parseDuration, parseSize } from './units.js';

/** What is wrong with the arguments, in one line. */
export class UsageError extends Error {
  override get name() {
    return 'UsageError';
  }
}

export interface RunOptions {
  /** The program and its arguments, or one string for the shell; undefined to read standard input. */
  readonly command: readonly [string, ...string[]] | undefined;
  readonly shell: boolean;
  readonly policy: TruncationPolicy;
  /** The encoding whose tokens the policy has. */
  readonly encoding: string | undefined;
  /** Most bytes of the output that are kept in memory. */
  readonly maxBufferBytes: number;
  readonly deadlineMs: number | undefined;
  readonly idleMs: number | undefined;
  /** On a terminal of its own. */
  readonly tty: boolean;
  readonly jsonlFile: string | undefined;
  readonly eventsFile: string | undefined;
  readonly report: boolean;
}

export type Invocation = 'help' | 'version' | 'serve' | RunOptions;

const DEFAULT_BUFFER_BYTES = 2 ** 20;
/** A text is one string in the end, and engines have strings of half a gigabyte at most. */
const MOST_BYTES = 2 ** 28;

const OPTIONS = {
  tokens: { type: 'string' },
  tokenizer: { type: 'string' },
  bytes: { type: 'string' },
  'max-buffer': { type: 'string' },
  deadline: { type: 'string' },
  idle: { type: 'string' },
  tty: { type: 'boolean' },
  shell: { type: 'boolean' },
  jsonl: { type: 'string' },
  events: { type: 'string' },
  report: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type Name = keyof typeof OPTIONS;
type Values = { [N in Name]?: (typeof OPTIONS)[N]['type'] extends 'string' ? string : true };

/** @throws {UsageError} If the arguments make no sense. */
export function parseInvocation(argv: readonly string[], stdinIsTerminal: boolean): Invocation {
  if (argv[0] === 'serve') return parseServe(argv.slice(1));
  const dashes = argv.indexOf('--');
  const values = parseOptions(dashes < 0 ? argv : argv.slice(0, dashes));
  if (values.help) return 'help';
  if (values.version) return 'version';
  const { shell = false, tty = false, report = false, jsonl: jsonlFile, events: eventsFile } = values;
  const command = dashes < 0 ? undefined : checkedCommand(argv.slice(dashes + 1), shell);
  if (command === undefined) {
    if (tty) throw new UsageError('--tty needs a command: millrace --tty -- command args...');
    if (shell) throw new UsageError("--shell needs a command: millrace --shell -- 'ls | wc -l'");
    if (stdinIsTerminal)
      throw new UsageError('no command, and nothing is piped in: millrace [options] -- command args...');
  }
  for (const name of ['jsonl', 'events'] as const) {
    if (values[name] === '') throw new UsageError(`--${name} needs the name of a file`);
  }
  const policy = policyOf(values);
  const { tokenizer: encoding } = values;
  if (encoding !== undefined && policy.mode === 'bytes') {
    throw new UsageError('--tokenizer counts tokens, and --bytes sets no limit of them');
  }
  // Tokens of some texts are far longer than four bytes.
  const budgetBytes = encoding === undefined ? policy.byteBudget() : Math.min(MOST_BYTES, 4 * policy.byteBudget());
  const maxBufferBytes = parsed(values, 'max-buffer', parseSize, SIZES, MOST_BYTES);
  const deadlineMs = parsed(values, 'deadline', parseDuration, DURATIONS);
  const idleMs = parsed(values, 'idle', parseDuration, DURATIONS);
  return {
    command,
    shell,
    policy,
    encoding,
    maxBufferBytes: maxBufferBytes ?? Math.max(DEFAULT_BUFFER_BYTES, budgetBytes),
    deadlineMs,
    idleMs,
    tty,
    jsonlFile,
    eventsFile,
    report,
  };
}

function parseServe(args: readonly string[]): 'help' | 'serve' {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return 'help';
  if (args.length > 0) throw new UsageError(`serve takes no options, got ${show(args[0])}`);
  return 'serve';
}

/** The platform splits the words; what is wrong with them is said in one line of ours. */
function parseOptions(args: readonly string[]): Values {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw new UsageError(
        `unexpected ${show(token.value)}; a command goes behind --: millrace [options] -- command args...`,
      );
    }
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(OPTIONS, name)) throw new UsageError(`unknown option ${show(rawName)}`);
    const takesValue = OPTIONS[name as Name].type === 'string';
    if (!takesValue && value !== undefined) throw new UsageError(`${rawName} takes no value, got ${show(value)}`);
    // `--jsonl --report` has no file; a file of that name is `--jsonl=--report`.
    if (takesValue && (value === undefined || (!inlineValue && value.startsWith('-')))) {
      throw new UsageError(
        `${rawName} needs a value${value === undefined ? '' : `, and ${show(value)} looks like an option`}`,
      );
    }
    values[name] = value ?? true;
  }
  return values as Values;
}

function checkedCommand(words: readonly string[], shell: boolean): RunOptions['command'] {
  const [program, ...rest] = words;
  if (program === undefined || program === '') throw new UsageError('no command behind --');
  if (shell && rest.length > 0) {
    throw new UsageError(`--shell takes the command as one string, got ${words.length}: quote it`);
  }
  return [program, ...rest];
}

const DURATIONS = 'a duration such as 500ms, 2s, 1.5m or 1h';
const SIZES = 'a size up to 256MiB, such as 4096, 64KiB or 1MB';
const COUNTS = `a whole number up to ${MOST_BYTES / APPROX_BYTES_PER_TOKEN}`;

function policyOf(values: Values): TruncationPolicy {
  const tokens = parsed(values, 'tokens', parseCount, COUNTS, MOST_BYTES / APPROX_BYTES_PER_TOKEN);
  const bytes = parsed(values, 'bytes', parseSize, SIZES, MOST_BYTES);
  if (tokens !== undefined && bytes !== undefined) throw new UsageError('--tokens and --bytes exclude each other');
  return bytes === undefined ? TruncationPolicy.tokens(tokens ?? DEFAULT_TOKENS) : TruncationPolicy.bytes(bytes);
}

function parsed(
  values: Values,
  name: 'tokens' | 'bytes' | 'max-buffer' | 'deadline' | 'idle',
  parse: (text: string) => number | undefined,
  wanted: string,
  most = Infinity,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const amount = parse(text);
  if (amount === undefined || amount > most) throw new UsageError(`--${name} must be ${wanted}, got ${show(text)}`);
  return amount;
}
