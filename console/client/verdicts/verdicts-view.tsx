import { choicesOf, filterVerdicts, NO_FILTER, writeFilter } from '../../verdicts/filter-verdicts.ts';
import { summarize } from '../../verdicts/summarize.ts';
import type { VerdictRow, Verdicts } from '../../wire.ts';
import { type Choice, Chooser, Panel } from '../shell/building-blocks.tsx';
import { Empty, Failed, Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { drawnRows } from '../state/drawn.ts';
import { lastKnown } from '../state/state.ts';
import { amount, counted, readable } from '../words/amount.ts';
import { saySpan } from '../words/moment.ts';
import { DecisionList } from './decision-list.tsx';
import { foldRows } from './fold-rows.ts';
import { OutcomesPlot, TimesPlot } from './plots.tsx';
import { TIME_CHOICES } from './time-choices.ts';

const CHOOSERS = [
  ['Outcome', 'outcome', readable],
  ['What', 'what', readable],
  ['Person', 'person', String],
  ['Channel', 'place', String],
] as const;

/** The current filter value is always offered, even if it came from an address and matches nothing here. */
const offered = (rows: readonly VerdictRow[], key: (typeof CHOOSERS)[number][1], asked: string) => [
  ...new Set([...choicesOf(rows, key), ...(asked === '' ? [] : [asked])]),
];

type KnownProps = Pick<ViewProps, 'state' | 'actions'> & { readonly rows: readonly VerdictRow[] };

const Filters = ({ rows, state: { verdictFilter: filter }, actions }: KnownProps) => (
  <form
    class="filters"
    role="search"
    aria-label="Filter the audit trail"
    onSubmit={(event) => event.preventDefault()}
  >
    {CHOOSERS.map(([label, key, words]) => (
      <Chooser
        key={key}
        label={label}
        value={filter[key]}
        choices={[['', 'any'], ...offered(rows, key, filter[key]).map((code): Choice => [code, words(code)])]}
        onChoose={(value) => actions.filterVerdicts({ [key]: value })}
      />
    ))}
    <Chooser
      label="Time"
      value={String(filter.hours)}
      choices={TIME_CHOICES}
      onChoose={(value) => actions.filterVerdicts({ hours: Number(value) })}
    />
    <label class="field grow">
      <span>Text</span>
      <input
        type="search"
        value={filter.text}
        placeholder="Case, comment, answer …"
        onInput={({ currentTarget }) => actions.filterVerdicts({ text: currentTarget.value })}
      />
    </label>
  </form>
);

const spanOr = (ms: number | null): string => (ms === null ? '–' : saySpan(ms));

function Known({ more, ...props }: KnownProps & Pick<Verdicts, 'more'>) {
  const { rows, state, actions } = props;
  const found = filterVerdicts(rows, state.verdictFilter, state.nowMs);
  const summary = summarize(found);
  const decisions = foldRows(found);
  const all = foldRows(rows).length;
  const count =
    decisions.length === all ? counted(all, 'decision') : `${amount(decisions.length)} of ${amount(all)}`;
  const figures = [
    ['Recorded', amount(summary.recorded)],
    ['Half within (p50)', spanOr(summary.p50Ms)],
    ['Nearly all within (p95)', spanOr(summary.p95Ms)],
  ];
  return (
    <>
      <Filters {...props} />
      <div class="verdict-figures">
        <dl class="figures">
          {figures.map(([label, words]) => (
            <div key={label} class="figure">
              <dt>{label}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <Panel title="Time to verdict" note="since the case was created">
          <TimesPlot rows={found} />
        </Panel>
        <Panel title="Outcomes by threat type">
          <OutcomesPlot {...summary} />
        </Panel>
      </div>
      <p class="soft" role="status">
        {more ? `${count}; older ones are left out` : count}
      </p>
      {found.length > 0 ? (
        <DecisionList decisions={decisions} drawn={drawnRows(state)} nowMs={state.nowMs} actions={actions} />
      ) : (
        <div class="placeholder empty">
          <p class="title">Nothing fits these filters.</p>
          <button type="button" onClick={() => actions.filterVerdicts(NO_FILTER)}>
            Show all
          </button>
        </div>
      )}
    </>
  );
}

export function VerdictsView({ bridge, state, actions }: ViewProps) {
  const verdicts = lastKnown(state.verdicts);
  const query = writeFilter(state.verdictFilter);
  return (
    <div class="page verdicts">
      <div class="page-top">
        <h2>
          Verdicts<small>Who decided what, when, and what the platform said. Open one for its steps.</small>
        </h2>
        <p class="row exports">
          {['csv', 'json'].map((type) => (
            <a
              key={type}
              class="button"
              href={`./api/verdicts.${type}${query && `?${query}`}`}
              download={`verdicts.${type}`}
            >
              {`Export ${type.toUpperCase()}${query && ', filtered'}`}
            </a>
          ))}
          {verdicts && (
            <small class="soft">
              {`The last ${verdicts.within.days} days, and of them the latest ${amount(verdicts.within.rows)} entries.`}
            </small>
          )}
        </p>
      </div>
      {state.verdicts.is === 'failed' && (
        <Failed why={state.verdicts.why} again={() => void actions.loadVerdicts()} />
      )}
      {verdicts === null && state.verdicts.is !== 'failed' && <Loading words="Reading the audit trail …" />}
      {verdicts?.rows.length === 0 && (
        <Empty
          title="Nobody has decided anything yet."
          more={
            bridge.about.decidable
              ? 'Press a button on a case in the chat: its verdict appears here.'
              : 'Nobody can here: no destination of the configuration has buttons.'
          }
        />
      )}
      {verdicts && verdicts.rows.length > 0 && <Known {...verdicts} state={state} actions={actions} />}
    </div>
  );
}
