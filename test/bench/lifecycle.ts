/**
 * `npm run bench -- lifecycle`: what it takes to follow open cases through the platform for an hour: requests, units of the
 * table, and how long a change takes until it is on the list of its channel. The real code against the reference server, in
 * time that passes as quickly as the machine allows. Figures, not assertions: only how long a look takes depends on the machine.
 */
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import type { CaseState } from '../../lib/posture/schemas/case.ts';
import { createRandom } from '../support/random.ts';
import { drawTable } from './draw-table.ts';
import { startLifecycleWorld } from './lifecycle-world.ts';
import { percentile } from './percentile.ts';
import { reportFigure } from './report-figure.ts';

const HELP = `Usage: npm run bench -- lifecycle [flags]

  --quick       10, 100 and 1,000 open cases, and not 10,000
  --history N   how many closed cases the platform has besides (5000)
  --json        one line of JSON instead of a table
`;

const { values } = commandFlags(HELP, {
  quick: { type: 'boolean', default: false },
  history: { type: 'string', default: '5000' },
  json: { type: 'boolean', default: false },
});
const history = Number(values.history);
if (!(Number.isInteger(history) && history >= 0 && history <= 100_000))
  wrongFlags(HELP, `--history is a whole number up to 100000, not "${values.history}".`);
const say = values.json ? printAside : print;

const random = createRandom(1);
const MINUTES = 60;
/** Of the open cases, so many change in the hour. */
const CHANGING = 0.02;
const LEAST_CHANGING = 6;
const STATES: readonly CaseState[] = ['investigating', 'enforced', 'closed'];
/** What an hour of the budget allows whoever asks with the lowest priority. */
const ALLOWED_AN_HOUR = 60 * 700;

interface Figures {
  readonly open: number;
  readonly requestsAnHour: number;
  readonly shareOfBudget: number;
  readonly changes: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Seconds from a change in the platform until it is on the list of its channel. */
  readonly shown: { readonly p50: number | null; readonly p95: number | null; readonly max: number | null };
  readonly lookSeconds: number;
}

async function measure(open: number): Promise<Figures> {
  say(`${open.toLocaleString('en')} open cases ...`);
  const world = await startLifecycleWorld(open, history);
  const { clock, units, followed } = world;
  try {
    const before = { requests: await world.requests(), ...units };
    const changes = Math.min(open, Math.max(LEAST_CHANGING, Math.round(open * CHANGING)));
    const moves = Array.from({ length: changes }, (_, index) => ({
      // So late that the last of them is still seen.
      minute: Math.floor(random() * (MINUTES - 10)),
      id: followed[Math.floor((index * open) / changes)]?.id ?? '',
      to: STATES[index % STATES.length] as CaseState,
    }));
    const movedAt = new Map<string, number>();
    const looks: number[] = [];
    for (let minute = 0; minute < MINUTES; minute++) {
      clock.advance(30_000);
      for (const { id, to } of moves.filter((one) => one.minute === minute)) {
        await world.move(id, to);
        movedAt.set(id, clock.now());
      }
      clock.advance(30_000);
      const [asked, startedMs] = [await world.requests(), performance.now()];
      await world.run();
      if ((await world.requests()) > asked) looks.push((performance.now() - startedMs) / 1_000);
    }
    const seconds = [...movedAt].map(([id, atMs]) => {
      const shown = world.shown.get(id);
      return shown ? (shown.atMs - atMs) / 1_000 : null;
    });
    const requestsAnHour = (await world.requests()) - before.requests;
    return {
      open,
      requestsAnHour,
      shareOfBudget: requestsAnHour / ALLOWED_AN_HOUR,
      changes,
      writeUnits: units.written - before.written,
      readUnits: units.read - before.read,
      shown: {
        p50: percentile(seconds, 0.5) ?? null,
        p95: percentile(seconds, 0.95) ?? null,
        max: percentile(seconds, 1) ?? null,
      },
      lookSeconds: percentile(looks, 0.5) ?? 0,
    };
  } finally {
    await world.close();
  }
}

const inSeconds = (value: number | null): string => (value === null ? 'never' : `${value.toFixed(0)} s`);
const figures: Figures[] = [];
for (const open of [10, 100, 1_000, ...(values.quick ? [] : [10_000])]) figures.push(await measure(open));
const head = ['open cases', 'requests an hour', 'of the budget', 'changes', 'write units', 'read units'];
const table = [
  [...head, 'shown p50', 'p95', 'longest', 'a look takes'],
  ...figures.map((one) => [
    one.open.toLocaleString('en'),
    one.requestsAnHour.toLocaleString('en'),
    `${(one.shareOfBudget * 100).toFixed(2)} %`,
    one.changes.toLocaleString('en'),
    one.writeUnits.toLocaleString('en'),
    Math.round(one.readUnits).toLocaleString('en'),
    inSeconds(one.shown.p50),
    inSeconds(one.shown.p95),
    inSeconds(one.shown.max),
    `${one.lookSeconds.toFixed(2)} s`,
  ]),
];
const most = figures.at(-1);
reportFigure({
  what: `requests for ${most?.open.toLocaleString('en')} cases`,
  to: 'the lowest priority',
  ratios: [most?.shareOfBudget ?? Number.NaN],
});
print(...(values.json ? [jsonLine(figures)] : ['', ...linesOf(drawTable(table, 0))]));
