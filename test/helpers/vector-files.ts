import { readFileSync } from 'node:fs';

/** The text of a file of `test/vectors`. Runtimes without files get this module from their bundle. */
export function readVectors(name: string): string {
  return readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8');
}
