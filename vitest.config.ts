import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SecondTries } from './test/support/second-tries.ts';

// The last resort only: what waits, waits as long as something happens.
const LAST_RESORT_MS = 1_800_000;

/** Dozens of deaths, of clouds with something missing, and of platforms in trouble: `npm run test:full`. */
const ONLY_IN_FULL = [
  'test/system/*-killed.test.ts',
  'test/system/*-trouble.test.ts',
  'test/system/{both-chats,channel}.test.ts',
  'test/system/cloud-{grants,wiring}.test.ts',
  'test/browser/trouble.test.ts',
];

/** These take turns. The longest first. */
const HEAVY = ['test/browser/', 'test/system/'];
/** Of the others, what takes long. */
const LONG = ['test/simulation/', 'test/stack/', 'test/structure/', 'test/contract/'];

const placeIn = (folders: readonly string[], { moduleId }: TestSpecification): number => {
  const path = relative(import.meta.dirname, moduleId);
  const index = folders.findIndex((folder) => path.startsWith(folder));
  return index === -1 ? folders.length : index;
};

/** Heavy ones among the others, so that nobody waits for a turn with nothing else to run. */
class HeavyAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isHeavy = (file: TestSpecification) => placeIn(HEAVY, file) < HEAVY.length;
    const heavy = sorted.filter(isHeavy).toSorted((a, b) => placeIn(HEAVY, a) - placeIn(HEAVY, b));
    const others = sorted
      .filter((file) => !isHeavy(file))
      .toSorted((a, b) => placeIn(LONG, a) - placeIn(LONG, b));
    const [first, ...later] = heavy;
    const middle = Math.floor(others.length / 2);
    const ordered = [first, ...others.slice(0, middle), later.shift(), ...others.slice(middle), ...later];
    return ordered.filter((file) => file !== undefined);
  }
}

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full';
  const project = (name: string, more: object = {}) => ({
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      exclude: isFull ? [] : ONLY_IN_FULL,
      env: { TEST_EXTENT: isFull ? 'full' : 'quick' },
      // Files share what they import, which is half of the time that units take. What a file changes, it puts back.
      isolate: false,
      testTimeout: LAST_RESORT_MS,
      hookTimeout: LAST_RESORT_MS,
      ...more,
    },
  });
  return {
    test: {
      sequence: { sequencer: HeavyAmongOthers },
      reporters: ['default', new SecondTries()],
      // One more than two cores have: what is heavy mostly waits.
      maxWorkers: 3,
      projects: [
        project('unit', {
          include: ['test/unit/**/*.test.ts', 'test/structure/*.test.ts'],
          setupFiles: ['test/support/fewer-examples.ts'],
        }),
        project('contract'),
        project('stack'),
        project('system', { setupFiles: ['test/support/take-turns.ts'] }),
        // Simulations never wait, and step back for those who do.
        project('simulation', { setupFiles: ['test/support/step-back.ts'] }),
        // The console in a browser: also alone, `npm run test:browser`. Every scene makes a case of its own. On a busy
        // machine a button may be gone before it is pressed: then the scene is played once more, and told at the end.
        project('browser', { setupFiles: ['test/support/take-turns.ts'], isolate: true, retry: 1 }),
      ],
    },
  };
});
