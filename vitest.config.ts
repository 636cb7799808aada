import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/helpers/setup.ts'],
    testTimeout: 300_000,
    // Many tests wait for programs: no core is to be kept free.
    maxWorkers: '100%',
  },
});
