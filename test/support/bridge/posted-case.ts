import { ASK_VERB } from '../../../lib/chats/document/case-questions.ts';
import { EVIDENCE_VERB } from '../../../lib/chats/document/press.ts';
import type { InspectedMessage } from '../../../local/slack/show-message.ts';
import type { Fields } from '../../../local/stand-in-kit/fields.ts';
import { actionsOf } from '../../../local/teams/cards/walk-card.ts';
import type { ShownMessage } from '../../../local/teams/show-message.ts';
import { found, waitFor } from '../wait-for.ts';
import type { BridgeWorld } from './bridge-world.ts';
import { channelOf, personOf, teamsChannelOf } from './places.ts';

export type Shown = Pick<InspectedMessage, 'shown'>;

/** How a chat is looked at. */
export interface ChatView<Message extends Shown> {
  channelOf(lane: string): string;
  messages(world: BridgeWorld, channel: string): Message[];
  /** What stands under a message. */
  under(world: BridgeWorld, message: Message): Message[];
}

export const SLACK: ChatView<InspectedMessage> = {
  channelOf,
  messages: ({ slack }, channel) => slack.messages(channel),
  under: ({ slack }, { channel, ts }) => slack.thread(channel, ts),
};

export const TEAMS: ChatView<ShownMessage> = {
  channelOf: teamsChannelOf,
  messages: ({ teams }, channel) => teams.messages(channel),
  under: ({ teams }, { channel, root }) => teams.thread(channel, root),
};

/** A case and the channel where it is to be seen. */
export interface PostedCase<Message extends Shown = InspectedMessage> {
  readonly id: string;
  readonly lane: string;
  readonly channel: string;
  readonly chat: ChatView<Message>;
}

/** The same case where it is shown in Teams. */
export const inTeams = ({ id, lane }: Pick<PostedCase, 'id' | 'lane'>): PostedCase<ShownMessage> =>
  caseIn(TEAMS, lane, id);

export const caseIn = <Message extends Shown>(
  chat: ChatView<Message>,
  lane: string,
  id: string,
): PostedCase<Message> => ({ id, lane, channel: chat.channelOf(lane), chat });

const open =
  <Message extends Shown>(chat: ChatView<Message>) =>
  async (world: BridgeWorld, lane: string, fields: object = {}): Promise<PostedCase<Message>> =>
    caseIn(chat, lane, await world.newCase({ user_email: personOf(lane), ...fields }));

const post =
  <Message extends Shown>(chat: ChatView<Message>) =>
  async (world: BridgeWorld, lane: string, fields: object = {}): Promise<PostedCase<Message>> => {
    const posted = await open(chat)(world, lane, fields);
    await messageOf(world, posted);
    return posted;
  };

/** Opens a case whose messages go into this lane. */
export const [openCase, openInTeams] = [open(SLACK), open(TEAMS)];

/** The same, and waits until it stands in its channel. */
export const [postCase, postInTeams] = [post(SLACK), post(TEAMS)];

/** What people see of a message, in one line. */
export const says = ({ shown }: Shown): string => shown.join('');

/** What does something to a case, of what can be pressed on a message of Slack: a look at its evidence or a question does not. */
export const buttonsOf = ({ blocks }: Pick<InspectedMessage, 'blocks'>): string[] =>
  blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements as { action_id: string }[])
    .map(({ action_id }) => action_id)
    .filter((verb) => verb !== EVIDENCE_VERB && verb !== ASK_VERB);

/** What can be pressed on a card, and on those that unfold from it. */
export const verbsOf = ({ cards: [card] }: Pick<ShownMessage, 'cards'>): string[] =>
  actionsOf(card ?? {}).flatMap(({ action: { verb } }) => (typeof verb === 'string' ? [verb] : []));

const isAbout =
  ({ id }: Pick<PostedCase, 'id'>) =>
  (message: Shown): boolean =>
    says(message).includes(`case ${id.slice(0, 8)}`);

/** Every message of the case in its channel: there should be one. */
export const messagesOf = <Message extends Shown>(world: BridgeWorld, posted: PostedCase<Message>) =>
  posted.chat.messages(world, posted.channel).filter(isAbout(posted));

/** Its message, once it is there; where a storm swept it away, in the thread of the digest. */
export const messageOf = <Message extends Shown>(
  world: BridgeWorld,
  posted: PostedCase<Message>,
): Promise<Message> =>
  found(() => {
    const [message] = messagesOf(world, posted);
    const { chat, channel } = posted;
    const swept = () => chat.messages(world, channel).flatMap((one) => chat.under(world, one));
    return message ?? swept().find(isAbout(posted));
  }, `the message of case ${posted.id}`);

/** Its message, once it says this to everybody. */
export const messageSaying = <Message extends Shown>(
  world: BridgeWorld,
  posted: PostedCase<Message>,
  words: string | RegExp,
): Promise<Message> =>
  waitFor(async () => {
    const message = await messageOf(world, posted);
    const text = says(message);
    if (typeof words === 'string' ? text.includes(words) : words.test(text)) return message;
    throw new Error(`"${words}" is not on case ${posted.id}; it says: ${text}`);
  });

/** What stands under it. */
export const threadOf = async <Message extends Shown>(world: BridgeWorld, posted: PostedCase<Message>) =>
  posted.chat.under(world, await messageOf(world, posted)).map(says);

/** The same, once something there holds these words. */
export const replySaying = <Message extends Shown>(
  world: BridgeWorld,
  posted: PostedCase<Message>,
  words: string,
): Promise<string> =>
  waitFor(async () => {
    const replies = await threadOf(world, posted);
    const reply = replies.find((text) => text.includes(words));
    if (reply === undefined) throw new Error(`"${words}" is not under it; only: ${replies.join(' | ')}`);
    return reply;
  });

/** The card as this person sees it now, in words. */
export async function seenBy(
  world: BridgeWorld,
  posted: PostedCase<ShownMessage>,
  userId: string,
): Promise<string> {
  const { channel, id } = await messageOf(world, posted);
  return says(world.teams.readCard(world.teams.cardFor(channel, id, userId) ?? {}));
}

/** The events that the form of a card offers, by id. */
export const offeredIn = ({ cards }: Pick<ShownMessage, 'cards'>): string[] => {
  const form = actionsOf(cards[0] ?? {}).find(({ action }) => action.verb === 'verdict:form');
  const inputs = (form?.cards.at(-1)?.body ?? []) as Fields[];
  const { choices = [] } = inputs.find(({ id }) => id === 'events') ?? {};
  return (choices as { value: string }[]).map(({ value }) => value);
};
