import { build } from 'vite';
import { pathOf } from './source-files.js';

const ENTRY = 'virtual:entry';

/**
 * Bundles a program that may import `/src/...`. Nothing is left out on the word of package.json: what a module would do
 * when it is imported stays, unless it provably does nothing.
 */
export async function bundle(program: string): Promise<string> {
  const result = await build({
    root: pathOf('.'),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === ENTRY ? ENTRY : id.startsWith('/src/') ? pathOf(id.slice(1)) : undefined),
        load: (id) => (id === ENTRY ? program : undefined),
        transform: (code) => ({ code, moduleSideEffects: true }),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  return outputs.map((file) => ('code' in file ? file.code : '')).join('\n');
}
