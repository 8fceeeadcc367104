/** `npm run pollproof`: grades pollers by what they lose, double and tell late when a list is not as they believe. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { linesOf, print } from '../../lib/base/terminal.ts';
import { drawTable } from '../bench/draw-table.ts';
import { installPeers } from '../bench/install-peers.ts';
import { recordRun } from '../evidence/record.ts';
import { BRIDGES } from './bridge-poller.ts';
import { type Grade, together } from './grade.ts';
import { isPlayedLive, LIVE } from './grade-live.ts';
import { nodeRed } from './node-red.ts';
import { play } from './play.ts';
import { playCommand } from './play-command.ts';
import { playLive } from './play-live.ts';
import { plotOf } from './plot.ts';
import { detailsOf, markdownTable, summaryOf, withPart } from './report.ts';
import { type Result, wrongIn } from './results.ts';
import { SCENARIOS } from './scenarios.ts';
import { serveLive } from './serve-live.ts';
import { STRATEGIES } from './strategies.ts';

const HELP = `Usage: npm run pollproof -- [flags]

  Grades the poller of this bridge beside the ways in which people poll: what each lost, doubled or told late, and how
  many requests that took, in ${SCENARIOS.length} scenarios with a hostile list.

  --seeds N        plays each scenario with the seeds 1 to N (5)
  --only TEXT      only scenarios with this in their name
  --real           also Node-RED, which is installed for that, in real time: about ten minutes more
  --command LINE   grades your own poller, in any language: a run of the command is a poll (see test/pollproof/README.md)
  --http           serves the scenario of --only in real time, to a poller that you start, and grades it
  --whole-way      instead: from the API to Slack and back, beside an app on Bolt and a Node-RED flow, in ten minutes
  --write          writes a line into docs/evidence.md; with --real also the table into test/pollproof/README.md and its plot,
                   and with --whole-way the table there
`;
const { values } = commandFlags(HELP, {
  seeds: { type: 'string', default: '5' },
  only: { type: 'string', default: '' },
  real: { type: 'boolean', default: false },
  command: { type: 'string' },
  http: { type: 'boolean', default: false },
  'whole-way': { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
const most = Number(values.seeds);
if (!Number.isInteger(most) || most < 1) wrongFlags(HELP, '--seeds takes a number.');
const scenarios = SCENARIOS.filter(({ name }) => name.includes(values.only));
if (scenarios.length === 0)
  wrongFlags(HELP, `No scenario is named so. There are: ${SCENARIOS.map(({ name }) => name).join(', ')}.`);
if (values.write && !values['whole-way'] && (values.only || values.command !== undefined))
  wrongFlags(HELP, '--write writes about all scenarios and nobody else: leave out --only and --command.');
const seeds = Array.from({ length: most }, (_, index) => index + 1);

const page = join(import.meta.dirname, 'README.md');

/** Plays every scenario with every seed, one after the other. */
async function resultOf(
  { name: poller, says, repeats = false }: { name: string; says: string; repeats?: boolean },
  playOne: (scenario: (typeof SCENARIOS)[number], seed: number) => Promise<Grade>,
): Promise<Result> {
  const grades = new Map<string, Grade>();
  for (const scenario of scenarios) {
    const all: Grade[] = [];
    for (const seed of seeds) all.push(await playOne(scenario, seed));
    grades.set(scenario.name, together(all));
  }
  print(`${poller}: played`);
  return { poller, says, repeats, isLive: false, grades };
}

/** In real time, with one seed: three scenarios beside each other, as they mostly wait. */
async function liveResult(): Promise<Result> {
  installPeers(import.meta.dirname);
  const root = mkdtempSync(join(tmpdir(), 'pollproof-'));
  const grades = new Map<string, Grade | null>(scenarios.map(({ name }) => [name, null]));
  const waiting = scenarios.filter(isPlayedLive);
  const next = async (): Promise<void> => {
    const scenario = waiting.shift();
    if (!scenario) return;
    const folder = (slot: number) => join(root, `${SCENARIOS.indexOf(scenario)}-${slot}`);
    grades.set(scenario.name, await playLive(nodeRed, scenario, { seed: 1, folder }));
    print(
      `${nodeRed.name}: ${scenario.name}: ${wrongIn(grades.get(scenario.name) ?? null) || 'all told once'}`,
    );
    return next();
  };
  try {
    await Promise.all([next(), next(), next()]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return { poller: nodeRed.name, says: nodeRed.says, repeats: false, isLive: true, grades };
}

function show(results: readonly Result[]): void {
  print('', ...linesOf(drawTable(summaryOf(results), 1)), '');
  for (const { name } of scenarios) {
    print(name);
    for (const { poller, grades } of results) {
      const wrong = wrongIn(grades.get(name) ?? null);
      if (wrong) print(`  ${poller}: ${wrong}`);
    }
  }
}

function writePage(results: readonly Result[]): void {
  const text = [
    `Measured with Node ${process.versions.node}, seeds 1 to ${most}, ${SCENARIOS.length} scenarios.`,
    markdownTable(summaryOf(results)),
    [
      '\\* It leaves repeats to what comes behind it, which drops them by their id: they are no fault in the last column.',
      `† In real time, with seed 1: a minute takes ${LIVE.minuteMs / 1000} seconds.`,
    ].join('\n'),
    '![What each poller lost in each scenario](results.svg)',
    markdownTable(detailsOf(results, SCENARIOS)),
  ].join('\n\n');
  writeFileSync(page, withPart(readFileSync(page, 'utf8'), 'results', text));
  writeFileSync(join(import.meta.dirname, 'results.svg'), plotOf(results, SCENARIOS));
  print('', 'Written: test/pollproof/README.md and test/pollproof/results.svg');
}

function writeEvidence(results: readonly Result[]): void {
  // A message in Slack counts. An event of a webhook may be sent again: its receiver drops it by its id.
  const ours = results.find(({ poller }) => poller === BRIDGES[0]?.name);
  const graded = [...(ours?.grades.values() ?? [])].flatMap((one) => one ?? []);
  const { items, requests, lost, doubled, late } = together(graded);
  recordRun('pollproof', {
    figures: { scenarios: graded.length, seeds: most, items, requests, 'told late': late },
    wrong: { lost, doubled },
    command: `npm run pollproof -- --seeds ${most}`,
  });
  print('', 'Written: docs/evidence.md');
}

if (values.http) {
  const [scenario] = scenarios;
  if (!scenario || scenarios.length > 1) wrongFlags(HELP, '--http serves one scenario: name it with --only.');
  print(...(await serveLive(scenario)));
} else if (values['whole-way']) {
  // Loaded only then: it is the whole bridge.
  const { playWholeWay } = await import('./whole-way/whole-way.ts');
  const table = await playWholeWay();
  print('', ...linesOf(drawTable(table, 1)));
  if (values.write)
    writeFileSync(page, withPart(readFileSync(page, 'utf8'), 'the whole way', markdownTable(table)));
} else {
  const results: Result[] = [];
  const { command } = values;
  const mine = { name: 'yours', says: command ?? '' };
  if (command !== undefined)
    results.push(await resultOf(mine, (one, seed) => playCommand(command, one, seed)));
  for (const poller of [...BRIDGES, ...(command === undefined ? STRATEGIES : [])])
    results.push(await resultOf(poller, (one, seed) => play(poller, one, seed)));
  if (values.real) results.push(await liveResult());
  show(results);
  // Without Node-RED its column would be gone.
  if (values.write && values.real) writePage(results);
  if (values.write) writeEvidence(results);
}
