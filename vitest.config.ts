import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 30_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    // More than two cores have: system tests mostly wait, and simulations never do.
    maxWorkers: 3,
    projects: [
      // Units share what they import, which is half of the time that they take.
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false, ...timeouts } },
      {
        test: {
          name: 'others',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**'],
          ...timeouts,
        },
      },
    ],
  },
});
