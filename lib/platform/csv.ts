// With their wide and small forms, which some spreadsheets take for the same.
const SIGN = '[=+\\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]';
const BLANK = String.raw`[\s\p{Cc}\p{Cf}\p{Z}]`;
const QUOTE = '["\'`\u2018\u2019\u201c\u201d]';
const SEPARATOR = String.raw`[,;|:\t\r\n\p{Cc}\p{Zl}\p{Zp}]`;

/** Where a spreadsheet could begin a cell: at the start, and behind whatever it was told separates cells. */
const STARTS = [
  `^(?:${BLANK}|${QUOTE})*(?=${SIGN})`,
  '^(?=[\\t\\r\\n])',
  `(?:${SEPARATOR}|${QUOTE})(?:${BLANK}|${QUOTE})*(?=${SIGN})`,
  // Cells separated by blanks: a sign that stands alone is no formula.
  `${BLANK}+(?=${SIGN}[^\\s])`,
];
const FORMULA = new RegExp(STARTS.join('|'), 'gu');

/** Excel, LibreOffice and Google Sheets take what follows for a text. */
export const GUARD = "'";

/**
 * A cell of CSV (RFC 4180), always quoted. People and senders write names and comments: what a spreadsheet would take for a
 * formula is a text, also when it is told that something else than a comma separates cells.
 */
export const csvCell = (value: string | null): string =>
  `"${(value ?? '').replace(FORMULA, (before) => `${before}${GUARD}`).replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
