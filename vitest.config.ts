import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const timeouts = { testTimeout: 30_000, hookTimeout: 30_000 };
// Whole stacks and clouds, also on a machine that is busy with something else.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

const SIMULATIONS = ['test/simulation/**/{feed,verdicts}-*.test.ts'];
const LONG = ['test/system/*-killed.test.ts', 'test/system/cloud/{grants,wiring}.test.ts'];

/** What takes longest begins first, simulations beside what waits, and the many short ones fill the gaps at the end. */
const FIRST = [
  'test/browser/',
  'test/simulation/verdicts/',
  'test/system/teams/',
  'test/system/start',
  'test/simulation/',
  'test/system/',
  'test/stack/',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const path = relative(import.meta.dirname, moduleId);
      const index = FIRST.findIndex((folder) => path.startsWith(folder));
      return index === -1 ? FIRST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // More than two cores have: tests of whole systems mostly wait. Simulations never do, and step back for them.
    maxWorkers: 5,
    projects: [
      // Files share what they import, which is half of the time that units take. What a file changes, it puts back.
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false, ...timeouts } },
      {
        test: {
          name: 'others',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', 'test/browser/**', 'test/bench/**', ...SIMULATIONS, ...LONG],
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'simulation',
          include: SIMULATIONS,
          setupFiles: ['test/support/step-back.ts'],
          isolate: false,
          ...patience,
        },
      },
      // The console in a browser: also alone, `npm run test:browser`.
      // Every scene makes a case of its own. On a busy machine a button may be gone before it is pressed: once more, then.
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], retry: 1, ...patience } },
      // Dozens of deaths, and of clouds with something missing, take minutes: `npm run test:long`.
      { test: { name: 'long', include: LONG, ...timeouts } },
    ],
  },
});
