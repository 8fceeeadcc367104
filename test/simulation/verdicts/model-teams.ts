import type { Chat, ChatAnswer, MessageRef } from '../../../lib/chats/shared/chat.ts';
import { kindOfRefusal } from '../../../lib/chats/teams/errors.ts';
import type { Card, TeamsMessage } from '../../../lib/chats/teams/message.ts';
import type { Closing } from './history.ts';
import type { Instance, World } from './world.ts';

export interface TeamsPost {
  readonly channel: string;
  readonly conversation: string;
  readonly activity: string;
  /** The conversation of the thread that it is in; null for what began one. */
  readonly under: string | null;
  readonly mark: string;
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

/** What the channels of Teams show, and how it answers. Nothing in it can be looked for. */
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
      post: (channel, message, { mark, thread }) =>
        trying('post', () => this.#post(channel, message, mark, thread)),
      update: (ref, message) => trying('update', () => this.#update(ref, message)),
      find: async () => ({ is: 'ok', value: { is: 'cannot-look' } }),
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

  #post(channel: string, message: TeamsMessage, mark: string, thread?: MessageRef): ChatAnswer<MessageRef> {
    const { say, count } = this.#world;
    const root = thread && this.posts.find(({ conversation }) => conversation === thread.conversation);
    if (thread && root?.deleted !== false) return GONE;
    const activity = String(1_000 + this.posts.length);
    const conversation = root?.conversation ?? `${channel};messageid=${activity}`;
    const said = { message, privately: new Map<string, Card>(), deleted: false };
    this.posts.push({ ...said, channel, conversation, activity, under: root?.conversation ?? null, mark });
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
