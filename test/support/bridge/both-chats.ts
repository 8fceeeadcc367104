import { expect } from 'vitest';
import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import { ANNA, BEN, OPS_CHANNEL, startBridgeWorld } from './bridge-world.ts';
import { eventually } from './eventually.ts';
import { channelOf, personOf } from './lanes.ts';
import { verdictsAt } from './platform-view.ts';
import { messageOf, messagesOf, type PostedCase, postCase, says } from './posted-case.ts';
import { cardOf, cardsOf } from './teams-card.ts';
import {
  ADA,
  BO,
  firstPolls,
  startTeamsOfLanes,
  type TeamsWorld,
  teamsChannelOf,
  wakeUp,
  workflowsIn,
} from './teams-world.ts';

/** A bridge with a channel in Slack and one in Teams for each lane: every case is shown in both. */
export async function startBothChats(
  lanes: readonly string[],
  config: Partial<Omit<BridgeInput, 'destinations' | 'routes' | 'slack' | 'teams'>> = {},
): Promise<TeamsWorld> {
  const teams = await startTeamsOfLanes(lanes);
  const world = await startBridgeWorld({
    teams,
    config: {
      verdicts: { allow: { slackUsers: [ANNA, BEN], teamsUsers: [ADA, BO] }, undoSeconds: 0 },
      ...config,
      destinations: {
        ops: { type: 'slack', channel: OPS_CHANNEL },
        ...Object.fromEntries(
          lanes.flatMap((lane) => [
            [`${lane}-slack`, { type: 'slack', channel: channelOf(lane) }],
            [`${lane}-teams`, { type: 'teams', channel: teamsChannelOf(lane) }],
          ]),
        ),
      },
      routes: lanes.map((lane) => ({
        name: lane,
        when: { user: personOf(lane) },
        to: [`${lane}-slack`, `${lane}-teams`],
      })),
    },
    slack: {
      answerTimeoutMs: 30_000,
      channels: [
        { id: OPS_CHANNEL, name: 'ops' },
        ...lanes.map((lane) => ({ id: channelOf(lane), name: lane })),
      ],
    },
  });
  await Promise.all([world.slack.verifyUrl(), wakeUp(teams), firstPolls(world, config.poll?.feeds)]);
  return { ...world, teams, workflowOf: workflowsIn(new Map()) };
}

/** Opens a case and waits until it stands in both. */
export async function postInBoth(world: TeamsWorld, lane: string, fields: object = {}): Promise<PostedCase> {
  const posted = await postCase(world, lane, fields);
  await cardOf(world, posted);
  return posted;
}

/** Until both say this, each in its one message. */
export const bothSay = (world: TeamsWorld, posted: PostedCase, words: string): Promise<void> =>
  eventually(async () => {
    const slack = says(await messageOf(world, posted));
    const teams = says(await cardOf(world, posted));
    for (const [chat, text] of Object.entries({ slack, teams })) {
      if (!text.includes(words)) throw new Error(`"${words}" is not in ${chat}; it says: ${text}`);
    }
    expect([messagesOf(world, posted).length, cardsOf(world, posted).length]).toEqual([1, 1]);
  });

/** The same, and the platform holds these verdicts and no others. */
export async function settledAs(
  world: TeamsWorld,
  posted: PostedCase,
  words: string,
  outcomes: readonly string[],
): Promise<void> {
  await bothSay(world, posted, words);
  const verdicts = await verdictsAt(world, posted);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(outcomes);
}
