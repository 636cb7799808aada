import type { ReadPageOptions } from '../node/index.js';
import { show } from '../options.js';
import { parseWords, UsageError } from './option-words.js';
import { parseCount, parseSize } from './units.js';

/** What `millrace page` prints. */
export interface PageOptions {
  readonly handle: string;
  readonly page: ReadPageOptions;
}

const OPTIONS = {
  from: { type: 'string' },
  bytes: { type: 'string' },
  lines: { type: 'string' },
  grep: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const MOST_BYTES = 2 ** 28;

/** @throws {UsageError} If the arguments make no sense. */
export function parsePage(args: readonly string[]): 'help' | PageOptions {
  const { values, words } = parseWords(args, OPTIONS, 1, '; page takes one handle');
  if (values.help) return 'help';
  const [handle] = words;
  if (handle === undefined || handle === '') throw new UsageError('page needs a handle: millrace page HANDLE');
  const from = parsed('from', values.from, parseCount, 'a whole number');
  const maxBytes = parsed('bytes', values.bytes, parseSize, 'a size from 64 to 256MiB', 64, MOST_BYTES);
  const lines = parsed('lines', values.lines, parseCount, 'a whole number from 1', 1);
  const { grep } = values;
  const page = Object.entries({ from, maxBytes, lines, grep }).filter(([, value]) => value !== undefined);
  return { handle, page: Object.fromEntries(page) };
}

function parsed(
  name: string,
  text: string | undefined,
  parse: (text: string) => number | undefined,
  wanted: string,
  least = 0,
  most = Infinity,
): number | undefined {
  if (text === undefined) return undefined;
  const amount = parse(text);
  if (amount === undefined || amount < least || amount > most) {
    throw new UsageError(`--${name} must be ${wanted}, got ${show(text)}`);
  }
  return amount;
}
