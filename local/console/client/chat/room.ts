import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { noteWhereOneIs } from '../shell/pinned.ts';
import { empty } from '../shell/placeholders.ts';
import type { Room } from '../state/rooms.ts';
import type { App, SlackSaid, State, TeamsSaid } from '../state/state.ts';
import { amount, counted } from '../words/amount.ts';
import { timeElement } from '../words/time-element.ts';
import { slackContent } from './slack-message.ts';
import { teamsContent } from './teams-message.ts';

export type Said = SlackSaid | TeamsSaid;

const initials = (name: string): string =>
  name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');

const contentOf = (message: Said, actions: Actions): VNode =>
  'html' in message ? slackContent(message, actions) : teamsContent(message, actions);

function byline(message: Said, { nowMs }: State): VNode {
  const { author, bot, edited, onlyYou, atMs } = message;
  return h(
    'header',
    { class: 'byline' },
    h('strong', {}, author),
    bot && h('span', { class: 'badge' }, 'app'),
    timeElement(atMs, nowMs),
    edited && h('span', { class: 'soft' }, 'edited'),
    onlyYou && h('span', { class: 'badge only-you' }, 'only you see this'),
  );
}

function thread(app: App, message: Said, replies: readonly Said[], state: State, actions: Actions): VNode[] {
  const count = Math.max(message.replies, replies.length);
  if (count === 0) return [];
  const key = `${app}/${message.channel}/${message.key}`;
  const open = state.openThreads.has(key);
  const missing = count - replies.length;
  // What the bridge says to this person alone answers something they did: it is not for them to look for.
  const shown = open ? replies : replies.filter(({ onlyYou }) => onlyYou).slice(-1);
  return [
    h(
      'button',
      {
        type: 'button',
        class: 'thread-toggle',
        'aria-expanded': open ? 'true' : 'false',
        on: { click: () => actions.toggleThread(key) },
      },
      counted(count, 'reply', 'replies'),
    ),
    ...(shown.length > 0
      ? [
          h(
            'div',
            { class: 'thread', role: 'group', 'aria-label': 'Replies' },
            open &&
              missing > 0 &&
              h('p', { class: 'soft' }, `${counted(missing, 'earlier reply', 'earlier replies')} not shown`),
            shown.map((reply) => said(app, reply, [], state, actions)),
          ),
        ]
      : []),
  ];
}

function said(app: App, message: Said, replies: readonly Said[], state: State, actions: Actions): VNode {
  const busy = state.busy.has(`${app}/${message.channel}/${message.key}`);
  return h(
    'article',
    {
      key: message.key,
      class: `said-by ${message.bot ? 'bot' : 'human'}${message.onlyYou ? ' private' : ''}`,
      'data-key': message.key,
      'data-refocus': true,
      tabindex: -1,
      'aria-label': `${message.author}: ${message.text}`.slice(0, 200),
      'aria-busy': busy ? 'true' : 'false',
    },
    h('div', { class: 'avatar', 'aria-hidden': 'true' }, initials(message.author)),
    h(
      'div',
      { class: 'body' },
      byline(message, state),
      contentOf(message, actions),
      ...thread(app, message, replies, state, actions),
    ),
  );
}

/** The latest messages of a channel, oldest first, as chats have them. */
export function room(
  app: App,
  { id, name, total, messages, threads }: Room<Said>,
  state: State,
  actions: Actions,
): VNode {
  const earlier = total - messages.length;
  return h(
    'div',
    {
      key: `${app}/${id}`,
      class: 'messages',
      role: 'log',
      'aria-live': 'off',
      'aria-label': `Messages in ${name}`,
      tabindex: 0,
      'data-pinned': true,
      on: { scroll: ({ currentTarget }: { currentTarget: HTMLElement }) => noteWhereOneIs(currentTarget) },
    },
    earlier > 0 && h('p', { key: 'earlier', class: 'earlier' }, `${amount(earlier)} earlier`),
    messages.length === 0
      ? empty('Nothing was posted here yet.', 'What the bridge posts appears by itself.')
      : messages.map((message) => said(app, message, threads.get(message.key) ?? [], state, actions)),
    h('button', { type: 'button', class: 'to-end', on: { click: goToEnd } }, 'To the newest'),
  );
}

const goToEnd = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
  const list = currentTarget.closest<HTMLElement>('[data-pinned]');
  list?.focus({ preventScroll: true });
  list?.scrollTo({ top: list.scrollHeight });
};
