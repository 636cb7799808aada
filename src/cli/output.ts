import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CollectorOptions, strictStyle, type Tokenizer, type TruncateOptions } from '../index.js';
import { SpillDirectory, type SpillFile } from '../node/index.js';
import type { RunOptions } from './args.js';
import { secretsOf, stagesOf } from './text-options.js';

/** Where the output of a run goes besides its text, and what never shows in any of it. */
export interface Output {
  readonly secrets: readonly string[];
  readonly collector: CollectorOptions;
  readonly truncate: TruncateOptions;
  /** Missing if it was not asked for, or cannot be kept; the text tells why. */
  readonly spill?: SpillFile;
}

/** What is kept on disk, for this user alone. */
export function outputs(): SpillDirectory {
  return new SpillDirectory(join(tmpdir(), `millrace-${process.getuid?.() ?? 'user'}`));
}

/** Never rejects: that the output cannot be kept is no reason not to run. */
export async function openOutput(options: RunOptions, tokenizer?: Tokenizer): Promise<Output> {
  const secrets = secretsOf(options, process.env);
  const stages = stagesOf(options, secrets);
  const truncate = tokenizer ? { tokenizer } : {};
  if (!options.spill) return { secrets, collector: stages, truncate };
  try {
    const spill = await outputs().create();
    const style = { ...strictStyle, marker: markerWith(spill.handle) };
    return { secrets, collector: { ...stages, spill }, truncate: { ...truncate, style }, spill };
  } catch (error) {
    const write = () => Promise.reject(error);
    return { secrets, collector: { ...stages, spill: { write } }, truncate };
  }
}

function markerWith(handle: string): typeof strictStyle.marker {
  return (cut) => strictStyle.marker(cut).replace(/…$/, `; more: millrace page ${handle}…`);
}
