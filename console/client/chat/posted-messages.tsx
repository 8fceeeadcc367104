import { Moment } from '../shell/building-blocks.tsx';
import { Empty } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { itemKey } from '../state/address.ts';
import { drawnRows } from '../state/drawn.ts';
import type { App } from '../state/state.ts';
import { counted } from '../words/amount.ts';

/** What the bridge posted in a real chat, as its ledger knows it: newest first, without the buttons, which are there. */
export function PostedMessages({ app, bridge, state, actions }: ViewProps & { readonly app: App }) {
  const posted = bridge.items.flatMap((item) =>
    (item.messages ?? []).filter(({ chat }) => chat === app).map((message) => ({ item, message })),
  );
  if (posted.length === 0)
    return <Empty title="Nothing was posted here lately." more="The next message appears by itself." />;
  return (
    <ol class="item-list posted" tabindex={0} aria-label="Posted messages">
      {posted.slice(0, drawnRows(state)).map(({ item, message: { destination, atMs, says, replies } }) => (
        <li key={`${itemKey(item)} ${destination}`}>
          <button type="button" class="item" onClick={() => actions.openStory(item)}>
            <span class="item-title">{item.title}</span>
            <span class="soft">
              {[
                destination,
                `${item.feed === 'cases' ? 'case' : 'threat'} ${item.id.slice(0, 8)}`,
                ...(says ? [says] : []),
                ...(replies > 0 ? [counted(replies, 'reply', 'replies')] : []),
              ].join(' · ')}
            </span>
          </button>
          {atMs !== null && <Moment atMs={atMs} nowMs={state.nowMs} />}
        </li>
      ))}
    </ol>
  );
}
