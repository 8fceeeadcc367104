import type { VerdictRow } from '../wire.ts';

const COLUMNS = [
  'time',
  'domain',
  'case',
  'what',
  'outcome',
  'by',
  'surface',
  'place',
  'comment',
  'answer',
  'decision',
  'threat type',
  'seconds to verdict',
] as const;

/** The rows as CSV (RFC 4180), for spreadsheets. */
export function writeCsv(rows: readonly VerdictRow[]): string {
  return [COLUMNS, ...rows.map(cellsOf)].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

const cellsOf = (row: VerdictRow): (string | null)[] => [
  new Date(row.atMs).toISOString(),
  row.domain,
  row.caseId,
  row.what,
  row.outcome,
  row.by,
  row.surface,
  row.place,
  row.comment,
  row.answer,
  row.decisionId,
  row.threatType,
  row.toVerdictMs === null ? null : String(row.toVerdictMs / 1_000),
];

/** Quoted where it must be. What a spreadsheet would take for a formula is a text: people write names and comments. */
export function cell(value: string | null): string {
  const text = value ?? '';
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
