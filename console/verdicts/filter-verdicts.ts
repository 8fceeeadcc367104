import type { VerdictRow } from '../wire.ts';

export interface VerdictFilter {
  readonly outcome: string;
  readonly what: string;
  readonly person: string;
  readonly place: string;
  readonly text: string;
  /** Hours back from now; 0 for all. */
  readonly hours: number;
}

export const NO_FILTER: VerdictFilter = { outcome: '', what: '', person: '', place: '', text: '', hours: 0 };

const HOUR_MS = 3_600_000;

/** For the address of the page and of the exports: unset filters are left out. */
export const writeFilter = (filter: VerdictFilter): string =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  ).toString();

export function readFilter(query: string): VerdictFilter {
  const given = new URLSearchParams(query);
  const word = (name: string) => given.get(name) ?? '';
  const hours = Number(word('hours'));
  return {
    outcome: word('outcome'),
    what: word('what'),
    person: word('person'),
    place: word('place'),
    text: word('text'),
    hours: Number.isFinite(hours) && hours > 0 ? hours : 0,
  };
}

/** Who did this, and who made the decision behind it: the platform's answer names nobody. */
const peopleOf = ({ by, decidedBy }: VerdictRow): readonly string[] => [
  ...new Set([by, decidedBy].flatMap((name) => name ?? [])),
];

const says = (row: VerdictRow, words: string): boolean =>
  [
    ...peopleOf(row),
    row.caseId,
    row.comment,
    row.answer,
    row.threatType,
    row.outcome,
    row.what,
    row.domain,
  ].some((text) => text?.toLowerCase().includes(words));

/** A decision, or all entries of a case that belong to none. */
export const decisionOf = ({ domain, caseId, decisionId }: VerdictRow): string =>
  JSON.stringify([domain, caseId, decisionId]);

/** The decisions that fit, each with all of its steps: a comment is in one step, and that it was recorded in another. */
export function filterVerdicts(
  rows: readonly VerdictRow[],
  { outcome, what, person, place, text, hours }: VerdictFilter,
  nowMs: number,
): readonly VerdictRow[] {
  const words = text.trim().toLowerCase();
  const wishes: ((row: VerdictRow) => boolean)[] = [
    (row) => outcome === '' || row.outcome === outcome,
    (row) => what === '' || row.what === what,
    (row) => person === '' || peopleOf(row).includes(person),
    (row) => place === '' || row.place === place,
    (row) => hours === 0 || row.atMs >= nowMs - hours * HOUR_MS,
    (row) => words === '' || says(row, words),
  ];
  const fitting = wishes.map((fits) => new Set(rows.filter(fits).map(decisionOf)));
  return rows.filter((row) => fitting.every((decisions) => decisions.has(decisionOf(row))));
}

/** The available choices, in alphabetical order. */
export const choicesOf = (
  rows: readonly VerdictRow[],
  key: 'outcome' | 'what' | 'person' | 'place',
): readonly string[] =>
  [...new Set(rows.flatMap((row) => (key === 'person' ? peopleOf(row) : (row[key] ?? []))))].sort();
