import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ExecSessions } from '../node/index.js';
import type { ServeOptions } from './args.js';
import { outputs } from './output.js';
import { secretsOf, stagesOf } from './text-options.js';
import { toolServer } from './tools.js';

const STOPPED_BY = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Serves the sessions as tools of the Model Context Protocol, on standard input and output, until its client hangs up or a
 * signal tells it to stop. Then all that runs is ended. All output is kept on disk for a while, masked.
 */
export async function serve(version: string, options: ServeOptions): Promise<void> {
  const { stdin, stdout } = process;
  const stop = new AbortController();
  const { signal } = stop;
  const onSignal = () => stop.abort();
  for (const name of STOPPED_BY) process.on(name, onSignal);
  // A client that is gone is told by either pipe.
  const hungUp = [once(stdin, 'end', { signal }), once(stdin, 'close', { signal }), once(stdout, 'close', { signal })];
  const directory = outputs();
  const stages = stagesOf(options, secretsOf(options, process.env));
  const sessions = new ExecSessions({ ...stages, spill: () => directory.create() });
  const server = toolServer(sessions, directory, version);
  try {
    await server.connect(new StdioServerTransport());
    await Promise.race(hungUp).catch(() => {});
  } finally {
    stop.abort();
    await Promise.allSettled(hungUp);
    await sessions.terminateAll();
    await server.close();
    stdin.destroy();
    for (const name of STOPPED_BY) process.off(name, onSignal);
  }
}
