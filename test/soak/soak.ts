/**
 * `npm run soak -- --minutes 30`: the bridge on this machine at 2 cases a second, with clicks in both chats, while
 * functions are killed, credentials rotated, places closed, queues purged and versions deployed. What came of it is
 * read from the channels and the platform. Ends with 1 when something was lost, repeated or left to a person.
 */
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { recordRun } from '../evidence/record.ts';
import { KINDS, type Kind } from './faults.ts';
import { isAllWell, report, wrongIn } from './report.ts';

const HELP = `Usage: npm run soak -- [flags]

  --minutes N      how long things go wrong (30)
  --rate N         cases a second (2)
  --seed N         what goes wrong, and when (1)
  --faults KINDS   of these, separated by commas, or none: ${KINDS.join(', ')}
  --older COMMIT   deploys the code of this commit in turn with ours, with the earlier configuration
  --patience N     how many minutes it waits at the end while nothing gets better (8)
  --verbose        says each fault when it happens
  --json           one line of JSON instead of a table
  --kills N        instead: kills the deployed bundles in the local cloud at driven time, between any two of their calls,
                   until N were killed. In seven of eight histories the process stays and only its bundle begins anew,
                   in the eighth the process is killed. Stop it when you like: it goes on with the next seed
  --restart        forgets the kills of earlier runs
  --write          writes what came of it into docs/evidence.md
`;

const { values } = commandFlags(HELP, {
  minutes: { type: 'string', default: '30' },
  rate: { type: 'string', default: '2' },
  seed: { type: 'string', default: '1' },
  faults: { type: 'string', default: KINDS.join(',') },
  older: { type: 'string' },
  patience: { type: 'string', default: '8' },
  verbose: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  kills: { type: 'string' },
  restart: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
const [minutes, rate, seed, patienceMinutes] = [
  values.minutes,
  values.rate,
  values.seed,
  values.patience,
].map(Number) as [number, number, number, number];
const kinds = (values.faults === 'none' ? [] : values.faults.split(',')) as Kind[];
const problems = [
  ...(Number.isInteger(minutes) && minutes >= 1 ? [] : ['--minutes is a whole number from 1.']),
  ...(rate > 0 && rate <= 50 ? [] : ['--rate is a number of cases a second, up to 50.']),
  ...(Number.isInteger(seed) ? [] : ['--seed is a whole number.']),
  ...(patienceMinutes > 0 ? [] : ['--patience is a number of minutes.']),
  ...kinds
    .filter((kind) => !KINDS.includes(kind))
    .map((kind) => `--faults: there is no "${kind}"; known: ${KINDS.join(', ')}.`),
];
const kills = values.kills === undefined ? null : Number(values.kills);
if (kills !== null && !(Number.isInteger(kills) && kills >= 1))
  problems.push('--kills is a whole number from 1.');
if (problems.length > 0) wrongFlags(HELP, ...problems);
if (kills !== null) {
  // Loaded only then: it is a world of its own.
  const { runKills } = await import('./kills/run-kills.ts');
  const well = await runKills({ kills, seed, isAnew: values.restart, isWritten: values.write, say: print });
  process.exit(well ? 0 : 1);
}

const say = values.json ? printAside : print;
const startedMs = Date.now();
const { runSoak } = await import('./run-soak.ts');
const run = await runSoak({
  minutes,
  rate,
  seed,
  kinds,
  patienceMinutes,
  ...(values.older !== undefined && { older: values.older }),
  say,
  tell: (line) => {
    if (values.verbose) say(`  ${((Date.now() - startedMs) / 1_000).toFixed(0)} s: ${line}`);
  },
});
print(...(values.json ? [jsonLine(run)] : ['', ...linesOf(report(run))]));
if (values.write)
  recordRun('soak', {
    figures: {
      minutes,
      cases: run.cases,
      clicks: run.presses,
      faults: Object.values(run.faults).reduce((sum, count) => sum + count, 0),
      'posted again in Teams, where the bot may not read': run.judged.postedAgain.length,
    },
    wrong: Object.fromEntries(wrongIn(run).map(([name, count]) => [name, count])),
    command: `npm run soak -- --minutes ${minutes} --rate ${rate} --seed ${seed}`,
  });
process.exit(isAllWell(run) ? 0 : 1);
