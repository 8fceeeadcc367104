import type { AttackGroup, Tried } from './group.ts';

/** What was tried of a group, and what got through. */
export interface GroupReport {
  readonly group: Pick<AttackGroup, 'name' | 'attacks' | 'checks'>;
  /** How often each attack was tried. */
  readonly attacks: ReadonlyMap<string, number>;
  readonly through: readonly Tried[];
  /** Why the genuine thing was not taken; null when it was. */
  readonly control: string | null;
  readonly seconds: number;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
export const triesIn = ({ attacks }: GroupReport): number => sum(attacks.values());

const COLUMNS = ['group', 'tries', 'named', 'got through', 'genuine', 'checks', 'seconds'] as const;

const rowOf = (report: GroupReport): string[] => [
  report.group.name,
  triesIn(report).toLocaleString('en'),
  report.attacks.size.toLocaleString('en'),
  String(report.through.length),
  report.control === null ? 'taken' : 'REFUSED',
  String(report.group.checks.length),
  report.seconds.toFixed(1),
];

/** A line for each group, and one for all of them. */
export function reportTable(reports: readonly GroupReport[]): string[] {
  const all = [
    ...['all', sum(reports.map(triesIn)).toLocaleString('en')],
    sum(reports.map(({ attacks }) => attacks.size)).toLocaleString('en'),
    String(sum(reports.map(({ through }) => through.length))),
    ...['', String(sum(reports.map(({ group }) => group.checks.length)))],
    sum(reports.map(({ seconds }) => seconds)).toFixed(1),
  ];
  const rows = [[...COLUMNS], ...reports.map(rowOf), all];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** Every attack by its name, with how often it was tried. */
export const attackList = ({ group, attacks }: GroupReport): string[] => [
  `${group.name}: ${group.attacks}`,
  ...[...attacks].map(
    ([name, count]) => `  ${name}${count > 1 ? ` (${count.toLocaleString('en')} times)` : ''}`,
  ),
];

const MOST_TOLD = 20;

/** What got through, and what was not taken though it is genuine. */
export const failuresIn = ({ group, through, control }: GroupReport): string[] => [
  ...(control === null
    ? []
    : [`${group.name}: the genuine thing was refused, so this shows nothing: ${control}`]),
  ...through.slice(0, MOST_TOLD).map(({ name, detail }) => `${group.name}: ${name}: ${detail}`),
  ...(through.length > MOST_TOLD ? [`${group.name}: and ${through.length - MOST_TOLD} more`] : []),
];
