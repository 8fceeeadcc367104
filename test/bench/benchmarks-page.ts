import { markdownTable } from '../pollproof/report.ts';
import { drawing, escaped, FONT } from '../support/svg.ts';
import { percentile } from './percentile.ts';
import type { Figure } from './report-figure.ts';

/** The last run of a bench. */
export interface BenchRecord {
  readonly figures: readonly Figure[];
  readonly machine: string;
  readonly node: string;
  readonly day: string;
  readonly commit: string;
  readonly isQuiet: boolean;
}
export type BenchRecords = ReadonlyMap<string, BenchRecord>;

const inDigits = (ratio: number): string => ratio.toFixed(ratio < 0.1 ? 3 : 2);

const spreadOf = ({ ratios }: Figure) => ({
  low: percentile(ratios, 0) ?? Number.NaN,
  median: percentile(ratios, 0.5) ?? Number.NaN,
  high: percentile(ratios, 1) ?? Number.NaN,
});

const figuresIn = (records: BenchRecords) =>
  [...records].flatMap(([bench, { figures, ...how }]) =>
    figures.map((figure) => ({ bench, figure, ...how })),
  );

/** `docs/benchmarks.md`. */
export function benchmarksPage(records: BenchRecords): string {
  const rows = figuresIn(records).map(({ bench, figure, day, commit, isQuiet }) => {
    const { low, median, high } = spreadOf(figure);
    const spread = figure.ratios.length > 1 ? `${inDigits(low)}–${inDigits(high)}` : '';
    const when = `${day}, ${commit}${isQuiet ? '' : ', busy'}`;
    const aim = figure.aim === undefined ? '' : inDigits(figure.aim);
    return [bench, figure.what, figure.to, inDigits(median), spread, aim, when];
  });
  const machines = [...new Set([...records.values()].map(({ machine, node }) => `${machine}, Node ${node}`))];
  return [
    '# Benchmarks',
    `As \`npm run bench\` wrote them: ratios to a peer or a limit in the same run, less is better. On ${machines.join('; ')}. *Busy*: others used the machine.`,
    '![Each figure as a ratio](images/benchmarks.svg)',
    markdownTable([['bench', 'of', 'to', 'median', 'spread', 'aim', 'on'], ...rows]),
    '',
  ].join('\n\n');
}

const ROW = 24;
const LEFT = 330;
const WIDE = 480;
const TOP = 30;
/** The scale goes from a hundredth to three. */
const [FROM, TO] = [Math.log10(0.01), Math.log10(3)];

/** A bar from 1 to the median on a logarithmic scale, with its spread and its aim. */
export function benchmarksPlot(records: BenchRecords): string {
  const all = figuresIn(records);
  const x = (ratio: number) =>
    Math.round(LEFT + ((Math.min(TO, Math.max(FROM, Math.log10(ratio))) - FROM) / (TO - FROM)) * WIDE);
  const bottom = TOP + all.length * ROW;
  const line = (ratio: number, y1: number, y2: number, colour: string) =>
    `<line x1="${x(ratio)}" x2="${x(ratio)}" y1="${y1}" y2="${y2}" stroke="${colour}"/>`;
  const scale = [0.01, 0.03, 0.1, 0.3, 1, 3].flatMap((ratio) => [
    line(ratio, TOP, bottom, ratio === 1 ? '#333333' : '#dddddd'),
    `<text x="${x(ratio)}" y="${TOP - 10}" text-anchor="middle" ${FONT}>${ratio}</text>`,
  ]);
  const bars = all.flatMap(({ bench, figure }, row) => {
    const y = TOP + row * ROW;
    const { low, median, high } = spreadOf(figure);
    const [from, to] = [Math.min(x(median), x(1)), Math.max(x(median), x(1))];
    const isGood = median <= (figure.aim ?? 1);
    const name = `${bench}: ${figure.what}`;
    return [
      `<text x="${LEFT - 10}" y="${y + 16}" text-anchor="end" ${FONT}>${escaped(name)}</text>`,
      `<rect x="${from}" y="${y + 4}" width="${Math.max(1, to - from)}" height="${ROW - 8}" fill="${isGood ? '#cde8d0' : '#f6dc9a'}"><title>${escaped(`${name}, ${inDigits(median)} of ${figure.to}`)}</title></rect>`,
      `<line x1="${x(low)}" x2="${x(high)}" y1="${y + ROW / 2}" y2="${y + ROW / 2}" stroke="#555555"/>`,
      ...(figure.aim === undefined ? [] : [line(figure.aim, y + 2, y + ROW - 2, '#c0392b')]),
    ];
  });
  const legend = 'left of 1: better than the peer or the limit · thin line: spread · red: our aim';
  return drawing(LEFT + WIDE + 40, bottom + 40, 'Each figure as a ratio to its peer or limit', [
    ...scale,
    ...bars,
    `<text x="${LEFT}" y="${bottom + 24}" ${FONT}>${escaped(legend)}</text>`,
  ]);
}
