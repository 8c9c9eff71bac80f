import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 30_000, hookTimeout: 60_000 };
const inBrowser = 'test/e2e/**/*.test.ts';

// biome-ignore lint/style/noDefaultExport: the form in which Vitest reads its configuration
export default defineConfig({
  test: {
    // By itself Vitest leaves one of the cores idle.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'main', include: ['test/**/*.test.ts'], exclude: [inBrowser], ...limits } },
      { test: { name: 'browser', include: [inBrowser], ...limits } },
    ],
  },
});
