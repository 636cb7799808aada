import { defineConfig } from 'tsup';

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
  // Without this tsup writes `stream` for `node:stream`, which some runtimes do not resolve.
  removeNodeProtocol: false,
});
