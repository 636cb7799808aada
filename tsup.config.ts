import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Writes the licences of what the build takes in beside it, and fails it if a package has none to show. */
const licences: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'licences',
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile, errors }) => {
      if (!metafile || errors.length > 0) return;
      const folders = new Set(Object.keys(metafile.inputs).flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
      const texts = [...folders].sort().map(licenceOf);
      const text = `"millrace serve", and nothing else here, has code of these packages.\n\n${texts.join('\n')}`;
      const folder = build.initialOptions.outdir!;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'licences.txt'), text);
    });
  },
};

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  if (!file) throw new Error(`${name} has no licence to ship`);
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node/index.ts',
    compat: 'src/compat/index.ts',
    events: 'src/events/index.ts',
    cli: 'src/cli/main.ts',
  },
  format: 'esm',
  target: 'es2022',
  dts: {
    entry: {
      index: 'src/index.ts',
      node: 'src/node/index.ts',
      compat: 'src/compat/index.ts',
      events: 'src/events/index.ts',
    },
    // What `millrace/node` is made of; the others are checked without it.
    compilerOptions: { types: ['node'] },
  },
  clean: true,
  splitting: true,
  esbuildPlugins: [licences],
  // Without this tsup writes `stream` for `node:stream`, which some runtimes do not resolve.
  removeNodeProtocol: false,
});
