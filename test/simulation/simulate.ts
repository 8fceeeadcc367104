/**
 * `npm run simulate:feeds -- --runs 1000000 --seed 1`: plays seeded histories of a feed whose list is hostile, and prints what
 * became of them. A history that goes wrong is shrunk and told as a story.
 */
import { commandFlags, wrongFlags } from '../../lib/platform/command-flags.ts';
import { type HowToPlay, playMany } from './play-many.ts';
import { runScenario } from './run-scenario.ts';
import { scenario } from './scenario.ts';

export interface Totals {
  runs: number;
  steps: number;
  calls: number;
  crashes: number;
  items: number;
  sent: number;
  repeated: number;
  ticked: number;
  /** Items that some destination never got. */
  lost: number;
  /** Everything else that must not be, as handing over again after recording. */
  wrong: number;
}

/** Plays histories until one goes wrong or all are played. */
export async function simulate(runs: number, seed: number, how: HowToPlay = {}) {
  const { totals, details, failing } = await playMany(scenario, playScenario, { ...how, runs, seed });
  const { steps = 0, calls = 0, crashes = 0, items = 0, sent = 0, repeated = 0 } = totals.counts;
  const { ticked = 0, lost = 0 } = totals.counts;
  const wrong = totals.wrong - lost;
  const all: Totals = {
    runs: totals.runs,
    steps,
    calls,
    crashes,
    items,
    sent,
    repeated,
    ticked,
    lost,
    wrong,
  };
  return { totals: all, details, failing };
}

async function playScenario(history: Parameters<typeof runScenario>[0]) {
  const { wrong, story: _, ...counts } = await runScenario(history);
  return { wrong, counts: { ...counts, lost: wrong.filter((line) => line.includes('was lost')).length } };
}

/** The shrunk history in words. */
export async function tellStory(failing: Parameters<typeof runScenario>[0]): Promise<string> {
  const { wrong, story } = await runScenario(failing, true);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}

const HELP = `Usage: npm run simulate:feeds -- [flags]

  --runs N      how many histories (100000)
  --seed N      which (1)
  --path PATH   one of them, as a failure names it
  --no-shrink   ends with the first that goes wrong, without looking for a shorter one
`;

if (process.argv[1]?.endsWith('simulate.ts')) {
  const { values } = commandFlags(HELP, {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  });
  if (!(Number.isInteger(Number(values.runs)) && Number(values.runs) >= 1))
    wrongFlags(HELP, `--runs is a whole number from 1, not "${values.runs}".`);
  if (!Number.isInteger(Number(values.seed)))
    wrongFlags(HELP, `--seed is a whole number, not "${values.seed}".`);
  const startedAt = performance.now();
  const { totals, details, failing } = await simulate(Number(values.runs), Number(values.seed), {
    path: values.path,
    shrink: !values['no-shrink'],
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    Object.entries(totals)
      .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
      .join(', '),
    `in ${seconds} s`,
  );
  if (failing) {
    console.log(`seed ${details.seed}, path ${details.counterexamplePath}`);
    console.log(await tellStory(failing));
    process.exitCode = 1;
  }
}
