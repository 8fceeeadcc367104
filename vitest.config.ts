import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SecondTries } from './test/support/second-tries.ts';

// The last resort only: what waits, waits as long as something happens.
const LAST_RESORT_MS = 1_800_000;

/** Of whole stacks these are in `npm test`: they show each part at work. */
const QUICK_STACKS = ['test/system/{bill,health,poll,start,unrouted,webhook}.test.ts'];

/** Dozens of planted mistakes, large stacks, what the browser shows too, and large SDKs. */
const ONLY_IN_FULL = [
  // Installs the clients of Microsoft.
  'test/contract/official-teams.test.ts',
  'test/attack/planted-holes.test.ts',
  'test/stack/checks.test.ts',
  'test/stack/many-domains.test.ts',
  'test/unit/local/cloud/bridge-options.test.ts',
  'test/world/planted.test.ts',
  'test/browser/trouble.test.ts',
  'test/contract/slack-bolt.test.ts',
];

/** What takes long begins first, and the many short ones fill the gaps at the end. */
const FIRST = [
  ...['test/world/', 'test/simulation/', 'test/attack/', 'test/stack/', 'test/structure/', 'test/contract/'],
  ...['test/system/cloud-', 'test/system/poll-', 'test/system/channel'],
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

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full' || mode === 'whole';
  const project = (name: string, more: object) => ({
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      exclude: isFull ? [] : ONLY_IN_FULL,
      env: { TEST_EXTENT: isFull ? mode : 'quick' },
      // Files share what they import, which is half of the time that units take. What a file changes, it puts back.
      isolate: false,
      testTimeout: LAST_RESORT_MS,
      hookTimeout: LAST_RESORT_MS,
      ...more,
    },
  });
  const light = (name: string, more: object = {}) => project(name, { maxWorkers: 2, ...more });
  // Whole stacks and browsers: mostly they wait.
  const heavy = (name: string, groupOrder: number, more: object = {}) =>
    project(name, { maxWorkers: isFull && name === 'system' ? 3 : 2, sequence: { groupOrder }, ...more });
  return {
    test: {
      sequence: { sequencer: SlowestFirst },
      // Each project translates what it imports by itself: here they share that, and the next run has it too.
      experimental: { fsModuleCache: true },
      reporters: ['default', new SecondTries()],
      projects: [
        // In one project they import what they share once for each worker, and not once for each kind.
        light('unit', {
          include: ['test/{unit,interplay,contract,stack}/**/*.test.ts', 'test/structure/*.test.ts'],
          setupFiles: ['test/support/fewer-examples.ts'],
        }),
        // Simulations never wait, and step back for those who do.
        light('simulation', {
          include: ['test/{attack,simulation,world}/**/*.test.ts'],
          setupFiles: ['test/support/step-back.ts'],
        }),
        heavy('system', 1, isFull ? {} : { include: QUICK_STACKS }),
        // Every scene makes a case of its own. On a busy machine a button may be gone before it is pressed: then the
        // scene is played once more, and named at the end.
        heavy('browser', 2, { isolate: true, retry: 1 }),
      ],
    },
  };
});
