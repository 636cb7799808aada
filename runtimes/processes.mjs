import { spawn } from 'node:child_process';

const running = new Set();

/** Starts a program in a process group of its own, so that `stop` ends what it has started, too. */
export function start(command, args, { env = {}, fds = [] } = {}) {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...fds],
    env: { ...process.env, ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  const started = {
    child,
    exited,
    output: () => output,
    errors: () => errors,
    async stop() {
      running.delete(started);
      end(child, 'SIGTERM');
      const late = setTimeout(() => end(child, 'SIGKILL'), 3000);
      await exited;
      clearTimeout(late);
      end(child, 'SIGKILL');
    },
  };
  running.add(started);
  exited.then(() => running.delete(started));
  return started;
}

function end(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group is gone.
  }
}

process.once('exit', () => {
  for (const { child } of running) end(child, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    console.error(`ended by ${signal}`);
    process.exit(1);
  });
}
