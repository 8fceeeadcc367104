import type { OpenCase } from '../../wire.ts';
import { Empty, Failed, Loading } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { drawnRows } from '../state/drawn.ts';
import { lastKnown } from '../state/state.ts';
import { amount, counted, readable } from '../words/amount.ts';
import { fullMoment, sayMoment } from '../words/moment.ts';
import { afterKey, findCases } from './find-cases.ts';

const SEARCH = 'case-search';
const MOODS: Readonly<Record<string, string>> = { critical: 'bad', high: 'bad', medium: 'waits' };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** Letters are shortcuts only where nobody types, and never with a modifier key: those belong to the browser. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || !(currentTarget instanceof HTMLElement)) return;
  const list = [...currentTarget.querySelectorAll<HTMLElement>('.case')];
  const fromSearch = isTyping(target);
  if (fromSearch && key !== 'ArrowDown') return;
  const at = list.indexOf(document.activeElement as HTMLElement);
  const next = afterKey(key, at, list.length);
  if (next === null) return;
  event.preventDefault();
  (next === 'search' ? document.getElementById(SEARCH) : list[next])?.focus();
}

function CaseRow({ one, state, actions }: Pick<ViewProps, 'state' | 'actions'> & { readonly one: OpenCase }) {
  const { title, severity, createdAtMs, claimedBy, places, hasFailed, id } = one;
  return (
    <li>
      <button
        type="button"
        class="item case"
        title={fullMoment(createdAtMs)}
        onClick={() => actions.openStory({ domain: one.domain, feed: 'cases', id })}
      >
        <span class="item-title">{title}</span>
        <span class={`pill ${MOODS[severity ?? ''] ?? 'calm'}`}>{readable(severity ?? 'unrated')}</span>
        <span class="soft">
          {[
            `case ${id.slice(0, 8)}`,
            `opened ${sayMoment(createdAtMs, state.nowMs)}`,
            places.length > 0 ? `in ${places.join(', ')}` : 'in no channel',
            ...(claimedBy ? [`${claimedBy} is on it`] : []),
            ...(hasFailed ? ['decided, but the platform did not take it'] : []),
          ].join(' · ')}
        </span>
      </button>
    </li>
  );
}

/** The undecided cases. People decide them in the chat. */
export function CasesView({ bridge, state, actions }: ViewProps) {
  const known = lastKnown(state.cases);
  const found = findCases(known?.cases ?? [], state.caseSearch);
  const all = known?.cases.length ?? 0;
  const count =
    found.length === all ? counted(all, 'case') : `${amount(found.length)} of ${amount(all)} cases`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys lead from one of its cases to another
    <div class="page cases" onKeyDown={onKeyDown}>
      <h2>
        Undecided cases<small>Open in the platform, and nobody has decided them. Newest first.</small>
      </h2>
      <form
        class="filters"
        role="search"
        aria-label="Search cases"
        onSubmit={(event) => event.preventDefault()}
      >
        <label class="field grow">
          <span>Search</span>
          <input
            id={SEARCH}
            type="search"
            value={state.caseSearch}
            placeholder="Person, type, severity, channel …"
            onInput={({ currentTarget }) => actions.searchCases(currentTarget.value)}
          />
        </label>
      </form>
      <p class="soft">
        <kbd>/</kbd> to search, <kbd>j</kbd> and <kbd>k</kbd> to the next and the one before, <kbd>Enter</kbd>{' '}
        for its story.
      </p>
      {state.cases.is === 'failed' && <Failed why={state.cases.why} again={() => void actions.loadCases()} />}
      {known === null && state.cases.is !== 'failed' && <Loading words="Reading the ledger …" />}
      {known && (
        <p class="soft" role="status">
          {[
            count,
            ...(known.more ? ['older ones are left out'] : []),
            ...(known.unreadable > 0 ? [`${known.unreadable} by another version cannot be read`] : []),
          ].join('; ')}
        </p>
      )}
      {known && all > 0 && found.length === 0 && <Empty title="No case says all of these words." />}
      {known && all === 0 && (
        <Empty
          title="Nothing is left to decide."
          more={
            bridge.world.api.isStandIn
              ? 'Make a case under World and watch it come.'
              : 'The next case appears here by itself.'
          }
        />
      )}
      {found.length > 0 && (
        <ol class="item-list panel" aria-label="Undecided cases">
          {found.slice(0, drawnRows(state)).map((one) => (
            <CaseRow key={itemKey(one)} one={one} state={state} actions={actions} />
          ))}
        </ol>
      )}
    </div>
  );
}
