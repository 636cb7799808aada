// Assembles src/text/scan.wat, and writes its bytes to src/text/scan-wasm.ts. `--check` only looks whether they are there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const TARGET = join(root, 'src', 'text', 'scan-wasm.ts');

/** The source file that holds the module. */
async function assembled() {
  const { default: wabt } = await import('wabt');
  const { parseWat } = await wabt();
  const module = parseWat('scan.wat', readFileSync(join(root, 'src', 'text', 'scan.wat'), 'utf8'), { simd: true });
  const { buffer } = module.toBinary({});
  module.destroy();
  const base64 = Buffer.from(buffer).toString('base64');
  return `/** scan.wat, made by \`npm run assemble\`: a WebAssembly module of ${buffer.length} bytes, in base64. */
export const SCAN_WASM =
  '${base64}';
`;
}

const made = await assembled();
if (!process.argv.includes('--check')) writeFileSync(TARGET, made);
else if (readFileSync(TARGET, 'utf8') !== made)
  throw new Error('src/text/scan-wasm.ts is not made of scan.wat: npm run assemble');
