import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

/** The program that writes records, built from the source as it is now, and a folder for its files. */
export async function writers() {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-node-'));
  const entry = { writer: fileURLToPath(new URL('../programs/writer.ts', import.meta.url)) };
  await build({ entry, config: false, format: 'esm', target: 'es2022', dts: false, outDir: folder, silent: true });
  const program = join(folder, 'writer.js');
  type Sizes = 'mixed' | 'large' | 'fixed';
  /** `how`: a line of the shell to run before it, or the user to run it as. */
  const start = (path: string, name: string, count: number, sizes: Sizes, how: string | SpawnOptions = {}) => {
    const argv = [process.execPath, '--experimental-default-type=module', program, path, name, String(count), sizes];
    const [command, ...args] = typeof how === 'string' ? ['sh', '-c', `${how}; exec "$@"`, 'sh', ...argv] : argv;
    const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'inherit'] };
    return spawn(command!, args, typeof how === 'string' ? options : { ...options, ...how });
  };
  return { folder, start, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a writer said, when it has ended. */
export async function said(child: ChildProcess): Promise<string[]> {
  const [output] = await Promise.all([text(child.stdout!), once(child, 'close')]);
  return output.split('\n').filter(Boolean);
}

/** The records of a file, without their long text; throws at a line that does not parse. */
export async function records(path: string): Promise<{ id: string; length: number }[]> {
  const found: { id: string; length: number }[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { data } = JSON.parse(line);
    found.push({ id: `${data.name} ${data.n}`, length: line.length });
  }
  return found;
}
