import { csvLine } from '../base/csv.ts';
import { jsonLine } from '../base/terminal.ts';
import { outcomeName } from '../case/outcome-words.ts';
import type { DecisionView } from './decision-views.ts';

type Column = readonly [title: string, of: (one: DecisionView) => string | null];

const COLUMNS: readonly Column[] = [
  ['requested', ({ requestedAt }) => requestedAt],
  ['recorded', ({ recordedAt }) => recordedAt],
  ['domain', ({ domain }) => domain],
  ['case', ({ caseId }) => caseId],
  ['outcome', ({ outcome }) => outcome && outcomeName(outcome)],
  ['is', ({ is }) => is],
  ['by', ({ by }) => by?.name ?? null],
  ['by id', ({ by }) => by && `${by.chat} ${by.id}`],
  ['person', ({ by }) => by?.person ?? null],
  ['approved by', ({ approvedBy }) => approvedBy],
  ['place', ({ place }) => place],
  ['comment', ({ comment }) => comment],
  [
    'seconds from click to record',
    ({ secondsFromClick }) => (secondsFromClick === null ? null : String(secondsFromClick)),
  ],
  ['decision', ({ decision }) => decision],
];

/** For spreadsheets: what they would take for a formula becomes text. */
export const asCsv = (verdicts: readonly DecisionView[]): string =>
  [COLUMNS.map(([title]) => title), ...verdicts.map((one) => COLUMNS.map(([, of]) => of(one)))]
    .map(csvLine)
    .join('');

export const asJsonLines = (verdicts: readonly DecisionView[]): string =>
  verdicts.map((one) => `${jsonLine(one)}\n`).join('');
