import type { Flow, Stage } from '../../wire.ts';
import { Panel } from '../shell/building-blocks.tsx';
import { Empty } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { drawnRows } from '../state/drawn.ts';
import { amount } from '../words/amount.ts';
import { fullMoment, sayMoment } from '../words/moment.ts';

const STAGES: Readonly<Record<Stage, readonly [mood: string, words: string]>> = {
  unrouted: ['waits', 'No route sends it anywhere'],
  queued: ['waits', 'On its way'],
  shown: ['calm', 'In the chat'],
  told: ['calm', 'Told with its case or others'],
  withheld: ['waits', 'Muted or deduped'],
  parked: ['bad', 'Could not be shown'],
  waiting: ['waits', 'Decided, waits'],
  posting: ['waits', 'Being recorded'],
  recorded: ['well', 'Recorded'],
  failed: ['bad', 'Not recorded'],
};

export function StagePill({ stage }: { readonly stage: Stage }) {
  const [mood, words] = STAGES[stage];
  return <span class={`pill ${mood}`}>{words}</span>;
}

/** What no chat shows now, and no queue holds. */
function Withheld({ muted, deduped, more }: Flow['withheld']) {
  if (muted + deduped === 0 && !more) return null;
  return (
    <p class="soft">{`Withheld now: ${amount(muted)} muted, ${amount(deduped)} deduped${more ? ', or more' : ''}.`}</p>
  );
}

export const ItemsPanel = ({ bridge: { items, world, flow }, state, actions }: ViewProps) => (
  <Panel title="Items" note="The latest hundred. Press one for its story." class="items">
    <Withheld {...flow.withheld} />
    {items.length === 0 && (
      <Empty
        title="Nothing has passed yet."
        more={
          world.api.isStandIn
            ? 'Make a case under World and watch it come.'
            : 'The next case that the API lists appears here by itself.'
        }
      />
    )}
    <ol class="item-list">
      {items.slice(0, drawnRows(state)).map((item) => (
        <li key={itemKey(item)}>
          <button
            type="button"
            class="item"
            title={fullMoment(item.atMs)}
            onClick={() => actions.openStory(item)}
          >
            <span class="item-title">{item.title}</span>
            <StagePill stage={item.stage} />
            <span class="soft">
              {`${item.feed === 'cases' ? 'case' : 'threat'} ${item.id.slice(0, 8)} · ${sayMoment(item.atMs, state.nowMs)}`}
            </span>
            {item.why && <span class="soft">{item.why}</span>}
          </button>
        </li>
      ))}
    </ol>
  </Panel>
);
