import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseStory } from '../../../lib/chats/document/case-story.ts';
import { withMentions as inSlack } from '../../../lib/chats/slack/mention.ts';
import { withMentions as inTeams } from '../../../lib/chats/teams/card-with-mentions.ts';
import { bytesOf, MOST_BYTES } from '../../../lib/chats/teams/message.ts';
import { checkMessageBlocks } from '../../../local/slack/blocks/check-blocks.ts';
import { readMessage as readSlack } from '../../../local/slack/reading/read-message.ts';
import { checkCard } from '../../../local/teams/cards/check-card.ts';
import { readMessage as readTeams } from '../../../local/teams/reading/read-message.ts';
import { renderCase as slackCase } from '../../support/written-slack.ts';
import { renderCase as teamsCase } from '../../support/written-teams.ts';
import { anyStory } from './document/hostile.ts';
import { story } from './document/stories.ts';

const ANNA = '5f9d1a2b-0c3d-4e5f-8a9b-0c1d2e3f4a5b';
const TAG = 'MjQzMmI1N2ItMGFiZC00M2RiLWFhN2ItMTZlYWRkMTE1ZDM0IyMxODBlM2Y2Yw==';
const SLACK = ['S0000SOC1', 'U0000ANNA', 'here'].map((id) => ({ id, name: id }));
const TEAMS = [
  { id: ANNA, name: 'Anna Berg' },
  { id: TAG, name: 'SOC on call' },
];
const names = {
  userName: () => undefined,
  channelName: () => undefined,
  findPerson: () => undefined,
  findChannel: () => undefined,
};
const calledInSlack = (message: ReturnType<typeof slackCase>) =>
  readSlack({ text: message.text, blocks: message.blocks } as never, names).mentions;
const calledInTeams = ({ card }: ReturnType<typeof teamsCase>) =>
  readTeams({ text: '', textFormat: 'plain', entities: [], cards: [card] } as never).mentions;

describe('whom a post in Slack calls', () => {
  it('stands in its blocks and in its notification, and Slack takes it', () => {
    const message = inSlack(slackCase(story()), SLACK);
    expect(checkMessageBlocks(message.blocks)).toMatchObject({ ok: true });
    expect(message.text).toMatch(/^High · .* <!subteam\^S0000SOC1> <@U0000ANNA> <!here>$/);
    const who = calledInSlack(message).map(({ kind, who }) => `${kind} ${who}`);
    expect(new Set(who)).toEqual(new Set(['group S0000SOC1', 'user U0000ANNA', 'broadcast here']));
  });

  it('is nobody unless somebody is named', () => {
    const message = slackCase(story());
    expect(inSlack(message, [])).toBe(message);
    expect(calledInSlack(message)).toEqual([]);
  });
});

describe('whom a post in Teams calls', () => {
  it('stands in the card with an entity for each, and Teams takes it', () => {
    const message = inTeams(teamsCase(story()), TEAMS);
    expect(checkCard(message.card)).toEqual([]);
    expect(calledInTeams(message).map(({ name, who }) => [name, who])).toEqual([
      ['Anna Berg', ANNA],
      ['SOC on call', TAG],
    ]);
    expect(message.card.msteams.entities).toContainEqual({
      type: 'mention',
      text: '<at>SOC on call</at>',
      mentioned: { id: TAG, name: 'SOC on call', type: 'tag' },
    });
  });

  it('is no tag where a Workflow posts', () => {
    const called = calledInTeams(inTeams(teamsCase(story()), TEAMS, 'users'));
    expect(called.map(({ who }) => who)).toEqual([ANNA]);
  });

  it('has to stand in the card, or the strict Teams refuses it', () => {
    const { card } = inTeams(teamsCase(story()), TEAMS);
    const [headline, , ...rest] = card.body;
    expect(checkCard({ ...card, body: headline ? [headline, ...rest] : [] })).not.toEqual([]);
  });
});

/** Who decided, approved, declined, took back or claimed it stands there by their id, so that Slack shows their name. */
function namedBy({ standing, claim }: CaseStory): string[] {
  const decision = standing.is === 'decided' ? standing.decision : null;
  const state = decision?.state;
  const last = state && 'by' in state ? state.by : null;
  return [decision?.by, decision?.approvedBy, last, claim?.by].flatMap((person) =>
    person ? [person.id] : [],
  );
}

describe('what an item says', () => {
  it('never calls anybody, and never takes the place of those who are called', () => {
    fc.assert(
      fc.property(anyStory, (told) => {
        const slack = inSlack(slackCase(told), SLACK);
        const ours = new Set([...SLACK.map(({ id }) => id), ...namedBy(told)]);
        expect(calledInSlack(slack).filter(({ who }) => !ours.has(who))).toEqual([]);
        expect(slack.text.length).toBeLessThanOrEqual(4_000);
        expect(checkMessageBlocks(slack.blocks)).toMatchObject({ ok: true });
        const teams = inTeams(teamsCase(told), TEAMS);
        expect(calledInTeams(teams).map(({ who }) => who)).toEqual([ANNA, TAG]);
        expect(bytesOf(teams)).toBeLessThanOrEqual(MOST_BYTES + 4_096);
      }),
      { numRuns: 60 },
    );
  });
});
