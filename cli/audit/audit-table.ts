import { harmless, jsonLine } from '../../lib/base/terminal.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { type KnownPeople, whichPerson } from '../../lib/verdict/which-person.ts';

interface Column {
  readonly title: string;
  readonly of: (entry: AuditEntry, people: KnownPeople) => string;
  /** Longer text is cut; `--json` has all of it. */
  readonly widest: number;
}

const COLUMNS: readonly Column[] = [
  { title: 'time (UTC)', of: ({ atMs }) => timeOf(atMs), widest: 23 },
  { title: 'case', of: ({ caseId }) => caseId, widest: 40 },
  { title: 'what', of: ({ what }) => what, widest: 20 },
  { title: 'who', of: whoOf, widest: 50 },
  { title: 'outcome', of: ({ outcome }) => outcome ?? '', widest: 20 },
  { title: 'where', of: ({ place }) => place ?? '', widest: 30 },
  { title: 'answer', of: ({ answer }) => answer ?? '', widest: 80 },
  { title: 'comment', of: ({ comment }) => comment ?? '', widest: 120 },
];

/** Lines for people. Text from outside is shown, never obeyed: no escape sequence reaches the terminal. */
export function auditTable(entries: readonly AuditEntry[], people: KnownPeople): string[] {
  const rows = [
    COLUMNS.map(({ title }) => title),
    ...entries.map((entry) => COLUMNS.map(({ of, widest }) => fitInto(onOneLine(of(entry, people)), widest))),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** One line of JSON with everything, safe to show. */
export const auditLine = (entry: AuditEntry): string =>
  jsonLine({ at: new Date(entry.atMs).toISOString(), ...entry });

/** Before it is cut: its width is that of the text as shown. */
const onOneLine = (text: string): string => harmless(text.replace(/\s+/g, ' '));

const fitInto = (text: string, widest: number): string =>
  text.length > widest ? `${text.slice(0, widest - 1)}…` : text;

const timeOf = (atMs: number): string => new Date(atMs).toISOString().replace('T', ' ').replace('Z', '');

/** With the id, because names are not unique and can be changed. */
function whoOf({ by }: AuditEntry, people: KnownPeople): string {
  if (!by) return 'the bridge';
  return `${whichPerson(people, by).name} (${by.surface} ${by.id})`;
}
