import type { InspectedMessage } from '../../../local/slack/show-message.ts';
import type { ShownMessage } from '../../../local/teams/show-message.ts';
import { waitFor } from '../wait-for.ts';
import type { BridgeWorld } from './bridge-world.ts';
import { channelOf } from './places.ts';
import { type Shown, says } from './posted-case.ts';
import { untilTaken } from './until-taken.ts';

/** What only this person was told in a lane of Slack. */
export const toldIn = ({ slack }: BridgeWorld, lane: string, userId: string): InspectedMessage[] =>
  slack.ephemeral(userId).filter(({ channel }) => channel === channelOf(lane));

/** Types a command in a lane of Slack, and again where the function was too slow, as a person would. */
export const type = (world: BridgeWorld, lane: string, userId: string, text: string) =>
  untilTaken(
    () => world.slack.command({ command: '/posture', text, userId, channelId: channelOf(lane) }),
    ({ seen }) => seen.some(({ what }) => what === 'error'),
  );

const holds = (message: Shown, words: string | RegExp): boolean =>
  typeof words === 'string' ? says(message).includes(words) : words.test(says(message));

/** The private message that holds these words, once it is there. */
export const answerHolding = (
  world: BridgeWorld,
  lane: string,
  userId: string,
  words: string | RegExp,
): Promise<InspectedMessage> =>
  waitFor(() => {
    const told = toldIn(world, lane, userId);
    const answer = told.findLast((message) => holds(message, words));
    if (answer === undefined) throw new Error(`no "${words}"; only: ${told.map(says).join(' | ')}`);
    return answer;
  });

/** Types a command and waits for the answer that holds these words. */
export async function ask(
  world: BridgeWorld,
  lane: string,
  userId: string,
  text: string,
  words: string | RegExp,
) {
  await type(world, lane, userId, text);
  return answerHolding(world, lane, userId, words);
}

/** What stands in the chat of somebody with the bot in Teams, and was said by the bot. */
export const toldInTeams = ({ teams }: BridgeWorld, userId: string): ShownMessage[] =>
  teams.personal(userId).filter(({ from }) => from === 'bot');

export const answerInTeams = (
  world: BridgeWorld,
  userId: string,
  words: string | RegExp,
): Promise<ShownMessage> =>
  waitFor(() => {
    const told = toldInTeams(world, userId);
    const answer = told.findLast((message) => holds(message, words));
    if (answer === undefined) throw new Error(`no "${words}"; only: ${told.map(says).join(' | ')}`);
    return answer;
  });

/** Writes to the bot alone, and waits for the answer that holds these words. */
export async function askInTeams(world: BridgeWorld, userId: string, text: string, words: string | RegExp) {
  await untilTaken(
    () => world.teams.write({ userId, text }),
    () => false,
  );
  return answerInTeams(world, userId, words);
}
