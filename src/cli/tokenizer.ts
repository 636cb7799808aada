import { createRequire } from 'node:module';
import type { Tokenizer } from '../index.js';
import { show } from '../options.js';
import { UsageError } from './option-words.js';

/** Of the package, the part that is used. */
interface Encoding {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

/**
 * The tokenizer of an encoding, from a package that is not ours to bring: its tables are 30 MB.
 * @throws {UsageError} If the package is not installed, or has no such encoding.
 */
export async function loadTokenizer(name: string): Promise<Tokenizer> {
  const { countTokens } = await loadEncoding(name);
  // Special tokens in the text are what a program printed, and no more than that.
  const options = { disallowedSpecial: new Set<string>() };
  return { name, count: (text) => countTokens(text, options) };
}

async function loadEncoding(name: string): Promise<Encoding> {
  // What is no name would be a path into the package.
  if (!/^[a-z0-9_]+$/.test(name)) throw unknownEncoding(name);
  try {
    return await import(`gpt-tokenizer/encoding/${name}`);
  } catch {
    throw isInstalled()
      ? unknownEncoding(name)
      : new UsageError('--tokenizer needs a package: npm install gpt-tokenizer');
  }
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('gpt-tokenizer/package.json');
    return true;
  } catch {
    return false;
  }
}

function unknownEncoding(name: string): UsageError {
  return new UsageError(`--tokenizer must be an encoding of gpt-tokenizer, such as o200k_base, got ${show(name)}`);
}
