import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/v4';
import type { ExecSessions, SpillDirectory } from '../node/index.js';
import { pageText, sessionsText, updateText } from './tool-text.js';

const INSTRUCTIONS = `Runs commands with bounded output. A command that is not done within its yield time goes on, and has a
session ID: read on or type with write_stdin, end it with terminate. Output past the limit keeps its beginning and end; the whole of it can be
read with read_output.`;

const sessionId = z.number().int().describe('The session ID that exec_command gave');
const yieldTime = (rule: string) =>
  z.number().optional().describe(`Milliseconds to wait for the end of the process; ${rule}`);
const maxOutputTokens = z
  .number()
  .int()
  .nullable()
  .optional()
  .describe('Most tokens of output, at 4 bytes each; 10000 unless given, null for all that was kept');
const idle = z
  .number()
  .optional()
  .describe('Return early when so many milliseconds brought no output, such as at a prompt');

const textOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** Leaves out what was not given: an option is there or not. */
function given<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** The sessions as tools; an error of theirs is a result that the model reads. */
export function toolServer(sessions: ExecSessions, directory: SpillDirectory, version: string): McpServer {
  const server = new McpServer({ name: 'millrace', version }, { instructions: INSTRUCTIONS });
  server.registerTool(
    'exec_command',
    {
      description: 'Runs a command; returns its output, or a session ID for ongoing interaction.',
      inputSchema: {
        command: z
          .union([z.string(), z.array(z.string())])
          .describe('A string for the shell, or a program with its arguments'),
        cwd: z.string().optional().describe('The working directory'),
        env: z.record(z.string(), z.string()).optional().describe('Variables on top of those of the server'),
        tty: z.boolean().optional().describe('Run it on a terminal, which REPLs and prompts want; false unless given'),
        cols: z.number().int().optional().describe('Columns of the terminal; 80 unless given'),
        rows: z.number().int().optional().describe('Rows of the terminal; 24 unless given'),
        stdin: z.boolean().optional().describe('Keep a pipe to its input open for write_stdin; false unless given'),
        yield_time_ms: yieldTime('10000 unless given, from 250 to 30000'),
        idle_ms: idle,
        max_output_tokens: maxOutputTokens,
      },
    },
    async ({ command, env, cwd, tty, cols, rows, stdin, yield_time_ms, idle_ms, max_output_tokens }, { signal }) => {
      const limits = { yieldTimeMs: yield_time_ms, idleMs: idle_ms, maxOutputTokens: max_output_tokens };
      const options = given({ cwd, tty, cols, rows, stdin, ...limits, env: env && { ...process.env, ...env } });
      return textOf(updateText(await sessions.exec(command, { ...options, signal })));
    },
  );
  server.registerTool(
    'write_stdin',
    {
      description: 'Types into a session and returns what came since; without chars it only waits for output.',
      inputSchema: {
        session_id: sessionId,
        chars: z.string().optional().describe('What to type; "\\u0003" on a terminal is Ctrl-C; empty unless given'),
        end_input: z.boolean().optional().describe('End the input behind the chars; false unless given'),
        yield_time_ms: yieldTime(
          '250 unless given, or 5000 without chars, which is also the least then; at most 30000',
        ),
        idle_ms: idle,
        max_output_tokens: maxOutputTokens,
      },
    },
    async ({ session_id, chars = '', end_input, yield_time_ms, idle_ms, max_output_tokens }, { signal }) => {
      const limits = { yieldTimeMs: yield_time_ms, idleMs: idle_ms, maxOutputTokens: max_output_tokens };
      const options = given({ ...limits, endInput: end_input });
      return textOf(updateText(await sessions.write(session_id, chars, { ...options, signal })));
    },
  );
  server.registerTool(
    'read_output',
    {
      description: 'Reads a part of an output that was too large, or finds lines in it.',
      inputSchema: {
        handle: z.string().describe('As exec_command or write_stdin gave it'),
        from: z.number().int().optional().describe('The byte of the output to begin at; 0 unless given'),
        max_bytes: z.number().int().optional().describe('Most bytes of text; 40000 unless given, at least 64'),
        lines: z.number().int().optional().describe('Most lines; with grep, most lines that match'),
        grep: z.string().optional().describe('Only lines that have this text, each behind its position'),
      },
    },
    async ({ handle, from, max_bytes, lines, grep }) => {
      const options = given({ from, maxBytes: max_bytes, lines, grep });
      return textOf(pageText(await directory.readPage(handle, options)));
    },
  );
  server.registerTool(
    'list_sessions',
    { description: 'Lists the sessions that run or have output to read.', inputSchema: {} },
    () => textOf(sessionsText(sessions.list())),
  );
  server.registerTool(
    'terminate',
    {
      description: 'Ends a session and all that its command started; returns the last of its output.',
      inputSchema: { session_id: sessionId, max_output_tokens: maxOutputTokens },
    },
    async ({ session_id, max_output_tokens }) => {
      const options = given({ maxOutputTokens: max_output_tokens });
      return textOf(updateText(await sessions.terminate(session_id, options)));
    },
  );
  return server;
}
