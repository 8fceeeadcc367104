import type { Fields } from '../../../local/stand-in-kit/fields.ts';
import { actionsOf } from '../../../local/teams/cards/walk-card.ts';
import type { ShownMessage } from '../../../local/teams/show-message.ts';
import { eventually, found } from './eventually.ts';
import { personOf } from './lanes.ts';
import { type PostedCase, says } from './posted-case.ts';
import { type TeamsWorld, teamsChannelOf } from './teams-world.ts';

/** A case by its lane: its channel follows from that. */
export type LaneCase = Pick<PostedCase, 'id' | 'lane'>;

/** Opens a case whose cards go into this lane. */
export async function openInTeams(world: TeamsWorld, lane: string, fields: object = {}): Promise<PostedCase> {
  const id = await world.newCase({ user_email: personOf(lane), ...fields });
  return { id, lane, channel: teamsChannelOf(lane) };
}

/** The same, and waits until it stands in its channel. */
export async function postInTeams(world: TeamsWorld, lane: string, fields: object = {}): Promise<PostedCase> {
  const posted = await openInTeams(world, lane, fields);
  await cardOf(world, posted);
  return posted;
}

const isAbout =
  ({ id }: LaneCase) =>
  (message: ShownMessage): boolean =>
    says(message).includes(`case ${id.slice(0, 8)}`);

/** Every card of the case in its channel: there should be one. */
export const cardsOf = ({ teams }: TeamsWorld, posted: LaneCase): ShownMessage[] =>
  teams.messages(teamsChannelOf(posted.lane)).filter(isAbout(posted));

/** Its card, once it is there; where a storm swept it away, in the thread of the digest. */
export const cardOf = (world: TeamsWorld, posted: LaneCase): Promise<ShownMessage> =>
  found(
    () => cardsOf(world, posted)[0] ?? inThreads(world, posted).find(isAbout(posted)),
    `the card of case ${posted.id}`,
  );

const inThreads = ({ teams }: TeamsWorld, { lane }: LaneCase): ShownMessage[] => {
  const channel = teamsChannelOf(lane);
  return teams.messages(channel).flatMap(({ id }) => teams.thread(channel, id));
};

/** Its card, once it says this to everybody. */
export function cardSaying(
  world: TeamsWorld,
  posted: LaneCase,
  words: string | RegExp,
): Promise<ShownMessage> {
  let last = 'nothing';
  return found(async () => {
    const message = await cardOf(world, posted);
    last = says(message);
    return last.search(typeof words === 'string' ? literally(words) : words) < 0 ? undefined : message;
  }, `"${words}" on case ${posted.id}`).catch((error) => {
    throw new Error(`${error.message}; it says: ${last}`);
  });
}

const literally = (words: string): RegExp => new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** What stands under it. */
export async function repliesTo(world: TeamsWorld, posted: LaneCase): Promise<string[]> {
  const { channel, root } = await cardOf(world, posted);
  return world.teams.thread(channel, root).map(says);
}

/** The same, once it holds these words. */
export const replySaying = (world: TeamsWorld, posted: LaneCase, words: string): Promise<string> =>
  eventually(async () => {
    const replies = await repliesTo(world, posted);
    const reply = replies.find((text) => text.includes(words));
    if (reply === undefined) throw new Error(`"${words}" is not under it; only: ${replies.join(' | ')}`);
    return reply;
  });

/** What can be pressed on a card, and on those that unfold from it. */
export const verbsIn = (card: Fields | undefined): string[] =>
  actionsOf(card ?? {}).flatMap(({ action: { verb } }) => (typeof verb === 'string' ? [verb] : []));

export const verbsOf = ({ cards }: Pick<ShownMessage, 'cards'>): string[] => verbsIn(cards[0]);

/** The card as this person sees it now, in words. */
export async function seenBy(world: TeamsWorld, posted: LaneCase, userId: string): Promise<string> {
  const { channel, id } = await cardOf(world, posted);
  return says(world.teams.readCard(world.teams.cardFor(channel, id, userId) ?? {}));
}

/** The events that its form offers, by id. */
export const offeredIn = ({ cards }: Pick<ShownMessage, 'cards'>): string[] => {
  const form = actionsOf(cards[0] ?? {}).find(({ action }) => action.verb === 'verdict:form');
  const inputs = (form?.cards.at(-1)?.body ?? []) as Fields[];
  const { choices = [] } = inputs.find(({ id }) => id === 'events') ?? {};
  return (choices as { value: string }[]).map(({ value }) => value);
};
