import type { VerdictRow } from '../../wire.ts';
import type { VerdictFilter } from '../state/state.ts';

const HOUR_MS = 3_600_000;

const says = (row: VerdictRow, words: string): boolean =>
  [row.caseId, row.comment, row.answer, row.by, row.threatType, row.outcome, row.what, row.domain].some(
    (text) => text?.toLowerCase().includes(words),
  );

/** Those that fit everything that is asked for. */
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
      (person === '' || row.by === person) &&
      (place === '' || row.place === place) &&
      (hours === 0 || row.atMs >= nowMs - hours * HOUR_MS) &&
      (words === '' || says(row, words)),
  );
}

/** What there is to choose from, in the order of letters. */
export const choicesOf = (
  rows: readonly VerdictRow[],
  key: 'outcome' | 'what' | 'by' | 'place',
): readonly string[] => [...new Set(rows.flatMap((row) => row[key] ?? []))].sort();
