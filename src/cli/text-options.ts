import { AnsiStrip, type CollectorOptions, Redact } from '../index.js';
import { show } from '../options.js';
import { UsageError } from './option-words.js';

/** What becomes of the text of a program before it is cut, and of its secrets before anything else. */
export interface TextOptions {
  readonly stripAnsi: boolean;
  /** Names of variables whose values never show. */
  readonly redactEnv: readonly string[];
}

/** @throws {UsageError} If these are no names with commas between. */
export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === '' || name.includes('='))) {
    throw new UsageError(`--redact-env must be names of variables, NAME,NAME, got ${show(text)}`);
  }
  return names;
}

/** The values that the variables have; one that is not set has nothing to mask. */
export function secretsOf({ redactEnv }: TextOptions, env: Readonly<Record<string, string | undefined>>): string[] {
  const values = redactEnv.flatMap((name) => env[name] || []);
  // A terminal writes each line feed as CRLF.
  return [...new Set(values.flatMap((value) => [value, value.replace(/\r?\n/g, '\r\n')]))];
}

/** What the output goes through, in the order of the work. */
export function stagesOf(
  { stripAnsi }: TextOptions,
  secrets: readonly string[],
): Pick<CollectorOptions, 'mask' | 'through'> {
  return {
    ...(secrets.length > 0 && { mask: () => new Redact({ secrets }) }),
    ...(stripAnsi && { through: () => [new AnsiStrip()] }),
  };
}

/** For what is told about a run. */
export function masked(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const redact = new Redact({ secrets });
  return [...redact.push(text), ...redact.flush()].join('');
}
