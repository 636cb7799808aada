import { readSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { TerminalOptions } from './program.js';
import { signalName, type Terminal } from './terminal.js';
import { TerminalWriter } from './terminal-writer.js';

const PACKAGE = '@lydell/node-pty';
const CHUNK_BYTES = 4096;
/** More than a terminal of the kernel holds: whoever still writes does not keep us here. */
const MOST_LAST_BYTES = 1024 * 1024;

/** What is used of the package, and that its terminals have a descriptor and a socket, which its types do not tell. */
interface NodePty {
  readonly pid: number;
  readonly fd?: number;
  readonly _socket?: Socket;
  onData(listener: (data: unknown) => void): unknown;
  onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): unknown;
  write(chars: string): void;
  resize(cols: number, rows: number): void;
}

export async function startNodeTerminal(
  { argv: [file, ...args], cwd, env, cols, rows }: TerminalOptions,
  onData: (bytes: Uint8Array) => void,
): Promise<Terminal> {
  const { spawn } = await loadBinding();
  const name = env.TERM ?? 'xterm-256color';
  // Without an encoding it gives bytes, as they come: a scalar value is put together in one place only, which is ours.
  const pty: NodePty = spawn(file, args, { name, cwd, env, cols, rows, encoding: null });
  const give = (data: unknown) => onData(data as Uint8Array);
  pty.onData(give);
  const { fd, _socket: socket } = pty;
  const hasDescriptor = fd !== undefined && socket !== undefined;
  if (hasDescriptor) readRestBeforeEnd(socket, fd, give);
  // On Deno the functions of `node:fs` take descriptors of its own alone.
  const hasFiles = hasDescriptor && !('deno' in process.versions);
  const writer = hasFiles ? new TerminalWriter(fd, () => socket.destroyed) : pty;
  return {
    pid: pty.pid,
    closed: new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => {
        const killedBy = signalName(signal);
        resolve({ code: killedBy === null ? exitCode : null, signal: killedBy });
      });
    }),
    write: (chars) => writer.write(chars),
    resize: (cols, rows) => pty.resize(cols, rows),
    unref: () => socket?.unref(),
  };
}

async function loadBinding(): Promise<typeof import('@lydell/node-pty')> {
  try {
    return await import('@lydell/node-pty');
  } catch (cause) {
    throw new Error(`Cannot exec with tty: install the package ${PACKAGE} (npm install ${PACKAGE})`, { cause });
  }
}

/**
 * A terminal gives at most 4,095 bytes at a time. At its hang-up the socket takes a read that is not full for the last
 * one, and 200 ms after the exit the package destroys it whatever is left. So the rest is read when it is destroyed.
 */
function readRestBeforeEnd(socket: Socket, fd: number, give: (bytes: Uint8Array) => void): void {
  const destroy = socket.destroy;
  socket.destroy = (error) => {
    if (!socket.destroyed) readRest(fd, give);
    return destroy.call(socket, error);
  };
}

function readRest(fd: number, give: (bytes: Uint8Array) => void): void {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let total = 0; total < MOST_LAST_BYTES; ) {
    let size: number;
    try {
      size = readSync(fd, chunk);
    } catch {
      // EIO is the end of a terminal that nobody holds, EAGAIN that of one that somebody does.
      return;
    }
    if (size === 0) return;
    total += size;
    give(chunk.subarray(0, size));
  }
}
