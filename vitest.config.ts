import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: the form in which Vitest reads its configuration
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
