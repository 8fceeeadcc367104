import type { Message } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { Moment } from '../shell/building-blocks.tsx';
import { markAway } from '../shell/keep-scroll.ts';
import { Empty } from '../shell/placeholders.tsx';
import type { Room } from '../state/rooms.ts';
import type { App, State } from '../state/state.ts';
import { amount, counted } from '../words/amount.ts';
import { MessageContent } from './message-content.tsx';
import { messageName } from './message-name.ts';

interface ListProps {
  readonly app: App;
  readonly state: State;
  readonly actions: Actions;
}
type MessageProps = ListProps & { readonly message: Message; readonly replies?: readonly Message[] };

const initials = (name: string): string =>
  name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');

const keyOf = ({ app, message: { channel, key } }: MessageProps): string => `${app}/${channel}/${key}`;

const Byline = ({ message, state }: MessageProps) => (
  <header class="byline">
    <strong>{message.author}</strong>
    {message.bot && <span class="badge">app</span>}
    <Moment atMs={message.atMs} nowMs={state.nowMs} />
    {message.edited && <span class="soft">edited</span>}
    {message.onlyYou && <span class="badge only-you">only you see this</span>}
  </header>
);

function Thread(props: MessageProps) {
  const { message, replies = [], state, actions } = props;
  const count = Math.max(message.replies, replies.length);
  if (count === 0) return null;
  const open = state.openThreads.has(keyOf(props));
  const missing = count - replies.length;
  // A message to this person alone answers something they did: they should not have to look for it.
  const shown = open ? replies : replies.filter(({ onlyYou }) => onlyYou).slice(-1);
  return (
    <>
      <button
        type="button"
        class="thread-toggle"
        aria-expanded={open}
        onClick={() => actions.toggleThread(keyOf(props))}
      >
        {counted(count, 'reply', 'replies')}
      </button>
      {shown.length > 0 && (
        <div class="thread" role="group" aria-label="Replies">
          {open && missing > 0 && (
            <p class="soft">{`${counted(missing, 'earlier reply', 'earlier replies')} not shown`}</p>
          )}
          {shown.map((reply) => (
            <MessageRow key={reply.key} {...props} message={reply} replies={[]} />
          ))}
        </div>
      )}
    </>
  );
}

function MessageRow(props: MessageProps) {
  const { message, state, actions } = props;
  return (
    <article
      class={`said-by ${message.bot ? 'bot' : 'human'}${message.onlyYou ? ' private' : ''}`}
      data-key={message.key}
      data-refocus
      tabindex={-1}
      aria-label={messageName(message)}
      aria-busy={state.busy.has(keyOf(props))}
    >
      <div class="avatar" aria-hidden="true">
        {initials(message.author)}
      </div>
      <div class="body">
        <Byline {...props} />
        <MessageContent message={message} actions={actions} />
        <Thread {...props} />
      </div>
    </article>
  );
}

export const ToEnd = () => (
  <button type="button" class="to-end" onClick={goToEnd}>
    To the newest
  </button>
);

function goToEnd({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  const list = currentTarget.closest('.app')?.querySelector<HTMLElement>('[data-pinned]');
  list?.focus({ preventScroll: true });
  list?.scrollTo({ top: list.scrollHeight });
}

/** The latest messages of a channel, oldest first, as in chats. */
export function MessageList({ room, ...props }: ListProps & { readonly room: Room }) {
  const { name, total, messages, threads } = room;
  const earlier = total - messages.length;
  return (
    <div
      class="messages"
      role="log"
      aria-live="off"
      aria-label={`Messages in ${name}`}
      tabindex={0}
      data-pinned
      onScroll={({ currentTarget }) => markAway(currentTarget)}
    >
      {earlier > 0 && props.state.drawn >= messages.length && (
        <p class="earlier">
          <button
            type="button"
            class="quiet"
            aria-busy={props.state.busy.has(`earlier/${props.app}/${room.id}`)}
            onClick={() => void props.actions.loadEarlier(props.app, room)}
          >
            {`Show earlier ones (${amount(earlier)})`}
          </button>
        </p>
      )}
      {messages.length === 0 && (
        <Empty title="The bridge has posted nothing here yet." more="What it posts appears by itself." />
      )}
      {messages.slice(-props.state.drawn).map((message) => (
        <MessageRow key={message.key} {...props} message={message} replies={threads.get(message.key) ?? []} />
      ))}
    </div>
  );
}
