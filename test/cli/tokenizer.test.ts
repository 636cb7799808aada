import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install } from './installed.js';

let millrace: Installed;
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => millrace.remove());

const print = (...options: string[]) => {
  const source = "console.log('<|endoftext|> d7a8fbb307d7809469ca9abcb0082e4f\\n'.repeat(3000))";
  return millrace.run(...options, '--', process.execPath, '-e', source);
};

test('millrace --tokenizer names the package that it needs, then counts by it', async () => {
  const missing = await print('--tokenizer', 'o200k_base');
  expect([missing.code, missing.stdout]).toEqual([2, '']);
  expect(missing.stderr).toBe(
    'millrace: --tokenizer needs a package: npm install gpt-tokenizer; see millrace --help\n',
  );
  mkdirSync(join(millrace.root, 'node_modules'));
  const installed = fileURLToPath(new URL('../../node_modules/gpt-tokenizer', import.meta.url));
  symlinkSync(installed, join(millrace.root, 'node_modules/gpt-tokenizer'), 'junction');

  const { code, stdout } = await print('--tokens', '500', '--tokenizer', 'o200k_base');
  const tokens = countTokens(stdout, { disallowedSpecial: new Set() });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Total output lines: 3001\n\n<\|endoftext\|> d7a8/);
  expect(tokens).toBeLessThanOrEqual(500);
  expect(tokens).toBeGreaterThanOrEqual(490);

  for (const name of ['o300k', '../o200k_base']) {
    const { code, stderr } = await print('--tokenizer', name);
    expect([code, stderr]).toEqual([
      2,
      `millrace: --tokenizer must be an encoding of gpt-tokenizer, such as o200k_base, got "${name}"; see millrace --help\n`,
    ]);
  }
});

test('millrace --tokenizer is of no use for a limit of bytes', async () => {
  const { code, stderr } = await print('--tokenizer', 'o200k_base', '--bytes', '100');
  expect(code).toBe(2);
  expect(stderr).toContain('--tokenizer counts tokens, and --bytes sets no limit of them');
});
