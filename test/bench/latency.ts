/**
 * `npm run bench -- latency`: how long a case takes from the API to its message in Slack and in Teams, and a click to its
 * answer, to the recorded verdict and to the changed message. Everything runs on this machine, on 127.0.0.1. It ends by
 * itself, with 1 when the bar is missed or a verdict is lost.
 */
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { BAR_SECONDS, barOf, figuresOf, lostIn, type PartFigures, reportAll } from './latency-report.ts';
import { RHYTHMS, type Rhythm, runLatency } from './latency-run.ts';
import { LANES } from './latency-world.ts';
import { watchMachine } from './machine.ts';
import { reportFigure } from './report-figure.ts';

const HELP = `Usage: npm run bench -- latency [flags]

Opens cases at random moments, for ${LANES.length} channels in each chat by turns, while the bridge polls every 5 s, and
once more every 60 s. An analyst decides each case once, in Slack or in Teams. 500 cases in 20 minutes are more
than most teams see in a day, so the figures are rather too slow than too fast where cases wait for each other.

  --minutes N   how long cases come, for each of the two (20)
  --cases N     how many, for each of the two (500)
  --only LIST   of the two, separated by commas: ${RHYTHMS.join(', ')}
  --seed N      when cases come, where and how severe they are (1)
  --quick       40 cases in 2 minutes, to see whether it works: these are no figures
  --json        one line of JSON instead of tables
  --help        this text
`;

// Before anything of ours keeps the machine busy.
const readMachine = watchMachine();
const { values } = commandFlags(HELP, {
  minutes: { type: 'string' },
  cases: { type: 'string' },
  only: { type: 'string', default: RHYTHMS.join(',') },
  seed: { type: 'string', default: '1' },
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
});
const { quick, json, only } = values;
const minutes = Number(values.minutes ?? (quick ? 2 : 20));
const cases = Number(values.cases ?? (quick ? 40 : 500));
const seed = Number(values.seed);
const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
const problems = [
  ...(isWithin(minutes, 600) ? [] : [`--minutes is a whole number from 1 to 600, not "${values.minutes}".`]),
  ...(isWithin(cases, 100_000) ? [] : [`--cases is a whole number from 1 to 100000, not "${values.cases}".`]),
  ...(Number.isInteger(seed) ? [] : [`--seed is a whole number, not "${values.seed}".`]),
  ...only
    .split(',')
    .filter((one) => !RHYTHMS.some((every) => every === one))
    .map((one) => `--only: there is no "${one}"; known: ${RHYTHMS.join(', ')}.`),
];
if (problems.length > 0) wrongFlags(HELP, ...problems);
const say = json ? printAside : print;

const parts: PartFigures[] = [];
for (const every of only.split(',') as Rhythm[]) {
  say(`Polls every ${every}: ${cases} cases within ${minutes} min ...`);
  const trips = await runLatency({ every, cases, minutes, seed, say: (line) => say(`  ${line}`) });
  parts.push(figuresOf(trips, { every, minutes }));
}
const figures = { parts, machine: readMachine() };
for (const { chat, p95 } of barOf(figures))
  reportFigure({
    what: `p95 to the message, ${chat}`,
    to: `${BAR_SECONDS} s`,
    ratios: [(p95 ?? Number.NaN) / BAR_SECONDS],
  });
if (quick) say('A quick run, to see whether it works: these are no figures.');
print(...(json ? [jsonLine({ ...figures, bar: barOf(figures) })] : ['', ...linesOf(reportAll(figures))]));
process.exit(lostIn(figures) === 0 && barOf(figures).every(({ isMet }) => isMet) ? 0 : 1);
