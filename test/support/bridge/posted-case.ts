import type { InspectedMessage } from '../../../local/slack/show-message.ts';
import type { BridgeWorld } from './bridge-world.ts';
import { found } from './eventually.ts';
import { channelOf, personOf } from './lanes.ts';

/** A case and the channel where it is to be seen. */
export interface PostedCase {
  readonly id: string;
  readonly lane: string;
  readonly channel: string;
}

/** Opens a case whose messages go into this lane. */
export async function openCase(world: BridgeWorld, lane: string, fields: object = {}): Promise<PostedCase> {
  const id = await world.newCase({ user_email: personOf(lane), ...fields });
  return { id, lane, channel: channelOf(lane) };
}

/** The same, and waits until it stands in its channel. */
export async function postCase(world: BridgeWorld, lane: string, fields: object = {}): Promise<PostedCase> {
  const posted = await openCase(world, lane, fields);
  await messageOf(world, posted);
  return posted;
}

/** What people see of a message, in one line. */
export const says = ({ shown }: Pick<InspectedMessage, 'shown'>): string => shown.join('');

/** What can be pressed on it. */
export const buttonsOf = ({ blocks }: Pick<InspectedMessage, 'blocks'>): string[] =>
  blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements as { action_id: string }[])
    .map(({ action_id }) => action_id);

const isAbout =
  ({ id }: PostedCase) =>
  (message: InspectedMessage): boolean =>
    says(message).includes(`case ${id.slice(0, 8)}`);

/** Every message of the case in its channel: there should be one. */
export const messagesOf = ({ slack }: BridgeWorld, posted: PostedCase): InspectedMessage[] =>
  slack.messages(posted.channel).filter(isAbout(posted));

/** Its message, once it is there; where a storm swept it away, in the thread of the digest. */
export const messageOf = (world: BridgeWorld, posted: PostedCase): Promise<InspectedMessage> =>
  found(() => {
    const [message] = messagesOf(world, posted);
    return message ?? inThreads(world, posted).find(isAbout(posted));
  }, `the message of case ${posted.id}`);

const inThreads = ({ slack }: BridgeWorld, { channel }: PostedCase): InspectedMessage[] =>
  slack.messages(channel).flatMap(({ ts }) => slack.thread(channel, ts));

/** Its message, once it says this. */
export const messageSaying = (
  world: BridgeWorld,
  posted: PostedCase,
  words: string | RegExp,
): Promise<InspectedMessage> => {
  const isSaid = (text: string) => (typeof words === 'string' ? text.includes(words) : words.test(text));
  let last = 'nothing';
  return found(async () => {
    const message = await messageOf(world, posted);
    last = says(message);
    return isSaid(last) ? message : undefined;
  }, `"${words}" on case ${posted.id}`).catch((error) => {
    throw new Error(`${error.message}; it says: ${last}`);
  });
};

/** What stands in its thread. */
export const threadOf = async (world: BridgeWorld, posted: PostedCase): Promise<string[]> => {
  const { ts } = await messageOf(world, posted);
  return world.slack.thread(posted.channel, ts).map(says);
};
