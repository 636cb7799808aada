import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import config from '../../tsup.config.js';

/** The command as a user has it: built from the source as it is now, in a folder that looks like an installed package. */
export async function install() {
  const root = mkdtempSync(join(tmpdir(), 'millrace-cli-'));
  mkdirSync(join(root, 'dist'));
  copyFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), join(root, 'package.json'));
  await build({ ...config, config: false, dts: false, outDir: join(root, 'dist'), silent: true });
  const cli = join(root, 'dist/cli.js');
  return {
    root,
    cli,
    /** Starts it. Nothing comes in unless `stdio` says so. */
    start: (args: readonly string[], options: SpawnOptions = {}) =>
      spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options }),
    /** Runs it to its end. */
    run: (...args: string[]) => ending(spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })),
    remove: () => rmSync(root, { recursive: true }),
  };
}

export type Installed = Awaited<ReturnType<typeof install>>;

/** Everything a process gives until it has ended and its pipes are closed. */
export async function ending(child: ChildProcess) {
  const [bytes, errors, [code, signal]] = await Promise.all([
    buffer(child.stdout!),
    buffer(child.stderr!),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return { code, signal, bytes, stdout: bytes.toString(), stderr: errors.toString() };
}

/**
 * Where programs under test report to, each on a connection of its own: what they say comes without polling, and the end
 * of a connection is the end of its program.
 */
export async function switchboard() {
  const server = createServer().listen(0, '127.0.0.1');
  const connections = on(server, 'connection');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    /** JavaScript that connects, as `line`; the program then lives until it is ended. */
    connect: `const line = require('node:net').connect(${port}, '127.0.0.1').on('error', () => {});`,
    /** The next program that connects. */
    next: async () => (await connections.next()).value[0] as Socket,
    close: () => server.close(),
  };
}
