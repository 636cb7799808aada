/**
 * Bundles the tests that need no Node, for every runtime: vitest is replaced by a shim, and the package is the built one,
 * which stays outside the bundle as it is. What needs Node is left out: `test/cli`, `test/node` and `*.node.test.ts`.
 */
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, parse, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const here = join(root, 'runtimes');
export const built = join(here, 'build');
const dist = join(root, 'dist');

/** Which tests of `crossing/` a platform also runs. */
const platforms = {
  node: ['any', 'threads', 'node', 'processes'],
  deno: ['any', 'threads', 'node', 'processes', 'deno'],
  bun: ['any', 'threads', 'node', 'processes', 'bun'],
  workerd: ['any', 'workerd'],
  browser: ['any', 'threads', 'browser'],
};

/** What the tests import of the package, and where the package has it. */
const entries = {
  [join(root, 'src/index')]: 'index.js',
  [join(root, 'src/compat/index')]: 'compat.js',
  [join(root, 'src/events/index')]: 'events.js',
};
const names = {
  millrace: 'index.js',
  'millrace/node': 'node.js',
  'millrace/compat': 'compat.js',
  'millrace/events': 'events.js',
};

const builtPackage = {
  name: 'the built package',
  setup({ onLoad, onResolve }) {
    const outside = (file) => ({ path: `./millrace/${file}`, external: true });
    onResolve({ filter: /^millrace(\/|$)/ }, ({ path }) => {
      return path in names ? outside(names[path]) : { errors: [{ text: `${path} is not in the matrix yet` }] };
    });
    onResolve({ filter: /\/index\.js$/ }, ({ path, resolveDir }) => {
      const file = entries[resolve(resolveDir, path.slice(0, -'.js'.length))];
      return file === undefined ? undefined : outside(file);
    });
    onResolve({ filter: /\/vector-files\.js$/ }, ({ path }) => ({ path, namespace: 'vectors' }));
    onLoad({ filter: /./, namespace: 'vectors' }, async () => {
      const names = await listed('test/vectors', (file) => file.endsWith('.json'));
      const texts = await Promise.all(
        names.map(async (name) => [parse(name).name, await readFile(join(root, name), 'utf8')]),
      );
      return {
        contents: `const files = ${JSON.stringify(Object.fromEntries(texts))};\nexport const readVectors = (name) => files[name];`,
      };
    });
    onResolve({ filter: /^node:/ }, ({ path, importer }) => {
      if (relative(root, importer).startsWith('runtimes')) return { path, external: true };
      return { errors: [{ text: `${path} is Node's: tests that need it are in files named *.node.test.ts` }] };
    });
    onResolve({ filter: /^vitest$/ }, () => ({ path: join(here, 'vitest-shim.ts') }));
  },
};

async function listed(folder, accepts) {
  const found = await readdir(join(root, folder), { recursive: true });
  return found
    .filter(accepts)
    .map((file) => join(folder, file))
    .sort();
}

async function neutralTests() {
  const isNeutral = (file) => file.endsWith('.test.ts') && !/^(cli|node)[\\/]|\.node\.test\.ts$/.test(file);
  const files = await listed('test', isNeutral);
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  // First those that replace a global: JavaScriptCore's compiled code may go on with the one that it was compiled for.
  const replaces = (_, at) => texts[at].includes('stubGlobal');
  return [...files.filter(replaces), ...files.filter((...args) => !replaces(...args))];
}

export const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  // Deno's parser does not take `"\uD83D\u{1F600}"`, which is how the others are written.
  charset: 'utf8',
  logLevel: 'error',
};

const importOf = (file) => `import(${JSON.stringify(`./${file}`)})`;

/** A module that exports `run(told)`, over these files. */
async function bundle(outfile, files, { inject = [] } = {}) {
  const contents = [
    `import './test/helpers/setup.ts';`,
    `import { runFiles } from './runtimes/run.ts';`,
    `const files = {${files.map((file) => `${JSON.stringify(file)}: () => ${importOf(file)}`).join(',\n')}};`,
    'export const run = (...args) => runFiles(files, ...args);',
  ].join('\n');
  await build({
    ...shared,
    stdin: { contents, resolveDir: root, sourcefile: 'suite.ts', loader: 'ts' },
    outfile: join(built, outfile),
    inject,
    plugins: [builtPackage],
  });
}

/** Writes `runtimes/build` anew: the package, the modes, and `suite-X.js` for every platform X and for streams passed in. */
export async function bundleAll() {
  await rm(built, { recursive: true, force: true });
  await mkdir(built, { recursive: true });
  await cp(dist, join(built, 'millrace'), {
    recursive: true,
    filter: (path) => !/\.d\.ts$|(cli|serve-\w+)\.js$/.test(path),
  });
  const neutral = await neutralTests();
  await Promise.all([
    bundle('suite.js', neutral),
    bundle('suite-ponyfill.js', neutral, { inject: [join(here, 'ponyfill.ts')] }),
    ...Object.entries(platforms).map(([platform, names]) => {
      const crossings = names.map((name) => `runtimes/crossing/${name}.test.ts`);
      return bundle(`suite-${platform}.js`, [...neutral, ...crossings]);
    }),
    ...['thread.js', 'worker.js', 'through.js', 'through-plain.js'].map((file) =>
      cp(join(here, 'launch', file), join(built, file)),
    ),
    build({
      ...shared,
      entryPoints: [join(here, 'launch/service-worker.ts')],
      outfile: join(built, 'service-worker.js'),
      // A service worker of every browser is a classic script, so that the package is inside it.
      format: 'iife',
      alias: { millrace: join(dist, 'index.js') },
    }),
    build({ ...shared, entryPoints: [join(here, 'modes.ts')], outfile: join(built, 'modes.js') }),
  ]);
}
