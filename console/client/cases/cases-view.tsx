import { ANY_CASE } from '../../cases/filter-cases.ts';
import type { OpenCases } from '../../wire.ts';
import { Empty, Failed, Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { drawnRows } from '../state/drawn.ts';
import { lastKnown } from '../state/state.ts';
import { amount, counted } from '../words/amount.ts';
import { CaseFilters } from './case-filters.tsx';
import { CaseRow } from './case-row.tsx';
import { KeyHelp } from './key-help.tsx';
import { ShiftPlots } from './shift-plots.tsx';

type Props = ViewProps & { readonly known: OpenCases };

const countOf = ({ total, all }: OpenCases): string =>
  total === all ? counted(all, 'case') : `${amount(total)} of ${counted(all, 'open case')}`;

/** Which part of the cases is shown, and the way to the others. */
function Pages({ known, actions }: Props) {
  const { page, pageSize, total, reading, unreadable } = known;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <div class="row">
      <p class="soft" role="status">
        {[
          countOf(known),
          ...(pages > 1 ? [`page ${page + 1} of ${amount(pages)}`] : []),
          ...(reading > 0 ? [`${amount(reading)} are still being read`] : []),
          ...(unreadable > 0 ? [`${unreadable} by another version cannot be read`] : []),
        ].join('; ')}
      </p>
      {pages > 1 && (
        <>
          <button type="button" disabled={page === 0} onClick={() => actions.filterCases({ page: page - 1 })}>
            Previous page
          </button>
          <button
            type="button"
            disabled={page + 1 >= pages}
            onClick={() => actions.filterCases({ page: page + 1 })}
          >
            Next page
          </button>
        </>
      )}
      <button type="button" class="quiet" onClick={() => actions.set({ keysShown: true })}>
        <kbd>?</kbd> Keys
      </button>
    </div>
  );
}

function Known(props: Props) {
  const { known, bridge, state, actions } = props;
  return (
    <>
      <ShiftPlots figures={known.figures} />
      <CaseFilters {...props} />
      <Pages {...props} />
      {known.total === 0 && known.all > 0 && (
        <div class="placeholder empty">
          <p class="title">No open case fits these filters.</p>
          <button type="button" onClick={() => actions.filterCases(ANY_CASE)}>
            Show what is to do
          </button>
        </div>
      )}
      {known.all === 0 && known.reading === 0 && (
        <Empty
          title="Nothing is left to decide."
          more={
            bridge.world.api.isStandIn
              ? 'Make a case under World and watch it come.'
              : 'The next case appears here by itself.'
          }
        />
      )}
      {known.cases.length > 0 && (
        <ol class="item-list panel" aria-label="Open cases">
          {known.cases.slice(0, drawnRows(state)).map((one) => (
            <CaseRow key={itemKey(one)} one={one} {...props} />
          ))}
        </ol>
      )}
    </>
  );
}

/** The page of a shift: what waits, and what to do about it. */
export function CasesView(props: ViewProps) {
  const { bridge, state, actions } = props;
  const known = lastKnown(state.cases);
  return (
    <div class="page cases">
      <h2>
        Cases
        <small>
          {bridge.about.outcomes.length > 0
            ? 'What waits longest at the highest severity comes first.'
            : 'What waits longest at the highest severity comes first. Decide in the chat.'}
        </small>
      </h2>
      {state.cases.is === 'failed' && <Failed why={state.cases.why} again={() => void actions.loadCases()} />}
      {known === null && state.cases.is !== 'failed' && <Loading words="Reading the ledger …" />}
      {known && <Known {...props} known={known} />}
      <KeyHelp open={state.keysShown} outcomes={bridge.about.outcomes} actions={actions} />
    </div>
  );
}
