import { refused } from '../../outbox/chat-call.ts';
import type { Chat, ChatAnswer, Found, MessageRef } from '../../outbox/chat-port.ts';
import type { SlackAnswer, SlackApi } from './api.ts';
import { withMentions } from './mention.ts';
import type { SlackMessage } from './message.ts';
import { isEditClosed, isMessageGone, kindOfRefusal, mayNotRead } from './refusals.ts';
import { createTableFallback } from './table-fallback.ts';

/** The name under which the mark travels in a message's metadata. */
export const MARK_EVENT = 'posture_bridge_delivery';

/** Slack's clock and ours need not agree. */
const CLOCK_SKEW_MS = 120_000;
/** A post waits for its turn and for its answer, and not longer. */
const LATEST_MS = 60_000;
/** A message has up to 60 KB, with its buttons. To apps that are sold outside of its Marketplace, Slack gives 15 at most. */
const PAGE_SIZE = 50;
const MOST_PAGES = 40;

/** Slack as a place to post to. */
export function createSlackChat(api: SlackApi): Chat<SlackMessage> {
  /** Where a look goes on for which Slack had no time: it may let us read one page a minute. */
  const halfway = new Map<string, { readonly cursor: string | undefined; readonly pages: number }>();

  const send = createTableFallback();

  return {
    async post(channel, message, { mark, thread, broadcast, mentions }) {
      const { text, ...content } = withMentions(message, mentions);
      const answer = await send(content, (blocks) =>
        api.call('chat.postMessage', {
          // A thread stays where it is, also when its destination has moved to another channel.
          channel: thread?.channel ?? channel,
          text,
          blocks,
          metadata: { event_type: MARK_EVENT, event_payload: { mark } },
          unfurl_links: false,
          unfurl_media: false,
          ...(thread && { thread_ts: thread.ts, ...(broadcast && { reply_broadcast: true }) }),
        }),
      );
      if (answer.is !== 'ok') return notTaken(answer);
      const { channel: where, ts } = answer.body;
      // Slack took the message, but did not say where it is: the notifier will look it up by its mark.
      if (typeof where !== 'string' || typeof ts !== 'string') {
        return { is: 'unknown', reason: 'chat.postMessage was taken, but Slack did not say where it is' };
      }
      return { is: 'ok', value: { channel: where, ts } };
    },

    async update({ channel, ts }, { text, ...content }) {
      // `parse` is `client` here unless said otherwise, which makes links and mentions of plain text.
      const answer = await send(content, (blocks) =>
        api.call('chat.update', { channel, ts, text, blocks, parse: 'none' }),
      );
      return answer.is === 'ok' ? { is: 'ok', value: null } : notTaken(answer);
    },

    async find(channel, mark, { sinceMs, thread }) {
      const secondsAt = (ms: number): string => (Math.max(0, ms) / 1000).toFixed(6);
      const where = {
        channel: thread?.channel ?? channel,
        oldest: secondsAt(sinceMs - CLOCK_SKEW_MS),
        latest: secondsAt(sinceMs + LATEST_MS + CLOCK_SKEW_MS),
        include_all_metadata: true,
        limit: PAGE_SIZE,
      };
      const name = `${where.channel} ${mark} ${sinceMs}`;
      const { cursor: first, pages: read } = halfway.get(name) ?? { cursor: undefined, pages: 0 };
      halfway.delete(name);
      let cursor = first;
      for (let page = read; page < MOST_PAGES; page++) {
        const answer = thread
          ? await api.call('conversations.replies', { ...where, ts: thread.ts, cursor })
          : await api.call('conversations.history', { ...where, cursor });
        if (answer.is === 'refused' && mayNotRead(answer.code)) return CANNOT_LOOK;
        if (answer.is === 'refused' && thread && isMessageGone(answer.code)) return ABSENT;
        if (answer.is === 'busy' && page > 0) halfway.set(name, { cursor, pages: page });
        if (answer.is !== 'ok') return notTaken(answer);
        const { messages, response_metadata: next } = answer.body as HistoryPage;
        if (!Array.isArray(messages)) return CANNOT_LOOK;
        const ts = messages.find((message) => readMark(message) === mark)?.ts;
        if (ts !== undefined) return found({ channel: where.channel, ts });
        cursor = next?.next_cursor;
        if (!cursor) return ABSENT;
      }
      // There are more messages than the bridge reads: to call this one absent would be a guess.
      return CANNOT_LOOK;
    },
  };
}

interface HistoryPage {
  readonly messages?: readonly HistoryMessage[];
  readonly response_metadata?: { readonly next_cursor?: string };
}

interface HistoryMessage {
  readonly ts: string;
  readonly metadata?: {
    readonly event_type?: unknown;
    readonly event_payload?: { readonly mark?: unknown };
  };
}

const readMark = (message: HistoryMessage | null): unknown =>
  message?.metadata?.event_type === MARK_EVENT ? message.metadata.event_payload?.mark : undefined;

const ABSENT: ChatAnswer<Found> = { is: 'ok', value: { is: 'absent' } };
const CANNOT_LOOK: ChatAnswer<Found> = { is: 'ok', value: { is: 'cannot-look' } };
const found = (ref: MessageRef): ChatAnswer<Found> => ({ is: 'ok', value: { is: 'found', ref } });

/** Slack's refusal, in the terms of the port. */
export function notTaken(
  answer: Exclude<SlackAnswer, { is: 'ok' }>,
): Exclude<ChatAnswer<never>, { is: 'ok' }> {
  if (answer.is !== 'refused') return answer;
  const { code, reason } = answer;
  const kind = kindOfRefusal(code);
  if (kind === 'for-now') return { is: 'failed', reason };
  const refusal = refused(code, kind, reason, isMessageGone(code));
  return isEditClosed(code) ? { ...refusal, editClosed: true } : refusal;
}
