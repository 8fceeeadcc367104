/**
 * `npm run bench -- functions`: the processor time and the memory that each function takes to start and to work, as the local
 * cloud runs it, and how long that is at the sizes that Lambda has. Everything runs on this machine. Figures, not
 * assertions: machines differ. Reads /proc, so for Linux only.
 */
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { drawTable } from './draw-table.ts';
import { watchMachine, whyNotTrusted } from './machine.ts';
import { percentile } from './percentile.ts';
import { reportFigure } from './report-figure.ts';

const HELP = `Usage: npm run bench -- functions [flags]

  --rounds N   how often each function is started, and how often it works (7)
  --json       one line of JSON instead of a table
  --help       this text
`;

const readMachine = watchMachine();
const { values } = commandFlags(HELP, {
  rounds: { type: 'string', default: '7' },
  json: { type: 'boolean', default: false },
});

// Loaded only now: with --help nobody waits for it.
const { nameOf } = await import('../soak/soak-world.ts');
const { largest, readAll, startFunctionsWorld } = await import('./functions-world.ts');
const { json } = values;
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  wrongFlags(HELP, `--rounds is a whole number from 1, not "${values.rounds}".`);
const say = json ? printAside : print;

/** Lambda gives a function a whole processor at so many MB, and of it in proportion below; while it loads, always a whole one. */
const MB_OF_A_PROCESSOR = 1_769;
const STORM = 200;
const SIZES = [128, 256, 512, 1_024];
const secondsAt = (cpuMs: number, memoryMb: number): string =>
  ((cpuMs * Math.max(1, MB_OF_A_PROCESSOR / memoryMb)) / 1_000).toFixed(2);

const world = await startFunctionsWorld();
const median = (values: readonly number[]): number => percentile(values, 0.5) ?? Number.NaN;
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const each = <T>(read: (one: (typeof world.functions)[number]) => T): T[] => world.functions.map(read);
const cpuOf = () => each((one) => sum(readAll(one).map(({ cpuMs }) => cpuMs)));

say(`Loading each function ${rounds} times ...`);
const loads: { cpuMs: number; residentMb: number }[] = [];
for (const one of world.functions) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await world.load(one));
  const known = all.filter((figures) => figures !== null);
  loads.push({
    cpuMs: median(known.map(({ cpuMs }) => cpuMs)),
    residentMb: median(known.map(({ residentMb }) => residentMb)),
  });
}

say(`Starting all for one case ${rounds} times ...`);
const firsts: Readonly<Record<string, number>>[] = [];
for (let round = 0; round < rounds; round++) {
  world.restartAll();
  firsts.push(await world.playOnce(round % 2 === 0 ? 'slack' : 'teams'));
}

say(`Another ${rounds * 3} cases, one after the other ...`);
const [cpuBefore, runsBefore] = [cpuOf(), each(({ counts }) => counts.invocations)];
for (let round = 0; round < rounds * 3; round++) await world.playOnce(round % 2 === 0 ? 'slack' : 'teams');
const [cpuAfter, runsAfter] = [cpuOf(), each(({ counts }) => counts.invocations)];
const peakMb = (): number[] => each((one) => largest(readAll(one).map((figures) => figures.peakMb)));
const peaks = peakMb();

say(`${STORM} cases at once ...`);
const cpuOfPoll = () => cpuOf()[world.functions.findIndex((one) => nameOf(one) === 'poll')] ?? 0;
const cpuCalm = cpuOfPoll();
await world.playStorm(STORM);
const stormCpuMs = cpuOfPoll() - cpuCalm;

say('Large cases, in a list of more than 10 MB ...');
await world.playLarge();
const largePeaks = peakMb();

const figures = world.functions.map((one, at) => ({
  name: nameOf(one),
  memoryMb: one.settings.memoryMb,
  loadCpuMs: loads[at]?.cpuMs ?? Number.NaN,
  loadedMb: loads[at]?.residentMb ?? Number.NaN,
  // Those that had nothing to do in a round were not started.
  firstCpuMs: median(firsts.map((round) => round[nameOf(one)] ?? 0).filter((cpuMs) => cpuMs > 0)),
  runCpuMs:
    ((cpuAfter[at] ?? 0) - (cpuBefore[at] ?? 0)) / Math.max(1, (runsAfter[at] ?? 0) - (runsBefore[at] ?? 0)),
  peakMb: peaks[at] ?? Number.NaN,
  largePeakMb: largePeaks[at] ?? Number.NaN,
}));
const machine = readMachine();
reportFigure({
  what: 'peak memory of each function',
  to: 'what it is given',
  ratios: figures.map((one) => one.largePeakMb / one.memoryMb),
});

const HEAD = [
  'function',
  'has MB',
  'load, CPU ms',
  'to first work done',
  'a run',
  'loaded MB',
  'peak',
  'large',
];
const rows = figures.map((one) => [
  one.name,
  String(one.memoryMb),
  ...[one.loadCpuMs, one.firstCpuMs, one.runCpuMs, one.loadedMb, one.peakMb, one.largePeakMb].map((value) =>
    value.toFixed(0),
  ),
]);
const firstSecondsAt = ({ loadCpuMs, firstCpuMs }: (typeof figures)[number], size: number): string =>
  (loadCpuMs / 1_000 + Number(secondsAt(firstCpuMs - loadCpuMs, size))).toFixed(2);
const floors = figures.flatMap((one) => [
  [one.name, 'first', ...SIZES.map((size) => firstSecondsAt(one, size))],
  ['', 'then', ...SIZES.map((size) => secondsAt(one.runCpuMs, size))],
]);
const table = [
  drawTable([HEAD, ...rows], 1),
  '',
  `At least so many seconds at so many MB, where ${MB_OF_A_PROCESSOR} MB are one processor as fast as this one, and loading has a whole one:`,
  drawTable([['function', 'run', ...SIZES.map(String)], ...floors], 2),
  '',
  `poll hands over ${STORM} cases at once in ${stormCpuMs.toFixed(0)} ms of the processor, at least ${SIZES.map((size) => `${secondsAt(stormCpuMs, size)} s at ${size} MB`).join(', ')}.`,
  ...whyNotTrusted(machine).map((doubt) => `Do not trust these figures: ${doubt}.`),
].join('\n');
print(...(json ? [jsonLine({ figures, stormCpuMs, machine })] : ['', ...linesOf(table)]));
await Promise.race([
  world.close().catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, 20_000)),
]);
process.exit(0);
