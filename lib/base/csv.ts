// Includes their wide and small forms, which some spreadsheets treat as the same.
const SIGN = '[=+\\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]';
const BLANK = String.raw`[\s\p{Cc}\p{Cf}\p{Z}]`;
const QUOTE = '["\'`\u2018\u2019\u201c\u201d]';
const SEPARATOR = String.raw`[,;|:\t\r\n\p{Cc}\p{Zl}\p{Zp}]`;

/** Where a spreadsheet could begin a cell: at the start, and after whatever separator it was told to use. */
const STARTS = [
  `^(?:${BLANK}|${QUOTE})*(?=${SIGN})`,
  '^(?=[\\t\\r\\n])',
  `(?:${SEPARATOR}|${QUOTE})(?:${BLANK}|${QUOTE})*(?=${SIGN})`,
  // Cells separated by blanks: a sign that stands alone is not a formula.
  `${BLANK}+(?=${SIGN}[^\\s])`,
];
const FORMULA = new RegExp(STARTS.join('|'), 'gu');

/** Makes Excel, LibreOffice and Google Sheets treat what follows as text. */
export const GUARD = "'";

/**
 * A cell of CSV (RFC 4180), always quoted. People and senders write names and comments: what a spreadsheet would take for
 * a formula becomes text, even if the spreadsheet was told to separate cells by something other than a comma.
 */
export const csvCell = (value: string | null): string =>
  `"${(value ?? '').replace(FORMULA, (before) => `${before}${GUARD}`).replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
