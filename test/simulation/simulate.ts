/**
 * `npm run simulate:parts -- --runs 1000000 --seed 1`: plays seeded histories of a feed and prints what became of them.
 * With `--part verdicts` they go from a new case to the recorded verdict in Slack, with `--part both-chats` in Slack and
 * Teams, with `--part small-chat` in Slack and a chat of one file, with `--part rolling` while two versions run, with
 * `--part lives` while cases change in the platform. With
 * `--part told` they are of cases that tell threats of the other feed, with `--part webhooks` of cases that receivers are told
 * of. A history that goes wrong is shrunk and told as a story.
 */
import { commandFlags, wrongFlags } from '../../lib/platform/command-flags.ts';
import { type HowToPlay, playMany } from './play-many.ts';
import { runScenario } from './run-scenario.ts';
import { scenario } from './scenario.ts';
import { simulateTold, tellToldHistory } from './told/simulate-told.ts';
import { type Options, simulateVerdicts, tellHistory } from './verdicts/simulate-verdicts.ts';
import { simulateHooks, tellHookHistory } from './webhooks/simulate-hooks.ts';

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

const PARTS: Readonly<Record<string, Part>> = {
  feeds: async (...play) => {
    const { totals, details, failing } = await simulate(...play);
    return { figures: { ...totals }, details, story: failing && (await tellStory(failing)) };
  },
  verdicts: (...play) => playVerdicts('slack', ...play),
  'both-chats': (...play) => playVerdicts('both', ...play),
  systems: (...play) => playVerdicts('systems', ...play),
  'small-chat': (...play) => playVerdicts('small', ...play),
  rolling: (...play) => playVerdicts('rolling', ...play),
  lives: (...play) => playVerdicts('lives', ...play),
  told: async (...play) => {
    const { totals, details, failing } = await simulateTold(...play);
    const figures = { runs: totals.runs, wrong: totals.wrong, ...totals.counts };
    return { figures, details, story: failing && (await tellToldHistory(failing)) };
  },
  webhooks: async (...play) => {
    const { totals, details, failing } = await simulateHooks(...play);
    const figures = { runs: totals.runs, wrong: totals.wrong, ...totals.counts };
    return { figures, details, story: failing && (await tellHookHistory(failing)) };
  },
};
type Part = (...play: Parameters<typeof simulate>) => Promise<{
  figures: Readonly<Record<string, number>>;
  details: { readonly seed: number; readonly counterexamplePath: string | null };
  story: string | undefined;
}>;

async function playVerdicts(
  chats: NonNullable<Options['chats']>,
  runs: number,
  seed: number,
  how: object = {},
) {
  const { totals, details, failing } = await simulateVerdicts(runs, seed, { ...how, chats });
  const figures = { runs: totals.runs, wrong: totals.wrong, ...totals.counts };
  return { figures, details, story: failing && (await tellHistory(failing)) };
}

const HELP = `Usage: npm run simulate:parts -- [flags]

  --part PART   what is simulated: ${Object.keys(PARTS).join(', ')} (feeds)
  --runs N      how many histories (100000)
  --seed N      which (1)
  --path PATH   one of them, as a failure names it
  --no-shrink   ends with the first that goes wrong, without looking for a shorter one
`;

if (process.argv[1]?.endsWith('simulate.ts')) {
  const { values } = commandFlags(HELP, {
    part: { type: 'string', default: 'feeds' },
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  });
  const part = PARTS[values.part];
  if (!part) wrongFlags(HELP, `--part is one of ${Object.keys(PARTS).join(', ')}, not "${values.part}".`);
  if (!(Number.isInteger(Number(values.runs)) && Number(values.runs) >= 1))
    wrongFlags(HELP, `--runs is a whole number from 1, not "${values.runs}".`);
  if (!Number.isInteger(Number(values.seed)))
    wrongFlags(HELP, `--seed is a whole number, not "${values.seed}".`);
  const startedAt = performance.now();
  const { figures, details, story } = await part(Number(values.runs), Number(values.seed), {
    path: values.path,
    shrink: !values['no-shrink'],
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    Object.entries(figures)
      .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
      .join(', '),
    `in ${seconds} s`,
  );
  if (story) {
    console.log(`seed ${details.seed}, path ${details.counterexamplePath}`);
    console.log(story);
    process.exitCode = 1;
  }
}
