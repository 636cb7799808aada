import { expect, test } from 'vitest';
import { parseInvocation } from '../../src/cli/args.js';
import { UsageError } from '../../src/cli/option-words.js';

const piped = (...argv: string[]) => parseInvocation(argv, false);
const usageError = (...argv: string[]) => {
  try {
    piped(...argv);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).not.toMatch(/[\n\r]/);
    return (error as Error).message;
  }
  throw new Error(`taken: ${argv.join(' ')}`);
};

test('parseInvocation takes every option', () => {
  const argv = [
    '--bytes',
    '2MB',
    '--max-buffer=64KiB',
    '--deadline',
    '1.5m',
    '--idle=30s',
    '--tty',
    '--jsonl',
    'log.jsonl',
    '--report',
    '--shell',
  ];
  expect(piped(...argv, '--', 'make -j2')).toMatchObject({
    command: ['make -j2'],
    shell: true,
    policy: { mode: 'bytes', limit: 2_000_000 },
    maxBufferBytes: 65_536,
    deadlineMs: 90_000,
    idleMs: 30_000,
    tty: true,
    jsonlFile: 'log.jsonl',
    report: true,
  });
});

test('parseInvocation reads standard input, within 10,000 tokens, when nothing is said', () => {
  expect(piped()).toMatchObject({
    command: undefined,
    shell: false,
    policy: { mode: 'tokens', limit: 10_000 },
    maxBufferBytes: 2 ** 20,
    deadlineMs: undefined,
    idleMs: undefined,
    tty: false,
    jsonlFile: undefined,
    report: false,
  });
});

test('parseInvocation keeps in memory what the budget needs', () => {
  expect(piped('--tokens', '1000000')).toMatchObject({ maxBufferBytes: 4_000_000 });
  expect(piped('--tokens', '1000000', '--max-buffer', '5')).toMatchObject({ maxBufferBytes: 5 });
});

test('parseInvocation leaves everything behind the first -- to the command', () => {
  expect(piped('--', 'git', 'log', '--', '--help', '')).toMatchObject({ command: ['git', 'log', '--', '--help', ''] });
});

test('parseInvocation gives help and version, whatever else is missing', () => {
  expect(parseInvocation(['--help'], true)).toBe('help');
  expect(parseInvocation(['-h'], true)).toBe('help');
  expect(parseInvocation(['--version', '--'], true)).toBe('version');
  expect(parseInvocation(['serve', '--help'], true)).toBe('help');
  expect(parseInvocation(['serve'], true)).toEqual({ serve: true, stripAnsi: false, redactEnv: [] });
  expect(parseInvocation(['serve', '--strip-ansi', '--redact-env', 'A, B'], true)).toEqual({
    serve: true,
    stripAnsi: true,
    redactEnv: ['A', 'B'],
  });
  expect(parseInvocation(['page', 'output.log'], true)).toEqual({ handle: 'output.log', page: {} });
  const page = ['page', '--from=7', '--bytes', '1KiB', '--lines', '3', '--grep=-x', 'output.log'];
  expect(parseInvocation(page, true)).toEqual({
    handle: 'output.log',
    page: { from: 7, maxBytes: 1024, lines: 3, grep: '-x' },
  });
  expect(piped('--spill', '--strip-ansi', '--redact-env=TOKEN')).toMatchObject({
    spill: true,
    stripAnsi: true,
    redactEnv: ['TOKEN'],
  });
});

test('parseInvocation asks for a command when standard input is a terminal', () => {
  expect(() => parseInvocation(['--tokens', '5'], true)).toThrow('no command, and nothing is piped in');
  expect(parseInvocation(['--', 'ls'], true)).toMatchObject({ command: ['ls'] });
});

test('parseInvocation names what is wrong in one line', () => {
  expect(usageError('--tokes', '5')).toBe('unknown option "--tokes"');
  expect(usageError('--no\nsuch')).toBe('unknown option "--no\\nsuch"');
  expect(usageError('-x')).toBe('unknown option "-x"');
  expect(usageError('--no-report')).toBe('unknown option "--no-report"');
  expect(usageError('--report=yes')).toBe('--report takes no value, got "yes"');
  expect(usageError('--tokens')).toBe('--tokens needs a value');
  expect(usageError('--jsonl', '--report')).toBe('--jsonl needs a value, and "--report" looks like an option');
  expect(usageError('--jsonl=')).toBe('--jsonl needs the name of a file');
  expect(usageError('--tokens', '1.5')).toBe('--tokens must be a whole number up to 67108864, got "1.5"');
  expect(usageError('--tokens', '67108865')).toContain('--tokens must be');
  expect(usageError('--bytes', '257MiB')).toContain('--bytes must be a size up to 256MiB');
  expect(usageError('--max-buffer', 'lots')).toContain('--max-buffer must be a size');
  expect(usageError('--deadline', '10')).toBe('--deadline must be a duration such as 500ms, 2s, 1.5m or 1h, got "10"');
  expect(usageError('--tokens', '1', '--bytes', '1')).toBe('--tokens and --bytes exclude each other');
  expect(usageError('npm', 'ls')).toContain('unexpected "npm"; a command goes behind --');
  expect(usageError('--')).toBe('no command behind --');
  expect(usageError('--', '')).toBe('no command behind --');
  expect(usageError('--idle', 'soon')).toContain('--idle must be a duration');
  expect(usageError('--tty')).toContain('--tty needs a command');
  expect(usageError('serve', '--tokens', '5')).toBe('unknown option "--tokens"');
  expect(usageError('serve', 'ls')).toBe('unexpected "ls"; serve takes no command');
  expect(usageError('page')).toContain('page needs a handle');
  expect(usageError('page', 'a', 'b')).toBe('unexpected "b"; page takes one handle');
  expect(usageError('page', 'a', '--bytes', '63')).toContain('--bytes must be a size from 64');
  expect(usageError('page', 'a', '--lines', '0')).toContain('--lines must be a whole number from 1');
  expect(usageError('--redact-env', 'A,,B')).toContain('--redact-env must be names of variables');
  expect(usageError('--report', 'serve')).toContain('unexpected "serve"');
  expect(usageError('--shell')).toContain('--shell needs a command');
  expect(usageError('--shell', '--', 'ls', '-l')).toBe('--shell takes the command as one string, got 2: quote it');
});
