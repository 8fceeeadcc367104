import { describe, expect, it, onTestFinished } from 'vitest';
import { startSlack } from '../../../local/slack/server.ts';
import { startTeams } from '../../../local/teams/server.ts';
import { judge } from '../../soak/judge.ts';
import { growthIn } from '../../soak/memory.ts';
import { readChannel } from '../../soak/read-channel.ts';
import { channelsIn, teamsIn } from '../../support/bridge/lanes.ts';
import { ADA, ANNA, SLACK_PEOPLE, TEAMS_PEOPLE } from '../../support/bridge/people.ts';
import { channelOf, teamsChannelOf } from '../../support/bridge/places.ts';
import type { Press } from '../../support/kill/desks.ts';

const LANE = 'zero';
const ID = '1a2b3c4d-0000-4000-8000-000000000001';
const ABOUT = 'High: something\ncase 1a2b3c4d  ·  acme';

/** The two chats, with what people would see if the bridge had posted it. */
async function openChats(verdicts: readonly string[] = []) {
  const lanes = { both: [LANE] };
  const slack = await startSlack({ users: SLACK_PEOPLE, channels: channelsIn(lanes) });
  const teams = await startTeams({ users: TEAMS_PEOPLE, teams: teamsIn(lanes) });
  onTestFinished(async () => void (await Promise.all([slack.close(), teams.close()])));
  const world = {
    slack,
    teams,
    opened: [{ id: ID, lane: LANE }],
    api: { control: async () => ({ verdicts: verdicts.map((case_id) => ({ case_id })) }) } as never,
    deadLetters: async () => ({}),
  };
  return {
    slack: (text: string, threadTs?: string) =>
      slack.say({ channel: channelOf(LANE), userId: ANNA, text, ...(threadTs && { threadTs }) }).ts,
    teams: (text: string) => teams.say({ channel: teamsChannelOf(LANE), userId: ADA, text, mention: false }),
    judge: (presses: readonly Press[] = [], lines: string[] = []) =>
      judge({ ...world, lines }, { presses, must: () => true }),
  };
}

const pressOn = (text: string): Press => ({
  chat: 'slack',
  channel: channelOf(LANE),
  userId: ANNA,
  atMs: Date.now(),
  text,
  answer: 'taken',
});

describe('what came of a soak', () => {
  it('is well when the case is once in each chat, as a message of its own or under a digest', async () => {
    const chats = await openChats();
    chats.slack(ABOUT, chats.slack('185 new cases'));
    await chats.teams(ABOUT);
    expect(await chats.judge()).toMatchObject({ shown: { slack: 1, teams: 1 }, lost: [], repeated: [] });
  });

  it('takes two decisions that failed alike for no repeat, but for no more than there were', async () => {
    const chats = await openChats();
    const ts = chats.slack(ABOUT);
    await chats.teams(ABOUT);
    for (let times = 0; times < 2; times++)
      chats.slack('Not recorded as escalated: the platform rejected it.', ts);
    const failed = (decisionId: string) =>
      `verdict: {"event":"verdict.changed","kind":"post","caseId":"${ID}","decisionId":"${decisionId}","state":"failed"}`;
    expect(await chats.judge([], [failed('d1'), failed('d2')])).toMatchObject({ repeated: [] });
    expect((await chats.judge([], [failed('d1'), failed('d1')])).repeated).toHaveLength(1);
  });

  it('names a case that is not in a chat', async () => {
    const chats = await openChats();
    chats.slack(ABOUT);
    expect(await chats.judge()).toMatchObject({ lost: ['teams 1a2b3c4d'], shown: { slack: 1, teams: 0 } });
  });

  it('names a case that is there twice, except where Teams cannot be asked and the bridge said so', async () => {
    const chats = await openChats();
    for (const _ of [1, 2]) {
      chats.slack(ABOUT);
      await chats.teams(ABOUT);
    }
    expect((await chats.judge()).repeated).toEqual(['slack 1a2b3c4d', 'teams 1a2b3c4d']);
    const key = { domain: 'acme', feed: 'cases', id: ID, destination: 'zero-teams' };
    const line = JSON.stringify({ event: 'posted again without being able to look', ...key, note: 'main' });
    expect(await chats.judge([], [`teams: ${line}`])).toMatchObject({
      repeated: ['slack 1a2b3c4d'],
      postedAgain: ['teams 1a2b3c4d'],
    });
  });

  it('names a reply that stands twice under its case', async () => {
    const chats = await openChats();
    const ts = chats.slack(ABOUT);
    await chats.teams(ABOUT);
    for (const _ of [1, 2]) chats.slack('More evidence', ts);
    expect((await chats.judge()).repeated).toEqual(['slack 1a2b3c4d: More evidence']);
  });

  it('names a verdict that was recorded twice', async () => {
    const chats = await openChats([ID, ID]);
    expect((await chats.judge()).recordedTwice).toEqual(['1a2b3c4d']);
  });

  it('names a click that was neither recorded nor answered', async () => {
    expect((await (await openChats()).judge([pressOn(ABOUT)])).clicks.withoutEnd).toEqual(['slack 1a2b3c4d']);
    expect((await (await openChats([ID])).judge([pressOn(ABOUT)])).clicks).toMatchObject({
      recorded: 1,
      withoutEnd: [],
    });
    const chats = await openChats();
    chats.slack(`${ABOUT}\nAnna: safe. Not recorded: the platform rejected it`);
    expect((await chats.judge([pressOn(ABOUT)])).clicks).toMatchObject({ failed: 1, withoutEnd: [] });
  });
});

it('a message that names several cases shows none of them as its own', () => {
  const { shownAtMs, named } = readChannel([
    { atMs: 1, text: '2 new items\ncase 1a2b3c4d\ncase 5e6f7a8b', replies: [] },
  ]);
  expect([[...shownAtMs], [...named]]).toEqual([[], ['1a2b3c4d', '5e6f7a8b']]);
});

it('memory that is larger in the last third than in the first grows', () => {
  const looks = (values: readonly number[]) => values.flatMap((mb) => Array.from({ length: 10 }, () => mb));
  const readings = new Map([
    ['poll', looks([70, 71, 72, 70, 71, 70])],
    ['slack', looks([80, 82, 90, 110, 130, 140])],
    ['verdict', [80, 140]],
  ]);
  expect(growthIn(readings).map(({ name, flat }) => [name, flat])).toEqual([
    ['poll', true],
    ['slack', false],
    ['verdict', null],
  ]);
});
