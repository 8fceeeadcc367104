import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // More than two cores have: system tests mostly wait, and simulations never do.
    maxWorkers: 3,
  },
});
