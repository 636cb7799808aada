import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install } from './installed.js';

const temporary = mkdtempSync(join(tmpdir(), 'millrace-serve-'));
const client = new Client({ name: 'test', version: '1.0.0' });
let millrace: Installed;
beforeAll(async () => {
  millrace = await install();
  const args = [millrace.cli, 'serve', '--strip-ansi', '--redact-env', 'TOKEN'];
  const env = { PATH: process.env.PATH!, TMPDIR: temporary, TOKEN: 's3cret-value' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
});
afterAll(async () => {
  await client.close();
  millrace.remove();
  rmSync(temporary, { recursive: true });
});

async function call(name: string, args: Record<string, unknown>) {
  const { isError = false, content } = await client.callTool({ name, arguments: args });
  return { isError, text: (content as { text: string }[])[0]!.text };
}
const handleIn = (text: string) => /Whole output, for read_output: (\S+)\n/.exec(text)?.[1];

test('millrace serve gives the handle of an output that was cut, and read_output pages over it', async () => {
  const { text } = await call('exec_command', { command: ['seq', '1', '20000'], max_output_tokens: 100 });
  const handle = handleIn(text);
  const first = await call('read_output', { handle, lines: 3 });
  expect(first).toEqual({ isError: false, text: 'Bytes 0 to 6 of 108894\nMore from 6\nOutput:\n1\n2\n3\n' });
  const found = await call('read_output', { handle, from: 100_000, grep: '999' });
  const whole = Array.from({ length: 20_000 }, (_, n) => `${n + 1}\n`).join('');
  const lines = [...whole.matchAll(/^.*999.*\n/gm)].filter(({ index }) => index >= 100_000);
  const listed = lines.map(({ index, 0: line }) => `${index}:${line}`).join('');
  expect(found.text).toBe(`Bytes 100000 to 108894 of 108894\nOutput:\n${listed}`);
  expect(handleIn((await call('exec_command', { command: 'echo short' })).text)).toBeUndefined();
});

test('millrace serve reads the output of a command that runs, masked', async () => {
  const command = `echo "$TOKEN"; printf '\\033[1mbold\\033[0m\\n'; seq 1 20000; sleep 100`;
  const { text } = await call('exec_command', { command, max_output_tokens: 50, yield_time_ms: 2000 });
  expect(text).toContain('[masked]\nbold\n1\n');
  const page = await call('read_output', { handle: handleIn(text), lines: 3 });
  expect(page.text).toContain('Output:\n[masked]\n\u001b[1mbold\u001b[0m\n1\n');
  await call('terminate', { session_id: Number(/session ID (\d+)/.exec(text)![1]) });
});

test('millrace serve reads no other file', async () => {
  const other = join(temporary, 'other');
  writeFileSync(other, 'mine');
  for (const handle of [other, '/etc/passwd', '']) {
    const { isError, text } = await call('read_output', { handle });
    expect([isError, text]).toEqual([true, `Cannot read the output ${JSON.stringify(handle)}: it is not kept here`]);
  }
});
