// Bundles the page and the built package into one static folder: dist/index.html, style.css, main.js.
import { cp, mkdir, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What is copied as it is; main.js is made. */
export const FILES = ['index.html', 'icon.svg', 'style.css', 'controls.css', 'stages.css', 'race.css', 'outputs.css'];

export const outDir = here('dist/');

export async function build(millrace = here('../../dist/index.js')) {
  await stat(millrace).catch(() => {
    throw new Error(`${millrace} is missing: run "npm run build" in the root of the repository first`);
  });
  await mkdir(outDir, { recursive: true });
  await bundle({
    entryPoints: [here('main.ts')],
    outfile: `${outDir}main.js`,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // The page shows its own script as a source: it stays readable.
    charset: 'utf8',
    alias: { millrace },
    logLevel: 'warning',
  });
  for (const file of FILES) await cp(here(file), outDir + file);
  return outDir;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(`built ${await build()}`);
