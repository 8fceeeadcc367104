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

/** The rows that match all filters. */
export function filterVerdicts(
  rows: readonly VerdictRow[],
  { outcome, what, person, place, text, hours }: VerdictFilter,
  nowMs: number,
): readonly VerdictRow[] {
  const words = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (outcome === '' || row.outcome === outcome) &&
      (what === '' || row.what === what) &&
      (person === '' || peopleOf(row).includes(person)) &&
      (place === '' || row.place === place) &&
      (hours === 0 || row.atMs >= nowMs - hours * HOUR_MS) &&
      (words === '' || says(row, words)),
  );
}

/** The available choices, in alphabetical order. */
export const choicesOf = (
  rows: readonly VerdictRow[],
  key: 'outcome' | 'what' | 'person' | 'place',
): readonly string[] =>
  [...new Set(rows.flatMap((row) => (key === 'person' ? peopleOf(row) : (row[key] ?? []))))].sort();
