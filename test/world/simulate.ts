/**
 * `npm run simulate -- --runs 10000 --seed 1`: plays seeded histories of the whole bridge, composed as on AWS, and prints what
 * became of them. `--part` names the capabilities that a history may have: all others are switched off. A history that goes
 * wrong is shrunk and told as a story.
 */
import { commandFlags, wrongFlags } from '../../lib/platform/command-flags.ts';
import { type HowToPlay, playMany } from '../simulation/play-many.ts';
import { CAPABILITIES, type Capability, type History, history, onlyWith } from './history.ts';
import { PLAIN, type Plant } from './plant.ts';
import { playHistory } from './play.ts';

export interface WorldOptions extends HowToPlay {
  readonly parts?: readonly Capability[] | null;
  /** Every history has these, and no others. */
  readonly exactly?: readonly Capability[];
  readonly plant?: Plant;
}

/** Plays histories until one goes wrong or all are played. */
export const simulateWorld = (
  runs: number,
  seed: number,
  { parts = null, exactly, plant = PLAIN, ...how }: WorldOptions = {},
) =>
  playMany(
    history.map((one) => (exactly ? { ...one, capabilities: exactly } : onlyWith(one, parts))),
    (one) => playHistory(one, false, plant),
    { ...how, runs, seed },
  );

/** The shrunk history in words. */
export async function tellWorld(failing: History, plant: Plant = PLAIN): Promise<string> {
  const { wrong, story } = await playHistory(failing, true, plant);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}

const HELP = `Usage: npm run simulate -- [flags]

  --runs N      how many histories (1000)
  --seed N      which (1)
  --path PATH   one of them, as a failure names it
  --part LIST   only these capabilities: ${CAPABILITIES.join(', ')} (all)
  --no-shrink   ends with the first that goes wrong, without looking for a shorter one
`;

if (process.argv[1]?.endsWith('world/simulate.ts')) {
  const { values } = commandFlags(HELP, {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
    part: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  });
  const parts = values.part?.split(',') as Capability[] | undefined;
  const unknown = parts?.find((one) => !CAPABILITIES.includes(one));
  if (unknown !== undefined) wrongFlags(HELP, `--part knows no "${unknown}".`);
  if (!(Number.isInteger(Number(values.runs)) && Number(values.runs) >= 1))
    wrongFlags(HELP, `--runs is a whole number from 1, not "${values.runs}".`);
  if (!Number.isInteger(Number(values.seed)))
    wrongFlags(HELP, `--seed is a whole number, not "${values.seed}".`);
  const startedAt = performance.now();
  const { totals, details, failing } = await simulateWorld(Number(values.runs), Number(values.seed), {
    path: values.path,
    shrink: !values['no-shrink'],
    parts: parts ?? null,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const figures = { runs: totals.runs, wrong: totals.wrong, ...totals.counts };
  const told = Object.entries(figures).map(([name, count]) => `${name} ${count.toLocaleString('en')}`);
  console.log(
    told.join(', '),
    `in ${seconds.toFixed(1)} s: ${(totals.runs / seconds).toFixed(1)} histories a second`,
  );
  if (failing) {
    console.log(`seed ${details.seed}, path ${details.counterexamplePath}`);
    console.log(await tellWorld(failing));
    process.exitCode = 1;
  }
}
