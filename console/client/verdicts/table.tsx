import type { VerdictRow } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { amount, readable } from '../words/amount.ts';
import { fullMoment, sayMoment, saySpan } from '../words/moment.ts';

/** More than people read; the rest can be filtered or exported. */
const MOST_ROWS = 200;

const MOODS: Readonly<Record<string, string>> = {
  recorded: 'well',
  approved: 'well',
  requested: 'calm',
  denied: 'bad',
  refused: 'bad',
  failed: 'bad',
  declined: 'waits',
  undone: 'waits',
};

interface At {
  readonly nowMs: number;
  readonly actions: Actions;
}

const Row = ({ entry, nowMs, actions }: At & { readonly entry: VerdictRow }) => (
  <tr>
    <td data-label="When">
      <time dateTime={new Date(entry.atMs).toISOString()}>{fullMoment(entry.atMs)}</time>
      <span class="soft">{sayMoment(entry.atMs, nowMs)}</span>
    </td>
    <td data-label="Case">
      <button
        type="button"
        class="link"
        aria-label={`Story of case ${entry.caseId}`}
        onClick={() => actions.openStory({ domain: entry.domain, feed: 'cases', id: entry.caseId })}
      >
        {entry.caseId.slice(0, 8)}
      </button>
      <span class="soft">{entry.threatType ? readable(entry.threatType) : entry.domain}</span>
    </td>
    <td data-label="What">
      <span class={`pill ${MOODS[entry.what] ?? 'calm'}`}>{readable(entry.what)}</span>
    </td>
    <td data-label="Outcome">{entry.outcome ? readable(entry.outcome) : '–'}</td>
    <td data-label="Who">
      {entry.by ?? (entry.decidedBy ? `for ${entry.decidedBy}` : '–')}
      {entry.place && <span class="soft">{`in ${entry.place}`}</span>}
    </td>
    <td data-label="Words">
      {entry.comment}
      {entry.answer && <span class="soft">{entry.answer}</span>}
      {!entry.comment && !entry.answer && '–'}
    </td>
    <td data-label="Took">{entry.toVerdictMs === null ? '–' : saySpan(entry.toVerdictMs)}</td>
  </tr>
);

const keyOf = ({ decisionId, caseId, n, what, atMs }: VerdictRow): string =>
  [decisionId, caseId, n, what, atMs].join('/');

interface TableProps extends At {
  readonly rows: readonly VerdictRow[];
  /** Grows with each frame, so that the page appears at once. */
  readonly drawn: number;
}

export function VerdictTable({ rows, drawn, ...at }: TableProps) {
  const left = rows.length - MOST_ROWS;
  return (
    <div class="table-box" tabindex={0} role="region" aria-label="Audit trail">
      <table>
        <thead>
          <tr>
            {['When', 'Case', 'What', 'Outcome', 'Who', 'Words', 'Took'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, Math.min(MOST_ROWS, drawn)).map((entry) => (
            <Row key={keyOf(entry)} entry={entry} {...at} />
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="soft">{`${amount(left)} more. Filter to find them, or export all.`}</p>}
    </div>
  );
}
