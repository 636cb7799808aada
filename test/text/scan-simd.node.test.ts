import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { bundle } from '../helpers/bundle.js';

const PROGRAM = `
  import * as root from '/src/index.ts';
  const bytes = new TextEncoder().encode('naïve 漢字 👍🏽\\n'.repeat(5000));
  const { report } = root.truncate(bytes, root.TruncationPolicy.bytes(100));
  const buffer = new root.HeadTailBuffer({ maxBytes: 64, marker: 'chunk' });
  const pieces = [...buffer.push(bytes), ...buffer.flush()];
  console.log(JSON.stringify({ report, omission: pieces[1], estimate: root.estimateTokens(bytes) }));
`;

/** A platform without the module, one that forbids to make it, and one that has no memory for it. */
const PLATFORMS = {
  'as it is': '',
  'without WebAssembly': 'delete globalThis.WebAssembly;',
  'that makes no modules of bytes': `WebAssembly.Module = function () { throw new WebAssembly.CompileError('forbidden'); };`,
  'that makes no instances': `WebAssembly.Instance = function () { throw new RangeError('could not allocate memory'); };`,
};

test('simdScanner falls back without a word and with the same result, on a platform', async () => {
  const input = await bundle(PROGRAM);
  const outputs = Object.entries(PLATFORMS).map(([name, prepare]) => {
    const preload = `data:text/javascript,${encodeURIComponent(prepare)}`;
    const args = ['--import', preload, '--input-type=module', '-'];
    return [name, execFileSync(process.execPath, args, { input, encoding: 'utf8' })];
  });
  const [[, first]] = outputs as [[string, string]];
  expect(JSON.parse(first).omission.lines).toBeGreaterThan(4990);
  expect(outputs).toEqual(Object.keys(PLATFORMS).map((name) => [name, first]));
});
