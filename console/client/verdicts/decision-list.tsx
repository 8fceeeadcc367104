import type { VerdictRow } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { amount, readable } from '../words/amount.ts';
import { clock, fullMoment, sayMoment, saySpan } from '../words/moment.ts';
import { OutcomeMark } from '../words/outcome.tsx';
import type { DecisionRows } from './fold-rows.ts';

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

const What = ({ what }: Pick<VerdictRow, 'what'>) => (
  <span class={`pill ${MOODS[what] ?? 'calm'}`}>{readable(what)}</span>
);

const Step = ({ step }: { readonly step: VerdictRow }) => (
  <li>
    <time dateTime={new Date(step.atMs).toISOString()} title={fullMoment(step.atMs)}>
      {clock(step.atMs)}
    </time>
    <What what={step.what} />
    <span>{[step.by, step.place && `in ${step.place}`].filter(Boolean).join(' ')}</span>
    {step.comment && <p>{step.comment}</p>}
    {step.answer && <p class="soft">{step.answer}</p>}
  </li>
);

/** One row, which opens to its steps. Without a step that says more than the row, it opens to the case alone. */
const Row = ({ decision, nowMs, actions }: At & { readonly decision: DecisionRows }) => {
  const { last, steps, outcome, who, place, tookMs } = decision;
  const { domain, caseId: id, threatType, atMs } = last;
  return (
    <li>
      <details class="decision">
        <summary>
          <span title={fullMoment(atMs)}>{sayMoment(atMs, nowMs)}</span>
          <span class="decision-case">
            {threatType ? readable(threatType) : domain} <span class="soft">{`case ${id.slice(0, 8)}`}</span>
          </span>
          <span>{outcome ? <OutcomeMark outcome={outcome} /> : '–'}</span>
          <What what={last.what} />
          <span>{[who ?? 'the bridge', place && `in ${place}`].filter(Boolean).join(' ')}</span>
          <span class="soft">{tookMs === null ? '' : `took ${saySpan(tookMs)}`}</span>
        </summary>
        <ol class="steps">
          {steps.map((step) => (
            <Step key={`${step.n} ${step.what} ${step.atMs}`} step={step} />
          ))}
        </ol>
        <button
          type="button"
          class="link"
          aria-label={`Story of case ${id}`}
          onClick={() => actions.openStory({ domain, feed: 'cases', id })}
        >
          {id}
        </button>
      </details>
    </li>
  );
};

interface ListProps extends At {
  readonly decisions: readonly DecisionRows[];
  /** Grows with each frame, so that the page appears at once. */
  readonly drawn: number;
}

export function DecisionList({ decisions, drawn, ...at }: ListProps) {
  const left = decisions.length - MOST_ROWS;
  return (
    <>
      <ol class="item-list panel decisions" aria-label="Decisions">
        {decisions.slice(0, Math.min(MOST_ROWS, drawn)).map((one) => (
          <Row key={one.key} decision={one} {...at} />
        ))}
      </ol>
      {left > 0 && <p class="soft">{`${amount(left)} more. Filter to find them, or export all.`}</p>}
    </>
  );
}
