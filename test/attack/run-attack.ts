/**
 * `npm run attack`: everything that an attacker could try, and what got through. In process through the parts of the
 * functions, and on a bridge and a local home that this starts and ends.
 */
import '../support/aws/quiet-sdk.ts';
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { print, printAside } from '../../lib/base/terminal.ts';
import { recordRun } from '../evidence/record.ts';
import type { AttackGroup } from './group.ts';
import { attackList, failuresIn, type GroupReport, reportTable, triesIn } from './report.ts';

const USAGE = `npm run attack -- [flags]
  Tries every attack of test/attack and prints what was tried and what got through. Ends with 1 if anything did.
  --tries N      how many of all tries are drawn at random; 20000 unless given. Attacks with a name are always tried
  --seed N       draws others; 1 unless given
  --only TEXT    only groups with this in their name; may be given more than once
  --in-process   without the groups that start a bridge or npm start
  --quiet        without the list of attacks
  --write        writes what came of it into docs/evidence.md
  --help         this text`;

const { values: flags } = commandFlags(USAGE, {
  tries: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', multiple: true, default: [] },
  'in-process': { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

// Loaded only now: with --help nobody waits for it.
const { CORPUS } = await import('./corpus.ts');
const { triesOf } = await import('./group.ts');
const { floodedLinks } = await import('./live/flooded-links.ts');
const { canFindPorts, localPorts } = await import('./live/local-home.ts');
const { floods, rights, runningBridge, tableReader, takenOverFunctions } = await import(
  './live/running-bridge.ts'
);

/** Those that need no other process first: they are done in a minute. */
const ALL: readonly AttackGroup[] = [
  ...CORPUS.map(({ group }) => group),
  ...(flags['in-process']
    ? []
    : [
        rights,
        takenOverFunctions,
        runningBridge,
        tableReader,
        floods,
        floodedLinks,
        ...(canFindPorts ? [localPorts] : []),
      ]),
];

const [tries, seed] = [Number(flags.tries), Number(flags.seed)];
if (!(Number.isInteger(tries) && tries >= 0))
  wrongFlags(USAGE, `--tries is a whole number, not "${flags.tries}".`);
if (!Number.isInteger(seed)) wrongFlags(USAGE, `--seed is a whole number, not "${flags.seed}".`);
const groups = ALL.filter(
  ({ name }) => flags.only.length === 0 || flags.only.some((text) => name.includes(text)),
);
if (groups.length === 0)
  wrongFlags(
    USAGE,
    `No group has ${flags.only.join(' or ')} in its name. There are: ${ALL.map(({ name }) => name).join('; ')}.`,
  );

async function run(group: AttackGroup): Promise<GroupReport> {
  const startedAt = performance.now();
  const attacks = new Map<string, number>();
  const through: GroupReport['through'][number][] = [];
  const control = await group.control().catch((error: unknown) => String(error));
  for await (const tried of triesOf(group, { seed, fuzzed: Math.ceil(tries * group.share) })) {
    attacks.set(tried.name, (attacks.get(tried.name) ?? 0) + tried.times);
    if (tried.gotThrough) through.push(tried);
  }
  return { group, attacks, through, control, seconds: (performance.now() - startedAt) / 1_000 };
}

// What was started ends with this, also when somebody does not want to wait.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const reports: GroupReport[] = [];
try {
  for (const group of groups) {
    printAside(`${group.name} ...`);
    reports.push(await run(group));
  }
} finally {
  for (const close of new Set(groups.flatMap(({ close: end }) => end ?? []))) await close();
}
if (!flags.quiet) print(...reports.flatMap(attackList), '');
print(...reportTable(reports));
const failures = reports.flatMap(failuresIn);
print('', ...failures, failures.length === 0 ? 'Nothing got through.' : 'Something got through.');
if (!canFindPorts) print('The local ports were not tried: this system does not say who listens at them.');
const again = `npm run attack -- --tries ${tries} --seed ${seed}${flags['in-process'] ? ' --in-process' : ''}`;
if (flags.write)
  recordRun('attack', {
    figures: {
      tries: reports.reduce((sum, one) => sum + triesIn(one), 0),
      attacks: reports.reduce((sum, { attacks }) => sum + attacks.size, 0),
      groups: reports.length,
    },
    wrong: { 'got through': failures.length },
    command: [again, ...flags.only.map((text) => `--only "${text}"`)].join(' '),
    failing: reports
      .filter((one) => failuresIn(one).length > 0)
      .map(({ group }) => `${again} --only "${group.name}"`),
  });
process.exit(failures.length === 0 ? 0 : 1);
