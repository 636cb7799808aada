import { tmpdir } from 'node:os';
import { spawn } from '@lydell/node-pty';

const DONE = 'the recording is done';

/** What a command writes to a terminal of 80 columns, in the chunks that it came in. */
export function record(command: string, cwd: string, env: Record<string, string> = {}): Promise<Uint8Array[]> {
  // The end is marked in the output itself: an exit may be told before the last bytes.
  const terminal = spawn('/bin/sh', ['-c', `${command}\nprintf '%s' '${DONE}'`], {
    cols: 80,
    rows: 24,
    cwd,
    name: 'xterm-256color',
    encoding: null,
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), LANG: 'C.UTF-8', TERM: 'xterm-256color', ...env },
  });
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    terminal.onData((data: string | Buffer) => {
      chunks.push(Buffer.from(data as Buffer));
      const all = Buffer.concat(chunks);
      if (!all.subarray(-2 * DONE.length).includes(DONE)) return;
      resolve(cutOff(chunks, all.indexOf(DONE)));
    });
  });
}

function cutOff(chunks: readonly Buffer[], length: number): Uint8Array[] {
  let left = length;
  return chunks.map((chunk) => {
    const part = Uint8Array.from(chunk.subarray(0, Math.min(left, chunk.length)));
    left -= part.length;
    return part;
  });
}
