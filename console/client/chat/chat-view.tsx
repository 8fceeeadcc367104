import { CloseButton } from '../shell/building-blocks.tsx';
import { Empty } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import type { App } from '../state/state.ts';
import { openRoomOf, unreadIn } from '../state/unread.ts';
import { amount } from '../words/amount.ts';
import { troubles } from '../world/scenario-buttons.ts';
import { adviceFor } from './advice.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';

const NAMES: Readonly<Record<App, string>> = { slack: 'Slack', teams: 'Teams' };
const APPS = ['slack', 'teams'] as const;

type PaneProps = ViewProps & { readonly app: App };

const Channels = ({ app, bridge, state, actions }: PaneProps) => (
  <nav class="channels" aria-label={`Channels in ${NAMES[app]}`}>
    {bridge[app].rooms.map((room) => {
      const unread = unreadIn(app, room, state.seen);
      return (
        <button
          key={room.id}
          type="button"
          class="channel"
          aria-current={room.id === openRoomOf(app, bridge, state)}
          onClick={() => actions.openRoom(app, room.id)}
        >
          {app === 'slack' && (
            <span class="hash" aria-hidden="true">
              #
            </span>
          )}
          {room.name}
          {unread > 0 && (
            <span class="count">
              {amount(unread)}
              <span class="unseen"> new</span>
            </span>
          )}
        </button>
      );
    })}
  </nav>
);

function Pane(props: PaneProps) {
  const { app, bridge, state, actions } = props;
  const { isStandIn, why, rooms } = bridge[app];
  const open = openRoomOf(app, bridge, state);
  const room = rooms.find(({ id }) => id === open);
  return (
    <section class={`app ${app}`} aria-label={NAMES[app]}>
      <div class="app-top">
        <h2>{NAMES[app]}</h2>
        <Channels {...props} />
      </div>
      {!isStandIn || room === undefined ? (
        <Empty
          title={`This page cannot show ${NAMES[app]}.`}
          more={why ?? `The configuration has no channel in ${NAMES[app]}.`}
        />
      ) : (
        <>
          <MessageList key={room.id} app={app} room={room} state={state} actions={actions} />
          <Composer app={app} room={room} actions={actions} />
        </>
      )}
    </section>
  );
}

/** For screens with room for one of the two. */
const AppSwitch = ({ state, actions }: ViewProps) => (
  <div class="app-switch" role="group" aria-label="Which chat">
    {APPS.map((app) => (
      <button key={app} type="button" aria-pressed={state.app === app} onClick={() => actions.set({ app })}>
        {NAMES[app]}
      </button>
    ))}
  </div>
);

export function ChatView(props: ViewProps) {
  const { bridge, state, actions } = props;
  // Before the analyst presses anything: some of it may be real, and some of it down.
  const notes = [...bridge.about.notes, ...troubles(bridge.world).map(({ words }) => words)];
  return (
    <div class="chat" data-app={state.app}>
      <div class="chat-top">
        {notes.map((note) => (
          <p key={note} class="note">
            {note}
          </p>
        ))}
        {!state.hintDismissed && (
          <div class="hint">
            <p>{adviceFor(bridge)}</p>
            <CloseButton label="Hide this advice" onClick={() => actions.set({ hintDismissed: true })} />
          </div>
        )}
      </div>
      <AppSwitch {...props} />
      <div class="apps">
        {APPS.map((app) => (
          <Pane key={app} {...props} app={app} />
        ))}
      </div>
    </div>
  );
}
