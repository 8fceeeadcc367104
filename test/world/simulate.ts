/**
 * `npm run simulate -- --runs 10000 --seed 1`: plays seeded histories of the whole bridge, composed as on AWS, and prints what
 * became of them. `--part` names the capabilities that a history may have: all others are switched off. A history that goes
 * wrong is shrunk and told as a story.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { recordRun } from '../evidence/record.ts';
import { checkModel } from '../simulation/model/walks.ts';
import { bundleForNode } from '../support/bundle-for-node.ts';
import { findPlanted } from './find-planted.ts';
import { CAPABILITIES, type Capability } from './history.ts';
import { keepHistory } from './kept-histories.ts';
import type { Totals } from './play-many.ts';
import { simulateWorld, tellWorld } from './simulate-world.ts';

const HELP = `Usage: npm run simulate -- [flags]

  --runs N      how many histories (1000)
  --seed N      which (1)
  --path PATH   one of them, as a failure names it
  --part LIST   only these capabilities: ${CAPABILITIES.join(', ')} (all)
  --no-shrink   ends with the first that goes wrong, without looking for a shorter one
  --processes N plays in so many processes (as many as there are processors)
  --planted     instead: plants each known bug, and says how many of them the histories find
  --model       instead: walks through every history of the rules of a case
  --write       writes what came of it into docs/evidence.md, and keeps a history that went wrong
`;

/** Each process plays its share, and says what became of it. The first one that goes wrong is played again here. */
async function playInProcesses(args: readonly string[], processes: number): Promise<Share[]> {
  // As one file it plays in an eighth less time: what translates file by file keeps the names of all functions.
  const bundle = await bundleForNode('test/world/simulate.ts');
  const children = Array.from({ length: processes }, (_, first) =>
    fork(bundle, [...args, '--share', `${first}/${processes}`], { execArgv: [] }),
  );
  return Promise.all(
    children.map(
      (child) =>
        new Promise<Share>((resolve, reject) => {
          child.on('message', (said) => {
            const share = said as Share;
            resolve(share);
            // One is enough.
            if (share.path !== null) for (const other of children) other.kill();
          });
          child.on('exit', (code, signal) => {
            if (signal) resolve({ totals: { runs: 0, wrong: 0, counts: {} }, path: null });
            else if (code !== 0) reject(new Error(`a process ended with ${code}`));
          });
        }),
    ),
  );
}
interface Share {
  readonly totals: Totals;
  readonly path: string | null;
}

function sumOf(all: readonly Totals[]): Totals {
  const sum: Totals = { runs: 0, wrong: 0, counts: {} };
  for (const { runs, wrong, counts } of all) {
    sum.runs += runs;
    sum.wrong += wrong;
    for (const [name, count] of Object.entries(counts)) sum.counts[name] = (sum.counts[name] ?? 0) + count;
  }
  return sum;
}

async function main(): Promise<void> {
  const { values } = commandFlags(HELP, {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
    part: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
    processes: { type: 'string', default: String(availableParallelism()) },
    share: { type: 'string' },
    planted: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  });
  if (values.planted || values.model)
    return values.model ? showModel(values.write) : showPlanted(values.write);
  const parts = values.part?.split(',') as Capability[] | undefined;
  const unknown = parts?.find((one) => !CAPABILITIES.includes(one));
  if (unknown !== undefined) wrongFlags(HELP, `--part knows no "${unknown}".`);
  const whole = (name: 'runs' | 'processes') => {
    const number = Number(values[name]);
    if (!(Number.isInteger(number) && number >= 1))
      wrongFlags(HELP, `--${name} is a whole number from 1, not "${values[name]}".`);
    return number;
  };
  const [runs, processes, seed] = [whole('runs'), whole('processes'), Number(values.seed)];
  if (!Number.isInteger(seed)) wrongFlags(HELP, `--seed is a whole number, not "${values.seed}".`);
  const options = { parts: parts ?? null };
  if (values.share !== undefined) {
    // Whoever started this has ended, and nobody waits for what it says.
    process.once('disconnect', () => process.exit());
    const [first = 0, of = 1] = values.share.split('/').map(Number);
    const { totals, details } = await simulateWorld(runs, seed, {
      ...options,
      ...{ shrink: false, share: { first, of } },
    });
    process.send?.({ totals, path: details.counterexamplePath } satisfies Share);
    // Listening for the end of the other process would keep this one.
    process.disconnect();
    return;
  }
  const startedAt = performance.now();
  const isOne = values.path !== undefined;
  const shares = isOne ? [] : await playInProcesses(process.argv.slice(2), processes);
  const path = isOne ? values.path : shares.find((one) => one.path !== null)?.path;
  const shrink = !values['no-shrink'];
  const last =
    isOne || path ? await simulateWorld(runs, seed, { ...options, shrink, path: path ?? undefined }) : null;
  const totals = sumOf([...shares.map((one) => one.totals), ...(last ? [last.totals] : [])]);
  const seconds = (performance.now() - startedAt) / 1000;
  const figures: Readonly<Record<string, number>> = {
    runs: totals.runs,
    wrong: totals.wrong,
    ...totals.counts,
  };
  const told = Object.entries(figures).map(([name, count]) => `${name} ${count.toLocaleString('en')}`);
  console.log(
    told.join(', '),
    `in ${seconds.toFixed(1)} s: ${(totals.runs / seconds).toFixed(1)} histories a second`,
  );
  const part = values.part ? ` --part ${values.part}` : '';
  const again = `npm run simulate -- --runs ${runs} --seed ${seed}${part}`;
  const failing = last?.failing ? [`${again} --path ${last.details.counterexamplePath}`] : [];
  if (last?.failing) {
    console.log(`seed ${last.details.seed}, path ${last.details.counterexamplePath}`);
    console.log(await tellWorld(last.failing));
    process.exitCode = 1;
  }
  if (!values.write) return;
  const kept = Object.entries(TOLD).map(([name, counted]) => [name, figures[counted] ?? 0] as const);
  recordRun('world', {
    figures: Object.fromEntries(kept),
    wrong: { wrong: totals.wrong },
    command: again,
    failing,
  });
  if (last?.failing) keepHistory(`seed ${seed}, path ${last.details.counterexamplePath}`, last.failing);
}

/** Of all that is counted, what the page of evidence says, and how a history counts it. */
const TOLD = {
  histories: 'runs',
  cases: 'platform: created',
  messages: 'posts',
  'calls of ports': 'calls',
  faults: 'faults',
  deaths: 'crashes',
  'processes of an earlier version': 'processes of an earlier version',
  clicks: 'clicks',
  'people forgotten': 'forgotten',
} as const;

async function showPlanted(isWritten: boolean): Promise<void> {
  const { planted, found, histories } = await findPlanted(console.log);
  console.log(`found ${found} of ${planted} planted bugs, in ${histories.toLocaleString('en')} histories`);
  const command = 'npm run simulate -- --planted';
  const missed = planted - found;
  if (isWritten) recordRun('planted', { figures: { planted, found, histories }, wrong: { missed }, command });
  if (missed > 0) process.exitCode = 1;
}

function showModel(isWritten: boolean): void {
  const { found, planted, wrong, states, depth, pairs } = checkModel();
  console.log(
    `${states.toLocaleString('en')} states of ${pairs} pairs and of all together, to depth ${depth}: ${wrong} wrong;`,
    `found ${found} of ${planted} planted rules`,
  );
  const missed = planted - found;
  const figures = { states, 'steps deep': depth, 'planted rules found': found };
  if (isWritten)
    recordRun('model', { figures, wrong: { wrong, missed }, command: 'npm run simulate -- --model' });
  if (wrong + missed > 0) process.exitCode = 1;
}

if (/world\Wsimulate/.test(process.argv[1] ?? '')) await main();
