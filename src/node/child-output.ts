import type { PlainSource } from '../collect/sources.js';
import { show } from '../options.js';

/** What a child process has of its output, whichever runtime started it. */
export interface ChildWithOutput {
  readonly stdout?: unknown;
  readonly stderr?: unknown;
}

/**
 * The pipes of a child process, as labelled sources for `collect` and `Collector`: of `spawn` of `node:child_process`, of
 * `Bun.spawn`, or of `new Deno.Command(...).spawn()`. A pipe that the child does not have is left out. Both are read side by
 * side, so that a child which fills one of them never waits for the other. How the child ended is not in them: give
 * `exited` a promise of that.
 *
 * @throws {TypeError} If the child has no pipe for its output.
 * @example
 * const child = spawn('echo', ['hello'], { stdio: ['ignore', 'pipe', 'pipe'] });
 * const { text, sources } = await collect(childOutput(child));
 * [text, Object.keys(sources)]; // [ 'hello\n', [ 'stdout', 'stderr' ] ]
 */
export function childOutput(child: ChildWithOutput): Record<string, PlainSource> {
  const pipes: Record<string, PlainSource> = {};
  for (const label of ['stdout', 'stderr'] as const) {
    const pipe = pipeOf(child, label);
    if (typeof pipe === 'object' && pipe !== null) pipes[label] = pipe as PlainSource;
  }
  if (Object.keys(pipes).length === 0) {
    throw new TypeError(`childOutput: the child must have a pipe for stdout or stderr, got ${show(child)} without`);
  }
  return pipes;
}

function pipeOf(child: ChildWithOutput, label: 'stdout' | 'stderr'): unknown {
  try {
    return child?.[label];
  } catch {
    // Deno throws for a pipe that was not asked for.
    return undefined;
  }
}
