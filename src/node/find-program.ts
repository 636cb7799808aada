import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { StartOptions } from './program.js';

/** Where a program is looked for without a PATH, by the C libraries of the platforms. */
const DEFAULT_PATH = '/usr/bin:/bin';

/**
 * Looks for a program as a start would: on a terminal one that is not there is a line of output and an exit code only.
 * @throws As `spawn` of `node:child_process` does, with its `code`.
 */
export function checkProgram({ argv: [file], cwd, env }: StartOptions): void {
  if (process.platform === 'win32') return;
  const paths = file.includes('/')
    ? [file]
    : (env.PATH ?? DEFAULT_PATH).split(delimiter).map((folder) => `${folder || '.'}/${file}`);
  let code = 'ENOENT';
  for (const path of paths) {
    try {
      accessSync(resolve(cwd, path), constants.X_OK);
      if (statSync(resolve(cwd, path)).isFile()) return;
      // A folder may be entered, which is the same permission.
      code = 'EACCES';
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') code = 'EACCES';
    }
  }
  throw Object.assign(new Error(`spawn ${file} ${code}`), { code, syscall: `spawn ${file}`, path: file });
}
