import { csvLine } from '../../lib/platform/csv.ts';
import type { VerdictRow } from '../wire.ts';

type Column = readonly [title: string, of: (row: VerdictRow) => string | null];

const COLUMNS: readonly Column[] = [
  ['time', ({ atMs }) => new Date(atMs).toISOString()],
  ['domain', ({ domain }) => domain],
  ['case', ({ caseId }) => caseId],
  ['what', ({ what }) => what],
  ['outcome', ({ outcome }) => outcome],
  ['by', ({ by }) => by],
  ['surface', ({ surface }) => surface],
  ['place', ({ place }) => place],
  ['comment', ({ comment }) => comment],
  ['answer', ({ answer }) => answer],
  ['decision', ({ decisionId }) => decisionId],
  ['threat type', ({ threatType }) => threatType],
  ['seconds to verdict', ({ toVerdictMs }) => (toVerdictMs === null ? null : String(toVerdictMs / 1_000))],
  ['decided by', ({ decidedBy }) => decidedBy],
];

/** The rows as CSV, for spreadsheets. */
export const writeCsv = (rows: readonly VerdictRow[]): string =>
  [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, of]) => of(row)))]
    .map(csvLine)
    .join('');
