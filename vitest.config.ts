import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const NEEDS_NODE = ['test/cli/**/*.test.ts', 'test/node/**/*.test.ts', 'test/**/*.node.test.ts'];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^millrace$/, replacement: source('src/index.ts') },
      { find: /^millrace\/node$/, replacement: source('src/node/index.ts') },
      { find: /^millrace\/events$/, replacement: source('src/events/index.ts') },
      { find: /^millrace\/compat$/, replacement: source('src/compat/index.ts') },
    ],
  },
  test: {
    projects: [
      // The matrix runs these too, of the built package.
      { extends: true, test: { name: 'neutral', include: ['test/**/*.test.ts'], exclude: NEEDS_NODE } },
      { extends: true, test: { name: 'node', include: NEEDS_NODE } },
    ],
    setupFiles: ['test/helpers/setup.ts'],
    testTimeout: 300_000,
    // Many tests wait for programs: no core is to be kept free.
    maxWorkers: '100%',
  },
});
