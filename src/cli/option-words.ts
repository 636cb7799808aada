import { parseArgs } from 'node:util';
import { show } from '../options.js';

/** What is wrong with the arguments, in one line. */
export class UsageError extends Error {
  override get name() {
    return 'UsageError';
  }
}

export type OptionSpecs = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;

export type OptionValues<S extends OptionSpecs> = {
  [N in keyof S]?: S[N]['type'] extends 'string' ? string : true;
};

/** The platform splits the words; what is wrong with them is said in one line of ours. */
export function parseWords<S extends OptionSpecs>(args: readonly string[], specs: S, positionals = 0, hint = '') {
  const { tokens } = parseArgs({
    args: [...args],
    options: specs,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      words.push(token.value);
      if (words.length > positionals) throw new UsageError(`unexpected ${show(token.value)}${hint}`);
    }
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(specs, name)) throw new UsageError(`unknown option ${show(rawName)}`);
    const takesValue = specs[name]!.type === 'string';
    if (!takesValue && value !== undefined) throw new UsageError(`${rawName} takes no value, got ${show(value)}`);
    // `--jsonl --report` has no file; a file of that name is `--jsonl=--report`.
    if (takesValue && (value === undefined || (!inlineValue && value.startsWith('-')))) {
      throw new UsageError(
        `${rawName} needs a value${value === undefined ? '' : `, and ${show(value)} looks like an option`}`,
      );
    }
    values[name] = value ?? true;
  }
  return { values: values as OptionValues<S>, words };
}
