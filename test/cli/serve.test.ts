import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isRunning, pidsIn, until } from '../node/helpers/processes.js';
import { type Installed, install } from './installed.js';

let millrace: Installed;
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => millrace.remove());

let client: Client;
let server: number;
beforeEach(async () => {
  client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [millrace.cli, 'serve'],
    env: { TMPDIR: millrace.root },
  });
  await client.connect(transport);
  server = transport.pid!;
});
afterEach(() => client.close());

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

async function call(name: string, args: Record<string, unknown>, options: { signal?: AbortSignal } = {}) {
  const { isError = false, content } = (await client.callTool({ name, arguments: args }, undefined, options)) as Result;
  expect(content).toHaveLength(1);
  const { text } = content[0]!;
  return { isError, text, sessionId: Number(/session ID (\d+)/.exec(text)?.[1]) };
}

test('millrace serve tells what it is and which tools it has', async () => {
  expect(client.getServerVersion()).toMatchObject({
    name: 'millrace',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect(client.getInstructions()).toContain('bounded output');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'exec_command',
    'write_stdin',
    'read_output',
    'list_sessions',
    'terminate',
  ]);
  for (const { description, inputSchema } of tools) {
    expect(description).toMatch(/\.$/);
    for (const property of Object.values(inputSchema.properties ?? {})) {
      expect((property as { description?: string }).description).toBeTruthy();
    }
  }
});

test('millrace serve runs a command and tells how it ended', async () => {
  const { text, isError } = await call('exec_command', {
    command: 'echo "$GREETING é🙂"; exit 3',
    env: { GREETING: 'hi' },
    cwd: '/',
  });
  expect(isError).toBe(false);
  expect(text).toMatch(/^Wall time: \d+\.\d seconds\nProcess exited with code 3\nOutput:\nhi é🙂\n$/);
  const cut = await call('exec_command', { command: ['seq', '1', '20000'], max_output_tokens: 100 });
  expect(cut.text).toMatch(
    /\nOriginal token count: 27224\nWhole output, for read_output: \S+\nOutput:\nTotal output lines: 20000\n/,
  );
  expect(cut.text.length).toBeLessThan(600);
  expect((await call('exec_command', { command: 'kill -9 $$' })).text).toContain('Process ended by SIGKILL');
});

test('millrace serve goes on with a session: list, write, end of input', async () => {
  expect((await call('list_sessions', {})).text).toBe('No sessions');
  const { sessionId } = await call('exec_command', { command: ['cat'], stdin: true, yield_time_ms: 250 });
  expect((await call('list_sessions', {})).text).toBe(`${sessionId}: ["cat"] (running)`);
  const typed = await call('write_stdin', {
    session_id: sessionId,
    chars: 'one\n',
    yield_time_ms: 20_000,
    idle_ms: 2000,
  });
  expect(typed.text).toMatch(new RegExp(`session ID ${sessionId}\nOutput:\none\n$`));
  const ended = await call('write_stdin', { session_id: sessionId, end_input: true, yield_time_ms: 10_000 });
  expect(ended.text).toMatch(/Process exited with code 0\nOutput:\n$/);
  const gone = await call('write_stdin', { session_id: sessionId });
  expect([gone.isError, gone.text]).toEqual([true, expect.stringContaining(`no session ${sessionId}`)]);
});

test('millrace serve: what is wrong is a result that a model can read', async () => {
  for (const [name, args, message] of [
    ['exec_command', { command: ['no-such-program'] }, 'ENOENT'],
    ['exec_command', { command: 'ls', cwd: '/no/such' }, 'cwd must be a folder, got "/no/such"'],
    ['exec_command', { command: 5 }, 'command'],
    ['exec_command', { command: 'tty', tty: true }, '@lydell/node-pty'],
    ['terminate', { session_id: 7 }, 'no session 7'],
  ] as const) {
    const { isError, text } = await call(name, args);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  }
});

const STUBBORN = 'echo pid $$; sleep 60 & echo pid $!; wait';

test('millrace serve ends a session and all that it started', async () => {
  const { sessionId, text } = await call('exec_command', { command: STUBBORN, yield_time_ms: 20_000, idle_ms: 2000 });
  expect(pidsIn(text).map(isRunning)).toEqual([true, true]);
  const last = await call('terminate', { session_id: sessionId });
  expect(last.text).toContain('Process ended by SIGTERM');
  expect(pidsIn(text).map(isRunning)).toEqual([false, false]);
});

test('millrace serve ends a command whose call is cancelled', async () => {
  const { text } = await call('exec_command', { command: STUBBORN, yield_time_ms: 20_000, idle_ms: 2000 });
  const controller = new AbortController();
  const cancelled = call('exec_command', { command: 'sleep 61', yield_time_ms: 30_000 }, { signal: controller.signal });
  setTimeout(() => controller.abort('enough'), 300);
  await expect(cancelled).rejects.toThrow('enough');
  // It had no id yet; the other one goes on.
  expect((await call('list_sessions', {})).text).not.toContain('sleep 61');
  expect(pidsIn(text).map(isRunning)).toEqual([true, true]);
});

test.each(['its client hangs up', 'SIGTERM'])(
  'millrace serve leaves nothing behind when it ends by %s',
  async (how) => {
    const { text } = await call('exec_command', { command: STUBBORN, yield_time_ms: 20_000, idle_ms: 2000 });
    expect(pidsIn(text).map(isRunning)).toEqual([true, true]);
    if (how === 'SIGTERM') process.kill(server, 'SIGTERM');
    else await client.close();
    await until(() => !isRunning(server), 'that the server has ended');
    expect(pidsIn(text).map(isRunning)).toEqual([false, false]);
  },
);

test('millrace serve ends at the end of its input, with code 0 and not a byte but of the protocol', async () => {
  const started = millrace.start(['serve'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [started.stdout!, started.stderr!]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  started.stdin!.end();
  expect(await once(started, 'close')).toEqual([0, null]);
  expect(Buffer.concat(output).toString()).toBe('');
});
