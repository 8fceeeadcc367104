import { html } from 'hono/html';
import { showBlocks } from '../../../local/slack/html/show-blocks.ts';
import { showText } from '../../../local/slack/html/show-text.ts';
import type { Slack } from '../../../local/slack/server.ts';
import { EARLIER_MESSAGES, inOrder, MOST_MESSAGES, type SlackView } from '../../chat/chats.ts';
import type { Message, SlackModal } from '../../wire.ts';

const MOST_REPLIES = 50;

type Inspected = NonNullable<ReturnType<Slack['message']>>;

/** Slack as one person sees it, rendered by the stand-in. */
export function createSlackView(slack: Slack, now: () => number): SlackView {
  const { names, people, channels } = slack.directory;
  const shown = () => ({ names, nowMs: now() });

  function draw(message: Inspected): Message {
    const { channel, ts, text, blocks, edits, onlyFor, broadcast } = message;
    const { user, thread_ts: thread, reply_count: replies } = message as Readonly<Record<string, unknown>>;
    const author = people.get(String(user));
    const body = blocks.length
      ? showBlocks(blocks, shown())
      : html`<p>${showText({ type: 'mrkdwn', text }, names)}</p>`;
    return {
      channel,
      key: ts,
      atMs: Math.floor(Number(ts) * 1_000),
      author: author?.displayName ?? String(user),
      bot: author?.isBot ?? false,
      edited: edits > 0,
      onlyYou: onlyFor !== null,
      root: typeof thread === 'string' && thread !== ts ? thread : null,
      broadcast,
      replies: Number(replies ?? 0),
      html: String(html`${body}`),
      text: showText({ type: 'mrkdwn', text }, names),
    };
  }

  function withReplies(channel: string, latest: readonly Inspected[]): Inspected[] {
    const replies = latest.flatMap((one) =>
      'reply_count' in one ? slack.thread(channel, one.ts).slice(-MOST_REPLIES) : [],
    );
    const byTs = new Map([...latest, ...replies].map((one) => [one.ts, one]));
    return [...byTs.values()];
  }

  const channelMessages = (channel: string) => ({
    total: slack.countMessages(channel),
    messages: withReplies(channel, slack.messages(channel, MOST_MESSAGES)),
  });

  function modal(slackId: string | undefined): SlackModal | null {
    const view = slackId === undefined ? undefined : slack.viewOf(slackId);
    if (!view) return null;
    const { title, submit, close } = view as unknown as Record<string, { text?: string } | null>;
    return {
      viewId: view.id,
      title: title?.text ?? '',
      submit: submit?.text ?? null,
      close: close?.text ?? 'Close',
      html: String(html`${showBlocks(view.blocks, shown(), view.errors)}`),
    };
  }

  return {
    state(slackId) {
      const own = slackId === undefined ? [] : slack.ephemeral(slackId).slice(-MOST_MESSAGES);
      const found = [...channels.values()].map(({ id, name }) => ({ id, name, ...channelMessages(id) }));
      const all = [...found.flatMap(({ messages }) => messages), ...own];
      return {
        channels: found.map(({ id, name, total }) => ({ id, name, total })),
        messages: all.map(draw).sort(inOrder),
      };
    },
    earlier({ channel, key }) {
      const all = slack.messages(channel, slack.countMessages(channel));
      const before = all.filter(({ ts }) => Number(ts) < Number(key)).slice(-EARLIER_MESSAGES);
      return withReplies(channel, before).map(draw).sort(inOrder);
    },
    message({ channel, key }, slackId) {
      const message = slack.message(channel, key);
      if (!message) return 'gone';
      return message.onlyFor === null || message.onlyFor === slackId ? draw(message) : 'hidden';
    },
    modal,
  };
}
