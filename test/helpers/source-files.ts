import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The absolute path of a file of the project. */
export const pathOf = (file: string) => fileURLToPath(new URL(file, root));

export const read = (file: string) => readFileSync(pathOf(file), 'utf8');

/** Every file of the library, as `src/...` with forward slashes. */
export const sourceFiles: readonly string[] = readdirSync(pathOf('src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts'))
  .sort();

/** The folder of a file inside `src`; `'root'` for the files beside the front door. */
export function roomOf(file: string): string {
  const [, room, ...rest] = file.split('/');
  return rest.length > 0 ? room! : 'root';
}
