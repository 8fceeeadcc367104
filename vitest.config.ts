import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 30_000, hookTimeout: 30_000 };

const KILLED = 'test/system/*-killed.test.ts';

export default defineConfig({
  test: {
    // More than two cores have: system tests mostly wait, and simulations never do.
    maxWorkers: 4,
    projects: [
      // Units share what they import, which is half of the time that they take.
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false, ...timeouts } },
      {
        test: {
          name: 'others',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', KILLED],
          ...timeouts,
        },
      },
      // Dozens of deaths take minutes: `npm run test:kill`.
      { test: { name: 'kill', include: [KILLED], ...timeouts } },
    ],
  },
});
