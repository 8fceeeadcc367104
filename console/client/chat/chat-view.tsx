import { CloseButton } from '../shell/building-blocks.tsx';
import { Empty } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import type { App } from '../state/state.ts';
import { openRoomOf, unreadIn } from '../state/unread.ts';
import { amount } from '../words/amount.ts';
import { troubles } from '../world/scenario-buttons.ts';
import { adviceFor } from './advice.ts';
import { Composer } from './composer.tsx';
import { MessageList, ToEnd } from './message-list.tsx';
import { PostedMessages } from './posted-messages.tsx';
import { shownChats } from './shown-chats.ts';

const NAMES: Readonly<Record<App, string>> = { slack: 'Slack', teams: 'Teams' };

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
      {!isStandIn && why === null ? (
        <PostedMessages {...props} />
      ) : room === undefined ? (
        <Empty
          title={`This page cannot show ${NAMES[app]}.`}
          more={why ?? `The configuration has no channel in ${NAMES[app]}.`}
        />
      ) : (
        <>
          <MessageList key={room.id} app={app} room={room} state={state} actions={actions} />
          <ToEnd />
          <Composer app={app} room={room} actions={actions} />
        </>
      )}
    </section>
  );
}

interface Shown {
  readonly apps: readonly App[];
  readonly open: App | undefined;
}

/** For screens that have room for only one of the two. */
const AppSwitch = ({ apps, open, actions }: Pick<ViewProps, 'actions'> & Shown) => (
  <div class="app-switch" role="group" aria-label="Which chat">
    {apps.map((app) => (
      <button key={app} type="button" aria-pressed={open === app} onClick={() => actions.set({ app })}>
        {NAMES[app]}
      </button>
    ))}
  </div>
);

export function ChatView(props: ViewProps) {
  const { bridge, state, actions } = props;
  // Shown before the analyst presses anything: some parts may be real, and some may be down.
  const notes = [...bridge.about.notes, ...troubles(bridge.world).map(({ words }) => words)];
  const apps = shownChats(bridge);
  const open = apps.includes(state.app) ? state.app : apps[0];
  return (
    <div class="chat" data-app={open}>
      <div class="chat-top">
        {notes.map((note) => (
          <p key={note} class="note">
            {note}
          </p>
        ))}
        {!state.hintDismissed && apps.some((app) => bridge[app].isStandIn) && (
          <div class="hint">
            <p>{adviceFor(bridge)}</p>
            <CloseButton label="Hide this advice" onClick={() => actions.set({ hintDismissed: true })} />
          </div>
        )}
      </div>
      {apps.length > 1 && <AppSwitch apps={apps} open={open} actions={actions} />}
      <div class="apps" style={{ '--apps': apps.length }}>
        {apps.map((app) => (
          <Pane key={app} {...props} app={app} />
        ))}
      </div>
    </div>
  );
}
