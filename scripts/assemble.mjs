// Assembles src/text/scan.wat, and writes its bytes to src/text/scan-wasm.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

const TARGET = join(root, 'src', 'text', 'scan-wasm.ts');

/** The source file that holds the module. */
export async function assembled() {
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(TARGET, await assembled());
