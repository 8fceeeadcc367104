import type { OpenCase } from '../../wire.ts';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { readable } from '../words/amount.ts';
import { fullMoment, saySpan } from '../words/moment.ts';
import { OutcomeMark } from '../words/outcome.tsx';
import { rowId } from './decide.ts';
import { DecideBar } from './decide-bar.tsx';

const STANDINGS: Readonly<Record<OpenCase['standing'], string | null>> = {
  undecided: null,
  'awaiting-approval': 'Awaiting approval',
  unclear: 'Unclear',
  'on-its-way': 'Decided',
};

const detailsOf = ({ id, domain, places, claimedBy, isMine, withheld }: OpenCase): string =>
  [
    `case ${id.slice(0, 8)}`,
    domain,
    places.length > 0 ? `in ${places.join(', ')}` : 'in no channel',
    ...withheld,
    ...(claimedBy ? [isMine ? 'you have it' : `${claimedBy} has it`] : []),
  ].join(' · ');

function Decided({ standing, decided }: OpenCase) {
  const words = STANDINGS[standing];
  if (decided === null) return null;
  return (
    <span class="case-decided">
      {words && <span class="pill waits">{words}</span>}
      {decided.hasFailed && standing === 'undecided' && <span class="pill bad">The platform refused</span>}
      <OutcomeMark outcome={decided.outcome} />
      <span>{`by ${decided.by}`}</span>
    </span>
  );
}

export function CaseRow({ one, ...props }: ViewProps & { readonly one: OpenCase }) {
  const { state, actions } = props;
  const { title, severity, waitsSinceMs, createdAtMs, id } = one;
  const key = itemKey(one);
  const isChosen = state.caseAt === key;
  return (
    <li class={isChosen ? 'chosen' : undefined}>
      <button
        type="button"
        id={rowId(id)}
        class="item case"
        title={`Created ${fullMoment(createdAtMs)}`}
        aria-current={isChosen ? 'true' : undefined}
        onFocus={() => actions.selectCase(key)}
        onClick={() => actions.openStory({ domain: one.domain, feed: 'cases', id })}
      >
        <span class={`severity severity-${severity ?? 'unrated'}`}>{readable(severity ?? 'unrated')}</span>
        <span class="item-title">{title}</span>
        <span class="waits-for">{saySpan(state.nowMs - waitsSinceMs)}</span>
        <span class="soft">{detailsOf(one)}</span>
        <Decided {...one} />
      </button>
      {isChosen && <DecideBar one={one} {...props} />}
    </li>
  );
}
