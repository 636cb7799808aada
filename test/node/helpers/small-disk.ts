import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of 64 KiB. */
export function mountSmall(folder: string): void {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
}

/** Who has no right to mount has the test of a limit on the size of a file, below, and one test less. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-mount-'));
  const small = join(folder, 'small');
  try {
    mountSmall(small);
    execFileSync('umount', [small]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
