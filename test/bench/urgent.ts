/**
 * `npm run bench -- urgent`: how long a critical case takes from the API to a message of its own, in Slack and in Teams,
 * whatever stands before it. Everything runs on this machine. Figures, not assertions: machines differ.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { createRandom } from '../support/random.ts';
import { reportFigure } from './report-figure.ts';
import { type Figures, figuresOf, report, toQuiet } from './urgent-report.ts';
import { SCENES, type Scene, type SceneOptions } from './urgent-scenes.ts';

const HELP = `Usage: npm run bench -- urgent [flags]

  --quick          fewer cases for each scene, 2000 items in the backlog, and two minutes of patience
  --only NAMES     of the scenes, separated by commas: ${SCENES.map(({ name }) => name).join(', ')}
  --items N        how many items the backlog has (20000)
  --patience N     how many seconds a case is waited for (600)
  --json           one line of JSON instead of a table
`;
/** Ending a world that is at work takes a moment, and must not take longer. */
const CLOSING_MS = 20_000;

const { values } = commandFlags(HELP, {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  items: { type: 'string' },
  patience: { type: 'string' },
  json: { type: 'boolean', default: false },
});

// Loaded only now: with --help nobody waits for it.
const { startUrgentWorld } = await import('./urgent-world.ts');
const { quick, json } = values;
const names = values.only?.split(',') ?? SCENES.map(({ name }) => name);
const items = Number(values.items ?? (quick ? 2_000 : 20_000));
const patienceSeconds = Number(values.patience ?? (quick ? 120 : 600));
const problems = [
  ...names
    .filter((name) => !SCENES.some((scene) => scene.name === name))
    .map(
      (name) => `--only: there is no scene "${name}"; known: ${SCENES.map((one) => one.name).join(', ')}.`,
    ),
  ...(Number.isInteger(items) && items >= 1 && items <= 100_000
    ? []
    : [`--items is a whole number from 1 to 100000, not "${values.items}".`]),
  ...(patienceSeconds > 0 ? [] : [`--patience is a number of seconds, not "${values.patience}".`]),
];
if (problems.length > 0) wrongFlags(HELP, ...problems);

const say = json ? printAside : print;
const options: SceneOptions = {
  quick,
  items,
  patienceMs: patienceSeconds * 1_000,
  random: createRandom(1),
  say: (line) => say(`  ${line}`),
};

/** Each scene has a world of its own, so that what one leaves behind does not delay the next. */
async function play(scene: Scene): Promise<Figures[]> {
  say(`${scene.title} ...`);
  const world = await startUrgentWorld(scene.api);
  try {
    const title = scene.name === 'backlog' ? `behind ${items} queued items` : scene.title;
    return figuresOf(title, patienceSeconds, await scene.play(world, options));
  } finally {
    await Promise.race([world.close().catch(() => undefined), sleep(CLOSING_MS)]);
  }
}

const figures: Figures[] = [];
for (const scene of SCENES.filter(({ name }) => names.includes(name))) figures.push(...(await play(scene)));
for (const figure of toQuiet(figures)) reportFigure(figure);
print(...(json ? [jsonLine(figures)] : ['', ...linesOf(report(figures))]));
process.exit(0);
