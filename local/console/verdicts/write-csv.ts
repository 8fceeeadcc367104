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
];

/** The rows as CSV (RFC 4180), for spreadsheets. */
export function writeCsv(rows: readonly VerdictRow[]): string {
  const lines = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, of]) => of(row)))];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Quoted where it must be. What a spreadsheet would take for a formula is a text: people write names and comments. */
export function cell(value: string | null): string {
  const text = value ?? '';
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
