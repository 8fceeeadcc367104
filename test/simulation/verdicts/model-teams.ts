import type { Chat, ChatAnswer, MessageRef } from '../../../lib/chats/shared/chat.ts';
import { createTeamsChat, type Look } from '../../../lib/chats/teams/chat.ts';
import type { Connector } from '../../../lib/chats/teams/connector.ts';
import { kindOfRefusal } from '../../../lib/chats/teams/errors.ts';
import { createFindCard } from '../../../lib/chats/teams/find-card.ts';
import { activityOf, type Card, type TeamsMessage } from '../../../lib/chats/teams/message.ts';
import type { HttpAnswer } from '../../../lib/platform/http/transport.ts';
import type { Closing } from './history.ts';
import type { Instance, World } from './world.ts';

export interface TeamsPost {
  readonly channel: string;
  readonly conversation: string;
  readonly activity: string;
  /** The conversation of the thread that it is in; null for what began one. */
  readonly under: string | null;
  readonly mark: string;
  /** It calls people. */
  readonly calls: boolean;
  readonly atMs: number;
  message: TeamsMessage;
  /** Cards that took its place for one person, until it changes for all. */
  readonly privately: Map<string, Card>;
  deleted: boolean;
}

const GONE: ChatAnswer<never> = {
  is: 'refused',
  code: 'gone',
  kind: 'place',
  reason: 'no: gone',
  messageGone: true,
};

/** Looking asks Graph alone. */
const NO_CONNECTOR = {} as Connector;

/** The same troubles, as Teams calls them. */
function closedAnswer(code: Closing['code']): ChatAnswer<never> {
  const named = {
    token_revoked: 'invalid_client',
    not_in_channel: 'BotNotInConversationRoster',
    is_archived: 'Forbidden',
    missing_scope: 'unauthorized_client',
    a_code_of_tomorrow: 'ACodeOfTomorrow',
  }[code];
  return {
    is: 'refused',
    code: named,
    kind: kindOfRefusal(named),
    reason: `no: ${named}`,
    messageGone: false,
  };
}

const APP_ID = 'b0700000-0000-4000-8000-000000000001';
const GROUP = '9a090000-0000-4000-8000-000000000001';
/** Graph shows what is new after so long at the latest: the bridge looks after 15 seconds. */
const GRAPH_LAG_MS = 5_000;
const GRAPH_PAGE = 3;

/** What the channels of Teams show, and how it answers. It can be read where the history says so, through Graph. */
export class ModelTeams {
  readonly posts: TeamsPost[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  at({ conversation, activity }: MessageRef): TeamsPost | undefined {
    return this.posts.find((post) => post.conversation === conversation && post.activity === activity);
  }

  chat(process: Instance): Chat<TeamsMessage> {
    const { call } = this.#world;
    const trying = <Value>(what: string, effect: () => ChatAnswer<Value>) =>
      call(process, `teams ${what}`, () => this.#withTrouble(what, effect));
    return {
      post: (channel, message, { mark, thread, mentions = [] }) =>
        trying('post', () => this.#post(channel, message, mark, thread, mentions.length > 0)),
      update: (ref, message) => trying('update', () => this.#update(ref, message)),
      find: createTeamsChat(NO_CONNECTOR, { serviceUrlOf: async () => null, look: this.#look(process) }).find,
    };
  }

  /** As the bridge looks, page by page. */
  #look(process: Instance): Look {
    const { call } = this.#world;
    const { clock } = process;
    const findCard = createFindCard({
      appId: APP_ID,
      clock,
      call: ({ path }) => call(process, 'graph', () => this.#graph(path)),
    });
    return (channel, mark, where) => findCard({ group: GROUP, channel, mark, ...where });
  }

  #graph(path: string): HttpAnswer {
    const { isTroubled, chance, history, random, count, closedBecause, time } = this.#world;
    if (isTroubled() && chance(history.slackFaults)) {
      count('faults');
      return { status: random() < 0.5 ? 429 : 500, headers: { 'retry-after': '5' }, body: '' };
    }
    const isClosed = !history.small && closedBecause('other') !== null;
    if (!history.readable || isClosed) return { status: 403, headers: {}, body: '' };
    const [, channel = '', root] =
      /\/channels\/([^/]+)\/messages(?:\/(\d+)\/replies|\/delta)?\?/.exec(path) ?? [];
    const under = root === undefined ? null : `${decodeURIComponent(channel)};messageid=${root}`;
    const first = this.posts.find(
      (post) => under !== null && post.conversation === under && post.under === null,
    );
    if (under !== null && first?.deleted !== false) return { status: 404, headers: {}, body: '' };
    const seen = this.posts.filter(
      (post) =>
        post.channel === decodeURIComponent(channel) &&
        post.under === under &&
        !post.deleted &&
        post.atMs <= time.nowMs - GRAPH_LAG_MS,
    );
    const skip = Number(/[?&]skip=(\d+)/.exec(path)?.[1] ?? 0);
    const value = seen.slice(skip, skip + GRAPH_PAGE).map((post) => ({
      id: post.activity,
      from: { application: { id: APP_ID } },
      attachments: activityOf(post.message, post.mark).attachments.map(({ contentType, content }) => ({
        contentType,
        content: JSON.stringify(content),
      })),
    }));
    const more = skip + GRAPH_PAGE < seen.length;
    const next = `${path.replace(/[?].*/, '')}?skip=${skip + GRAPH_PAGE}`;
    return {
      status: 200,
      headers: {},
      body: JSON.stringify({ value, ...(more && { '@odata.nextLink': next }) }),
    };
  }

  #withTrouble<Value>(what: string, effect: () => ChatAnswer<Value>): ChatAnswer<Value> {
    const { isTroubled, chance, history, random, count, say, closedBecause } = this.#world;
    const code = history.small ? null : closedBecause('other');
    if (code) return closedAnswer(code);
    if (!isTroubled() || !chance(history.slackFaults)) return effect();
    count('faults');
    const kind = Math.floor(random() * 4);
    say(
      () =>
        `Teams: ${what} ${['is taken without an answer', 'gets no answer', 'is too much', 'is down'][kind]}`,
    );
    if (kind === 0) effect();
    if (kind < 2) return { is: 'unknown', reason: 'no answer' };
    return kind === 2
      ? { is: 'busy', retryAfterMs: 1_000 + Math.floor(random() * 20_000) }
      : { is: 'failed', reason: 'down' };
  }

  #post(
    channel: string,
    message: TeamsMessage,
    mark: string,
    thread: MessageRef | undefined,
    calls: boolean,
  ): ChatAnswer<MessageRef> {
    const { say, count, time } = this.#world;
    const root = thread && this.posts.find(({ conversation }) => conversation === thread.conversation);
    if (thread && root?.deleted !== false) return GONE;
    const activity = String(1_000 + this.posts.length);
    const conversation = root?.conversation ?? `${channel};messageid=${activity}`;
    const said = { message, privately: new Map<string, Card>(), deleted: false };
    const where = { channel, conversation, activity, under: root?.conversation ?? null };
    this.posts.push({ ...said, ...where, mark, calls, atMs: time.nowMs });
    count('posts in Teams');
    say(() => `${channel} shows ${mark}${root ? ' in a thread' : ''} at ${activity}: ${message.summary}`);
    return { is: 'ok', value: { conversation, activity } };
  }

  #update(ref: MessageRef, message: TeamsMessage): ChatAnswer<null> {
    const post = this.at(ref);
    if (!post || post.deleted) return GONE;
    post.message = message;
    post.privately.clear();
    this.#world.count('updates in Teams');
    this.#world.say(() => `${post.channel} at ${post.activity} now shows: ${message.summary}`);
    return { is: 'ok', value: null };
  }
}
