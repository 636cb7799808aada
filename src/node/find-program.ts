import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { StartOptions } from './program.js';

/**
 * Looks for a program as a start would: on a terminal one that is not there is a line of output and an exit code only.
 * @throws As `spawn` of `node:child_process` does, with its `code`.
 */
export function checkProgram({ argv: [file], cwd, env }: StartOptions): void {
  if (process.platform === 'win32') return;
  const paths = file.includes('/')
    ? [file]
    : (env.PATH ?? '').split(delimiter).map((folder) => `${folder || '.'}/${file}`);
  let code = 'ENOENT';
  for (const path of paths) {
    try {
      accessSync(resolve(cwd, path), constants.X_OK);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') code = 'EACCES';
    }
  }
  throw Object.assign(new Error(`spawn ${file} ${code}`), { code, syscall: `spawn ${file}`, path: file });
}
